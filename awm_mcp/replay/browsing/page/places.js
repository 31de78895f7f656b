// Where a text stands that was on the page before something was sent: whether the row that was acted on is there (``rowed``) and
// says it (``row``), and whether it stands by itself, as messages and states do, and not only in entries of a list (``apart``).
const LONGEST = 300, m = q.text;
const lit = m.tokens.every(t => t.text !== undefined) ? fold(m.tokens.map(t => t.text).join('')) : null;
const source = lit !== null ? null : new RegExp(m.tokens.map(t => t.text !== undefined ? escaped(shown(t.text)) : '.{0,200}?').join('\\s*'), 'is');
const says = text => lit !== null ? fold(text).includes(lit) : source.test(shown(text));
const rowsSaying = given => {
  const own = matcher({ ...given, fixed: true });
  const marked = innermostOf(all(ROWS, roots()).filter(box => visible(box) && rowHolds(box, own)));
  return marked.length ? marked : byText(own, roots(), false).filter(visible).map(naturalRow).filter(Boolean);
};
const rows = q.rows.flatMap(rowsSaying);
const places = el => {
  const deeper = [...inner(el)].filter(n => n.nodeType === 1 && !SKIP.has(tag(n)) && visible(n) && says(content(n)));
  return deeper.length ? deeper.flatMap(places) : [el];
};
const isMessage = el => { const box = el.closest(`${STRONG},${WEAK}`); return !!box && content(box).length <= LONGEST; };
const apart = el => isMessage(el) || !(el === document.body || el.closest(`${ENTRY},h1,h2,h3`) || oneOfMany(el));
const found = document.body && says(content(document.body)) ? places(document.body) : [];
return { rowed: rows.length > 0, row: rows.some(box => says(content(box))), apart: found.some(apart) };
