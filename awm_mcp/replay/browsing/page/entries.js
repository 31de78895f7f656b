// The rows that say a text, each as it reads now; the text itself where it stands in none.
const m = q.text, MOST = 200, LONGEST = 300;
const lit = m.tokens.every(t => t.text !== undefined) ? fold(m.tokens.map(t => t.text).join('')) : null;
const says = text => lit !== null && lit !== '' && fold(text).includes(lit);
const places = el => {
  const deeper = [...inner(el)].filter(n => n.nodeType === 1 && !SKIP.has(tag(n)) && visible(n) && says(content(n)));
  return deeper.length ? deeper.flatMap(places) : [el];
};
const found = document.body && says(content(document.body)) ? places(document.body) : [];
return found.slice(0, MOST).map(el => clip(shown(content(el.closest(ROWS) || naturalRow(el) || el)), LONGEST));
