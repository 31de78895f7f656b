// The elements that come nearest to a target, each with why it was not taken.
const bigrams = s => { const found = new Set(); for (let i = 0; i < s.length - 1; i++) found.add(s.slice(i, i + 2)); return found; };
const likeness = (a, b) => {
  if (!a || !b) return 0;
  if (a === b) return 1;
  if (a.includes(b) || b.includes(a)) return 0.5 + 0.4 * Math.min(a.length, b.length) / Math.max(a.length, b.length);
  const x = bigrams(a), y = bigrams(b);
  let common = 0;
  for (const g of x) if (y.has(g)) common++;
  return x.size + y.size ? (2 * common) / (x.size + y.size) : 0;
};
const nearest = (result, t, m, scopes) => {
  if (result.found.length > 1)
    return result.found.slice(0, 5).map(el => ({ element: say(el), why_not: `agrees as well as ${result.found.length - 1} other${context(el)}` }));
  if (result.lettered)
    return result.lettered.slice(0, 5).map(el => ({ element: say(el), why_not: `written in other letters${context(el)}`, instead: m.row ? rowText(el, result.lettered) : names(el)[0] || '' }));
  const rowless = result.rowless || [];
  const rows = rowless.slice(0, 5).map(el => ({ element: say(el), why_not: `not in the wanted row${context(el)}`, instead: rowText(el, rowless.slice(0, FEW)) }));
  const hidden = result.hidden.map(el => ({ element: say(el), why_not: 'hidden' }));
  const want = (m.name || m.label || m.text || m.placeholder || m.title || {}).text || fold((t.testid && literal(t.testid)) || '');
  const css = (t.role && ROLE_CSS[t.role]) || 'button,a,input,select,textarea,[role],[onclick],[data-action]';
  const others = all(css, scopes).slice(0, 4000).filter(el => visible(el) && !rowless.includes(el))
    .map(el => [el, Math.max(0, ...[...names(el), ...labels(el), shown(pageText(el)).slice(0, 100)].map(n => likeness(fold(n), want)))])
    .filter(([, score]) => score > 0.25 || !want).sort((a, b) => b[1] - a[1]).slice(0, 5)
    .map(([el]) => ({ element: say(el), why_not: grade(t, m, el)[1] || (m.testid ? 'its test id differs' : 'other signals differ') }));
  const kin = rows.length ? [] : namesInstead(t, scopes);
  return [...rows, ...hidden, ...kin, ...others.filter(o => !kin.some(k => k.element === o.element))].slice(0, 5);
};
// What a caller could say instead of a row that is not there: the first text of a row that the others do not have.
const rowText = (el, others) => {
  const boxOf = o => (others.length > 1 ? ownBox(o, others) : naturalRow(o));
  const box = boxOf(el), theirs = new Set(others.filter(o => o !== el).map(boxOf).filter(Boolean).flatMap(o => [...chunks(o)]));
  if (!box) return '';
  const texts = [];
  for (const n of textNodesIn(box)) {
    const text = shown(n.data);
    if (text.length > 1 && visible(parentOf(n)) && !within(el, n) && !theirs.has(fold(text))) texts.push(text);
  }
  return texts.find(text => /\p{L}/u.test(text)) || texts[0] || '';
};
// The same for an element that a value names: the names of those of its kind at its place in the page's structure.
const namesInstead = (t, scopes) => {
  const said = t.name || (t.role ? null : t.text);       // options that are plain boxes are known by their text
  if (!said || !said.fixed || said.tokens.length !== 1 || !t.css || !(t.role || t.tag)) return [];
  const anywhere = t.css.replace(/:(?:nth|first|last|only)-[\w-]+(\([^)]*\))?/g, '');
  const alike = el => t.role ? sameRole(t.role, el) : tag(el) === t.tag.toUpperCase();
  return all(anywhere, scopes).filter(el => visible(el) && alike(el)).slice(0, 5)
    .map(el => ({ element: say(el), why_not: 'it has another name', instead: t.name ? names(el)[0] || '' : '' }));
};
const context = el => {
  const mark = landmarks(el).pop();
  const row = naturalRow(el);
  const text = row ? clip(shown(content(row)), 60) : '';
  return (mark ? ` in ${mark.role}${mark.name ? ` "${mark.name}"` : ''}` : '') + (text ? ` in the row "${text}"` : '');
};
