// Everything worth remembering of an element: the target record of DESIGN.md as plain data.
const instead = q.reads ? null : choiceField(given);
const el = q.fills && tag(given) === 'LABEL' && given.control ? given.control : instead || editorOf(given);
const KEPT = ['name', 'type', 'autocomplete', ...DATA_MARKS, 'aria-controls', 'aria-haspopup', 'inputmode'];
const attrs = () => {
  const found = {};
  for (const key of KEPT) { const v = el.getAttribute(key); if (v && (key === 'type' || key === 'autocomplete' || steady(v))) found[key] = v; }
  const called = [...names(el), pageText(el).slice(0, 80)];
  for (const { name: key, value: v } of el.attributes) if (!(key in found) && isOwnWord(key, v, called)) found[key] = v;
  return found;
};
// CSS of all elements of the same shape: the repeated box and the way from it to the element.
const repeated = () => {
  for (let n = el, path = [], level = 0; n && level < 8 && n.parentElement && tag(n) !== 'BODY'; n = n.parentElement, level++) {
    const same = [...n.parentElement.children].filter(s => tag(s) === tag(n) && classCss(s) === classCss(n));
    if (same.length > 1) return listCss(n, path);
    path.unshift(n);
  }
  return null;
};
const listCss = (box, path) => {
  const parent = box.parentElement;
  const anchor = parent.id && steady(parent.id) ? `#${CSS.escape(parent.id)}` : tag(parent) === 'BODY' ? 'body' : step(parent);
  const tail = path.map(step);
  for (const css of [[`${anchor} > ${step(box)}`, ...tail].join(' > '), [`${anchor} > ${step(box)}`, tail[tail.length - 1]].filter(Boolean).join(' ')]) {
    const items = [...document.querySelectorAll(css)].filter(visible);
    const place = items.indexOf(el);
    if (place >= 0 && items.length > 1) return { items: css, place: place + 1, count: items.length };
  }
  return null;
};
const cssOf = n => {
  if (n.id && steady(n.id)) return `#${CSS.escape(n.id)}`;
  const parts = [];
  for (; n && tag(n) !== 'BODY' && parts.length < 6; n = n.parentElement) {
    if (n.id && steady(n.id)) { parts.unshift(`#${CSS.escape(n.id)}`); break; }
    const same = n.parentElement ? [...n.parentElement.children].filter(s => tag(s) === tag(n)) : [n];
    parts.unshift(tag(n).toLowerCase() + (same.length > 1 ? `:nth-of-type(${same.indexOf(n) + 1})` : ''));
  }
  return parts.join(' > ');
};
// The text that tells this row from its neighbours: first text in it that the others do not have.
const MOST_ROW_TEXTS = 6, LONGEST_ROW_TEXT = 80;
let rowTexts = [], rowSpots = [];
// The box that is its own among its equals; its row where that box holds more, as a table does whose only row it stands in
// while the equal is a button above the table.
const boxAmong = equals => {
  const box = ownBox(el, equals), natural = naturalRow(el);
  const rows = natural && box && natural !== box && box.contains(natural) && !box.matches(ROWS);
  return rows && equals.every(o => o === el || tag(naturalRow(o) || o) !== tag(natural)) ? natural : box;
};
// What is only told to those who listen, as how many entries a list has by now, is no text of a row.
const TOLD = '[aria-live]:not([aria-live=off]),[role=log],[role=status],[role=alert]';
const isTold = (n, box) => { const told = closestUp(n, TOLD); return !!told && told !== box && within(box, told); };
// A line of fields that says nothing itself is told by what the task put into the field beside.
const heldBeside = (box, others) => {
  const typed = n => [...n.querySelectorAll(LINES)].filter(f => f !== el && visible(f)).map(f => shown(f.value)).filter(Boolean);
  const beside = new Set(others.flatMap(typed)), own = typed(box).find(text => text.length > 2 && isNamed(fold(text), q.task) && !beside.has(text));
  if (!field || !own || own.length > LONGEST_ROW_TEXT) return null;
  rowTexts = [own];
  rowSpots = [{ column: '', beside: [], cell: null, cells: null, way: '', nth: 1, main: true }];
  return own;
};
const rowAnchor = equals => {
  const box = equals.length > 1 ? boxAmong(equals) : naturalRow(el);
  if (equals.length > 1 && (!box || fold(content(box)) === fold(pageText(el)))) return flatAnchor(el, equals.slice(0, FEW)) || null;
  if (!box || box === el || tag(box) === 'BODY') return null;
  const others = equals.length > 1 && box === ownBox(el, equals) ? equals.filter(o => o !== el).map(o => ownBox(o, equals)) : siblingsOf(box).filter(s => tag(s) === tag(box));
  const theirs = new Set(others.slice(0, 200).flatMap(o => [...chunks(o)]));
  const own = new Set([fold(pageText(el)), ...names(el).map(fold)]);
  const inside = allIn(box), options = [];
  for (const n of inside) {
    if (SKIP.has(tag(n)) || within(el, n) || within(n, el) || !visible(n) || isTold(n, box)) continue;
    const text = shown(content(n)), key = fold(text);
    if ((text.length > 1 || isNamed(key, q.task)) && text.length <= 120 && !own.has(key) && !theirs.has(key)) options.push([n, text]);
  }
  for (const n of [box, ...inside]) for (const c of nodesOf(n))
    if (c.nodeType === 3 && !within(el, n) && !SKIP.has(tag(n)) && visible(n) && !isTold(n, box)) { const text = shown(c.data); if (text.length > 1 && text.length <= 120 && !theirs.has(fold(text)) && !own.has(fold(text))) options.push([n, text, c]); }
  const task = fold(q.task), bare = s => withoutNumber(shown(s));
  const asked = text => bare(text).length > 3 && task.includes(fold(bare(text))) || /^\d+$/.test(text) && isNamed(fold(text), q.task);
  const beside = (n, text) => n === el.parentElement && text.length <= 40 && !/\d/.test(text);
  const CONTROL = 'input,button,[role=checkbox],[role=button]';  // what is to be pressed in a row is in every row
  const ofControl = (n, text) => [n, ...n.querySelectorAll(CONTROL)].some(c => c.matches(CONTROL) && names(c).some(name => fold(name) === fold(text)));
  const rank = ([n, text]) => (asked(text) ? -20 : beside(n, text) ? -10 : 0) + (n.matches('a,h1,h2,h3,h4,h5,strong,b,th,label,[class*=title],[class*=name],[class*=label]') ? 0 : 2) + (/^[\d.,:/\s$€£%#-]+$/.test(text) ? 3 : 0) + (ofControl(n, text) ? 4 : 0);
  options.sort((a, b) => rank(a) - rank(b));
  if (!options.length) return heldBeside(box, others);
  rowTexts = [...new Set(options.map(([, text]) => text))].filter(text => text.length <= LONGEST_ROW_TEXT).slice(0, MOST_ROW_TEXTS);
  const home = naturalRow(el), inRow = n => home && home !== el && within(home, n) ? home : box;
  rowSpots = rowTexts.map(text => { const [n, , own] = options.find(([, said]) => said === text); return spotOf(own || n, inRow(n)); });
  const text = options[0][1], whole = task.includes(fold(text)) || !asked(text);
  return whole ? text : bare(text);
};
const optionsOf = () => {
  if (tag(el) === 'SELECT') return [...el.options].map(o => shown(o.label)).filter(Boolean);
  const list = el.getAttribute('aria-controls') && byId(el, el.getAttribute('aria-controls'));
  if (el.getAttribute('list') && el.list) return [...el.list.options].map(o => o.value);
  return list ? [...list.querySelectorAll('[role=option]')].map(o => shown(content(o))) : alternatives();
};
// What might have been picked instead of an entry of a menu, a segment or a chip: those beside it in its group.
const GROUPS = '[role=radiogroup],[role=menu],[role=tablist],[role=toolbar],[role=group],fieldset';
const alternatives = () => {
  const own = role(el), pressed = o => o.hasAttribute('aria-pressed');
  if (!['radio', 'menuitem', 'menuitemradio', 'tab', 'button'].includes(own)) return [];
  const group = el.closest(GROUPS), inside = group ? [...group.querySelectorAll(ROLE_CSS[own] || '*')] : [];
  const beside = inside.filter(o => o.closest(GROUPS) === group && role(o) === own && pressed(o) === pressed(el) && visible(o));
  return beside.length > 1 ? [...new Set(beside.map(o => shown(names(o)[0] || '')).filter(Boolean))] : [];
};
const field = isField(el), editable = el.isContentEditable, secret = el.type === 'password';
const r = role(el), name = editable ? labelTexts(el)[0] || '' : names(el)[0] || '';
const text = field ? '' : shown(pageText(el));
const equals = (name || text) ? all(r && ROLE_CSS[r] ? ROLE_CSS[r] : tag(el).toLowerCase(), roots())
  .filter(o => role(o) === r && (name ? fold(names(o)[0]) === fold(name) : fold(pageText(o)) === fold(text)) && visible(o)) : [el];
// What the field holds before anything is put into it; empty where nothing is chosen. Days and times are those of the visit.
const OF_THE_DAY = ['date', 'time', 'datetime-local', 'month', 'week'], NO_TEXT = ['checkbox', 'radio', 'file', 'password', 'hidden'];
const isTick = () => el.matches('input[type=checkbox]') || ['checkbox', 'switch', 'menuitemcheckbox'].includes(role(el)) || ['true', 'false'].includes(el.getAttribute('aria-pressed'));
const heldBefore = () => {
  if (q.ticks && isTick()) return el.indeterminate || el.getAttribute('aria-checked') === 'mixed' ? null : String(el.matches('input') ? el.checked : (el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed')) === 'true');
  if (!q.holds || !field || el.multiple || [...OF_THE_DAY, ...NO_TEXT].includes(el.type) || /one-time-code|cc-|password/.test(el.autocomplete || '')) return null;
  if (tag(el) !== 'SELECT') return typeof el.value === 'string' && el.value.length <= 120 ? el.value : null;
  const chosen = el.selectedOptions[0];
  return chosen && chosen.value !== '' && !chosen.disabled ? shown(chosen.label) : '';
};
const spot = repeated();
const form = el.form || el.closest('form');
return {
  role: r || null, name: r && (FROM_CONTENT.has(r) || field || r === 'img') ? name.slice(0, 300) || null : labelTexts(el)[0] || null,
  label: field ? labels(el)[0] || null : columnHead(el) || standInLabel(el) || null, placeholder: el.getAttribute('placeholder') || null, testid: testId(el),
  text: text && text.length <= 300 ? text : null, title: el.title || null, alt: el.getAttribute('alt') || null,
  instead: !!instead, tag: tag(el).toLowerCase(), attrs: attrs(), landmarks: landmarks(el), row: rowAnchor(equals), css: cssOf(el),
  seen: {
    place: spot ? spot.place : null, count: spot ? spot.count : null, items: spot ? spot.items : null, equals: equals.length,
    options: secret ? [] : optionsOf().slice(0, 100), form_method: form ? (form.getAttribute('method') || 'get').toLowerCase() : null,
    input_type: tag(el) === 'INPUT' ? el.type : null, autocomplete: el.getAttribute('autocomplete'), editable,
    row_texts: rowTexts, row_spots: rowSpots, held: heldBefore(), others_set: tickedBeside(el).length > 0,
    href_path: el.closest('a[href]') ? el.closest('a[href]').pathname + el.closest('a[href]').search : null,
  },
};
