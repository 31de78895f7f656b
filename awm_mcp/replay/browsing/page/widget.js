// The one field of a name, whatever widget carries it, where the widget that a step was recorded on is not there.
// ``q.names``: what the field was called, folded; ``q.wants``: what is set (choice, state, text, date, file); ``q.value``: to what;
// ``q.landmarks``: where it stood; ``q.box``: selector of a box that opens a list and was known by its choice only.
// ``q.at``: what tells the row of the page that it is in, and where in it that stood; then the heading of its column names it, too.
// Answers with the element to act on, its kind, what there is to choose from, and who else carries the name.
const scopes = roots(), wanted = new Set(q.names.map(name => unmarked(fold(name))));
const isIt = s => wanted.has(unmarked(fold(s)));
const partsOfName = el => (el.getAttribute('aria-labelledby') || '').split(/\s+/).map(id => id && byId(el, id)).filter(n => n && n !== el && !within(el, n)).map(n => content(n));
const BOXES_OF_CHOICES = 'fieldset,[role=radiogroup],[role=group],[role=toolbar],[role=listbox]';
const OPENERS = '[role=combobox],[aria-haspopup]:not([aria-haspopup=menu]):not([aria-haspopup=true]),button[aria-haspopup]';
const TICK = 'input[type=checkbox],[role=checkbox],[role=switch],button[aria-pressed],[role=button][aria-pressed]';
const FREE = 'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]),textarea,[contenteditable]:not([contenteditable=false]),[role=textbox],[role=searchbox],[role=spinbutton],[role=slider]';
const CHOICE = 'input[type=radio],[role=radio],button,[role=button],[role=option],[role=tab]';
const usable = el => visible(el) || el.matches('input,select') && !el.disabled && (rendered(el) || el.matches('select,input[type=file]')) && ([...labelsOf(el)].some(visible) || el.matches('input[type=file],select') || rendered(el));
const isBox = el => el.matches(BOXES_OF_CHOICES);
// On long pages only what an element says itself is read, not what stands around it.
const MANY_FIELDS = 600;
const isNamed_ = (el, many) => {
  const own = many ? [...labelTexts(el), ...names(el)] : isBox(el) ? [regionName(el), ...labelTexts(el), labelBefore(el)] : [...labelTexts(el), ...names(el), ...(isField(el) ? labels(el) : []), standInLabel(el)];
  return [...own, ...partsOfName(el)].some(isIt);
};
// A drop zone carries the name of the hidden field in it.
const zoneNamed = el => { for (let n = el.parentElement, up = 0; n && up < 4 && !n.matches('form,body,main'); n = n.parentElement, up++) if ([...labelTexts(n), labelBefore(n), standInLabel(n)].some(isIt)) return n.querySelectorAll('input[type=file]').length === 1; return false; };
const choicesIn = box => [...box.querySelectorAll(CHOICE)].filter(n => usable(n) && enabled(n));
// What stands behind a caption of this name and holds things to choose from, where no role says so.
const hasOwnCaption = box => isBox(box) && !!regionName(box) && !isIt(regionName(box))
  || [...box.querySelectorAll('legend,label,dt,h2,h3,h4,h5')].some(n => !n.control && !n.querySelector(CHOICE) && !n.closest(CHOICE) && /[\p{L}\p{N}]/u.test(n.textContent) && !isIt(content(n)));
const behindCaptions = () => {
  const found = [];
  const longest = Math.max(...q.names.map(name => name.length)) + 8;
  for (const caption of all(`${CAPTIONS},p,span,div,h3,h4,h5`, scopes)) {
    if (caption.textContent.length > longest || caption.childElementCount > 2 || !isIt(content(caption)) || !visible(caption) || caption.closest('button,a,[role=option]') || caption.querySelector(FIELD) || caption.control && visible(caption.control)) continue;
    for (let n = caption, up = 0; n && up < 3 && !n.matches('form,body,main'); n = n.parentElement, up++) {
      const next = n.nextElementSibling;
      if (!next || !visible(next)) continue;
      if (choicesIn(next).length > 1 && !hasOwnCaption(next) && !next.querySelector('select,textarea,' + OPENERS)) found.push(next);
      break;
    }
  }
  return found;
};
// A box of the page's own is known to open a list by its markup, its class, or the entry that lies hidden in it; a plain button is none.
const LISTS = /select|drop-?down|combo|picker|listbox/i, SAYS_OPENS = '[aria-haspopup],[aria-expanded],[role=combobox]';
const holdsEntry = el => [...el.querySelectorAll('*')].some(n => !n.childElementCount && fold(n.textContent) === fold(q.value));
const isOpener = el => el.matches(SAYS_OPENS) || !el.matches('button,a,[role=button],[role=link]') && (holdsEntry(el) || [el, el.parentElement].some(n => LISTS.test(n.getAttribute('class') || '')));
const stands = () => [...new Set(q.names.flatMap(name => byCaption(matcher({ tokens: [{ text: name }] }), scopes)))].filter(el => !isField(el) && isOpener(el) && !el.closest(BOXES_OF_CHOICES));
const widgetKind = el => {
  const r = role(el);
  if (tag(el) === 'SELECT') return 'select';
  if (el.matches('input[type=file]')) return 'file';
  if (el.matches(TICK)) return 'tick';
  if (r === 'listbox') return 'options';
  if (el.matches('input,textarea')) return el.readOnly && opensSomething(el) ? 'list' : r === 'combobox' || el.hasAttribute('aria-autocomplete') ? 'combo' : 'text';
  if (el.isContentEditable || ['textbox', 'searchbox', 'spinbutton', 'slider'].includes(r)) return 'text';
  if (el.matches(OPENERS)) return ['dialog', 'grid'].includes(el.getAttribute('aria-haspopup')) ? 'picker' : 'list';
  const fields = [...el.querySelectorAll('select,input:not([type=hidden])')].filter(visible);
  if (fields.length === 3 && !choicesIn(el).length && (isBox(el) || fields.every(f => tag(f) === 'SELECT'))) return 'parts';
  return choicesIn(el).length > 1 ? 'choices' : isOpener(el) && !isBox(el) ? 'list' : '';
};
const TAKES = {
  choice: ['select', 'choices', 'list', 'combo', 'options'], state: ['tick'], file: ['file'],
  text: ['text', 'combo', 'select', 'choices', 'list', 'options'], date: ['text', 'list', 'picker', 'parts', 'combo'],
};
// A number may be typed, slid to or stepped to where it was chosen from a list.
const NUMBER = /^\s*-?\d+([.,]\d+)?\s*$/, isNumber = q.value !== null && NUMBER.test(q.value);
const takes = (el, kind) => TAKES[q.wants].includes(kind) || q.wants === 'choice' && kind === 'text' && isNumber && el.matches('input[type=number],input[type=range],[role=spinbutton],[role=slider]');
// Where it stands: regions of the page that are for something else, the dialog, and a heading of its own over it.
const STRONG = ['navigation', 'search', 'complementary', 'banner', 'contentinfo'];
const HEADED = ['section', 'region', 'form', 'group'];
const strong = marks => marks.map(l => l.role).filter(r => STRONG.includes(r)).join(), inDialog = marks => marks.some(l => /dialog/.test(l.role));
const headed = marks => marks.filter(l => HEADED.includes(l.role) && l.name && !isIt(l.name)).map(l => fold(l.name));
const inPlace = el => {
  const now = landmarks(el), then = q.landmarks || [];
  if (strong(now) !== strong(then) || inDialog(now) !== inDialog(then)) return false;
  const a = headed(now), b = headed(then);
  return !a.length || !b.length || a.some(name => b.includes(name));
};
const mask = ownMask(keeper());
const box = () => {
  if (!q.box || BY_PLACE.test(q.box)) return [];
  const found = all(q.box, scopes).filter(visible);
  return found.length === 1 && found[0].matches('[aria-haspopup],[aria-expanded=false],[role=combobox]') ? found : [];
};
const inARow = q.at ? matcher(q.at.row) : null, headAt = el => el.matches(CELL) && !el.matches('td') ? columnHead(el) : headerCell(el);
// A cell of a table is called as its heading; what there is to choose in it needs no box of its own.
const isHeaded = el => !!inARow && isIt(headAt(el));
const openersIn = cell => (found => found.filter(el => !found.some(o => o !== el && within(o, el))))([...cell.querySelectorAll('*')].filter(el => isOpener(el) && visible(el)));
const headedOpeners = () => inARow ? all(CELL, scopes).filter(el => isHeaded(el) && !el.querySelector(FREE + ',select') && choicesIn(el).length < 2).flatMap(el => (own => own.length === 1 ? own : [])(openersIn(el))) : [];
const boxedCells = () => inARow ? all(CELL, scopes).filter(el => isHeaded(el) && choicesIn(el).length > 1 && !el.querySelector('select,textarea,input:not([type=hidden]):not([type=radio]),' + OPENERS)) : [];
const ofItsRow = found => {
  if (!inARow) return found;
  const fields = found.map(([el]) => el), held = found.filter(([el]) => inRow(el, fields, inARow)), m = { row: inARow };
  const spots = inTheirSpots(held.map(([el]) => el), fields, m, q.at), best = Math.max(0, ...spots);
  const there = best ? held.filter((_, i) => spots[i] === best) : [], graded = there.map(([el]) => inRow(el, fields, inARow)), top = Math.max(0, ...graded);
  return there.filter(([el], i) => graded[i] === top && !(inARow.whole && inOtherLetters(inARow, shown(content(rowOf(el, fields))))));
};
const fieldsOf = all(`select,${OPENERS},${TICK},${FREE},${BOXES_OF_CHOICES}`, scopes);
const named = fieldsOf.filter(el => (isNamed_(el, fieldsOf.length > MANY_FIELDS) || isHeaded(el)) && usable(el));
const files = q.wants === 'file' ? all('input[type=file]', scopes).filter(el => isNamed_(el, false) || zoneNamed(el)) : [];
const captionedBoxes = wanted.size ? behindCaptions() : [];
const every = [...new Set([...named, ...files, ...boxedCells(), ...headedOpeners(), ...captionedBoxes, ...(wanted.size ? stands().filter(el => !captionedBoxes.some(o => within(o, el))) : [])])];
// What a table's heading names is a field of one of its rows.
const ofRow = el => !!el.closest(CELL) && !!headerCell(el);
const typed = el => q.wants !== 'text' || !el.matches('[aria-haspopup]') || el.matches('[role=combobox],[aria-haspopup=listbox]');
const fitting = every.filter(typed).map(el => [el, widgetKind(el)]).filter(([el, kind]) => takes(el, kind) && (inARow || !ofRow(el)) && inPlace(el) && !(mask && behind(el, mask)));
// A list belongs to the field that opens it, and a box to what it holds.
const opened = el => fitting.some(([o]) => o !== el && popupOf(o) && within(popupOf(o), el));
const single = ofItsRow(fitting.filter(([el]) => !opened(el) && !fitting.some(([o]) => o !== el && within(el, o))));
const chosen = inARow || single.length ? single : box().map(el => [el, 'list']);
const says = el => clip(widgetKind(el) === 'parts' ? `three fields "${q.names.find(Boolean) || ''}"` : isBox(el) || widgetKind(el) === 'choices' ? `${role(el) === 'radiogroup' || el.querySelector('input[type=radio],[role=radio]') ? 'radio group' : 'group of buttons'} "${q.names.find(Boolean) || ''}"` : say(el), 100);
if (chosen.length !== 1) return { element: null, report: JSON.stringify({ kind: '', others: chosen.slice(0, 5).map(([el]) => says(el)), options: [] }) };
const [[el, kind]] = chosen;
const callsOf = n => [...new Set([...names(n), ...[...labelsOf(n)].map(l => content(l)), shown(pageText(n)), n.getAttribute('value') || ''].filter(Boolean))];
const optionsOf = () => kind === 'select' ? [...el.options].map(o => shown(o.label)) : ['choices', 'options'].includes(kind) ? choicesIn(el).map(n => callsOf(n)[0] || '') : [];
// Two buttons around one number step it; the one that raises it says so, or is the second.
const RAISES = /^[+\uff0b\u2795\u25b2\u2191]$|^(increas|increment|plus|add|more|raise)/i;
const steps = () => {
  const pair = kind === 'choices' && ['text', 'choice'].includes(q.wants) && isNumber ? choicesIn(el).filter(n => n.matches('button,[role=button]')) : [];
  return pair.length === 2 && (content(el).match(/\d+/g) || []).length <= 1 ? pair.find(n => callsOf(n).some(s => RAISES.test(s))) || pair[1] : null;
};
const raiser = steps();
if (raiser) return { element: raiser, report: JSON.stringify({ kind: 'steps', entry: false, says: `stepper "${q.names.find(Boolean)}"`, hidden: false, disabled: !enabled(raiser), options: [], others: [] }) };
const meant = kind === 'choices' || kind === 'options' ? choicesIn(el).filter(n => callsOf(n).some(s => fold(s) === fold(q.value))) : [];
const entry = meant.length === 1 ? meant[0] : null;
return { element: entry || el, report: JSON.stringify({ kind, entry: !!entry, says: says(el), hidden: !visible(entry || el), disabled: !enabled(entry || el), options: optionsOf().filter(Boolean).slice(0, 30), others: [] }) };
