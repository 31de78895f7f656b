// Where what has some words stands on a page. Without q.words, the words of an element, or of the entry that it is the handle of.
const TITLES = 'h1,h2,h3,h4,h5,h6,legend,dt,[role=heading]', MOST = 20, LONGEST = 60, MOST_NEAR = 200;
const said = n => fold(n.textContent);
if (q.words === undefined) {
  let entry = given;
  for (let level = 0; entry && level < 4 && !/[\p{L}\p{N}]/u.test(said(entry)); level++) entry = up(entry);
  return entry && tag(entry) !== 'BODY' ? said(entry) : '';
}
const scopes = roots();
const fits = n => !SKIP.has(tag(n)) && said(n) === q.words;
const found = all('body *', scopes).concat(all('*', scopes.slice(1))).filter(n => fits(n) && ![...n.children].some(fits) && visible(n));
if (!q.words || found.length > MOST) return [];
// The box that is all its own, and stands beside others.
const boxOf = n => { while (up(n) && tag(up(n)) !== 'BODY' && said(up(n)) === q.words) n = up(n); return n; };
const titles = all(TITLES, scopes).filter(visible);
const titleOf = box => titles.filter(n => !within(box, n) && n.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).map(said).pop() || '';
const regionOf = box => { for (let n = up(box); n && tag(n) !== 'BODY'; n = up(n)) { const name = labelTexts(n)[0]; if (name) return fold(name); } return ''; };
const nearOf = box => [...box.parentNode.children].filter(visible).slice(0, MOST_NEAR).map(n => clip(said(n), LONGEST));
return [...new Set(found.map(boxOf))].map(box => ({ under: [regionOf(box), titleOf(box)].join(' / '), among: nearOf(box) }));
