// Where a value is read whose selector is gone: the one element of its kind that says something like what was read before. Nothing else
// in its regions, or in its row, may say such a thing: then it is not clear which is meant.
const t = q.target, m = prepared(t), scopes = roots();
const shape = text => shown(text).replace(/((?<![\p{L}\p{N}])[-−–+]\s?)?\d[\d.,]*/gu, '0').replace(/\p{L}+/gu, 'a');
const shapes = new Set(q.examples.map(shape)), like = [...shapes][0] || '';
const LONGEST = 120, SAME_WORDS = 0.8;
if (shapes.size !== 1 || like.length > LONGEST) return null;
// Words alone have no shape that tells; they have to be the same words.
const agrees = like.includes('0') ? text => shape(text) === like : text => q.examples.length === 1 && fold(text) === fold(q.examples[0]);
const PLACES = ['section', 'menu'];        // these are told by headings and class names, which is what has changed
const regions = marks => marks.map(mark => mark.role).filter(r => !PLACES.includes(r)).join();
const here = el => !t.landmarks || regions(landmarks(el)) === regions(t.landmarks);
const says = el => el.textContent.length <= 4 * LONGEST && agrees(el.textContent) && visible(el) && agrees(pageText(el)) && here(el);
let alike = all('*', scopes).filter(el => !SKIP.has(tag(el)) && says(el));
// With ``q.renamed`` a row that is called by another word for the same is the row, where none has its old name.
const calledSo = el => { const row = el.closest(ROWS); return !!row && [...chunks(row)].some(text => compatible(m.row.text, text) >= SAME_WORDS); };
if (m.row) {
  const rowed = alike.filter(el => inRow(el, innermostOf(alike), m.row) >= 2 && inItsSpot(el, innermostOf(alike), m, t));
  alike = rowed.length || !q.renamed || t.row.fixed || m.row.text === null ? rowed : alike.filter(calledSo);
}
const fits = el => (!t.role || VAGUE.has(t.role) || sameRole(t.role, el)) && (!t.tag || tag(el) === t.tag.toUpperCase());
return innermostOf(alike).length === 1 ? innermostOf(alike.filter(fits))[0] || null : null;
