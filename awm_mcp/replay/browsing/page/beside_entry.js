// The rows beside one that says a text that was typed: the way to their list, what rows they are and the texts in each. With q.way, the
// texts in all rows of such a list. A class that only the new row has ("pending") makes it no other kind of row.
const ROW = 'li,tr,article,[role=row],[role=listitem],[role=article],[role=option]', MOST = 60, LONGEST = 120;
const classes = el => (el.getAttribute('class') || '').split(/\s+/).filter(one => one && !/\d/.test(one));
const name = el => `${tag(el)}.${classes(el).sort().join('.')}`;
const wayTo = list => { const way = []; for (let n = list, i = 0; n && n !== document.body && i < 4; n = n.parentElement, i++) way.unshift(n.id && !/\d/.test(n.id) ? `#${n.id}` : name(n)); return way.join('>'); };
const textsOf = el => {
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), found = [];
  for (let n = walker.nextNode(); n && found.length < 12; n = walker.nextNode())
    if (/\p{L}{3}/u.test(n.data) && !SKIP.has(tag(n.parentElement)) && !n.parentElement.closest('button,label,th')) found.push(clip(shown(n.data), LONGEST));
  return found;
};
if (!document.body) return null;
// With q.places: the places alone in which one may stand among others, the way to their list and what rows they are.
if (q.way) return [...document.getElementsByTagName(q.tag)].filter(el => el.parentElement && visible(el) && wayTo(el.parentElement) === q.way).slice(0, MOST).flatMap(textsOf);
const typed = q.texts.map(fold), says = el => typed.some(text => fold(el.textContent).includes(text));
const alike = (row, other) => other !== row && tag(other) === tag(row) && visible(other) && !says(other) && (row.matches(ROW) || classes(other).length > 0 && classes(other).every(one => classes(row).includes(one)));
const placesOf = el => {
  const row = el.closest(ROW), found = row ? [row] : [];
  for (let n = el, i = 0; !row && n && n !== document.body && i < 3; n = n.parentElement, i++) found.push(n);
  return found.filter(one => one.parentElement).map(one => ({ way: wayTo(one.parentElement), tag: one.tagName }));
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), places = [];
for (let n = walker.nextNode(); n; n = walker.nextNode()) {
  if (!typed.some(text => fold(n.data).includes(text)) || SKIP.has(tag(n.parentElement)) || !visible(n.parentElement)) continue;
  if (q.places) { places.push(...placesOf(n.parentElement)); continue; }
  for (let row = n.parentElement, i = 0; row && row !== document.body && i < 6; row = row.parentElement, i++) {
    const others = [...row.parentElement.children].filter(other => alike(row, other));
    if (others.length) return { way: wayTo(row.parentElement), tag: row.tagName, texts: others.slice(0, MOST).flatMap(textsOf) };
  }
}
return q.places ? places : null;
