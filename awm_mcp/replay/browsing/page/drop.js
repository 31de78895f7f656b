// Where a dragged entry comes to stand, told by the one that it is dropped on (`end`). Entries are known by their words, for
// pages draw a list anew after a drop, also into the elements that they have.
const end = q.end;
const words = n => n.textContent.replace(/\s+/g, ' ').trim();
const inOneList = (x, y) => {
  if (x.contains(y) || y.contains(x)) return null;
  let list = x.parentElement;
  while (list && !list.contains(y)) list = list.parentElement;
  const entry = n => { while (n.parentElement !== list) n = n.parentElement; return n; };
  return list && { list, one: entry(x), other: entry(y) };
};
const rank = (list, n) => [...list.children].filter(c => c.localName === n.localName).indexOf(n);
const was = inOneList(given, end);
const known = n => ({ n, words: words(n), root: n.getRootNode() });
const dragged = known(given), there = known(end);
const now = of => {
  if (of.n.isConnected && (!of.words || words(of.n) === of.words)) return of.n;
  const same = of.words ? [...of.root.querySelectorAll(of.n.localName)].filter(n => words(n) === of.words) : [];
  return same.length === 1 ? same[0] : of.n.isConnected && !same.length ? of.n : null;
};
// A heading that it is dragged to stands for what is below it, up to the next one.
const TITLES = 'h1,h2,h3,h4,h5,h6,legend,[role=heading]';
const titleOf = n => n.closest(TITLES);
const isUnder = (x, title) => !!title && !x.contains(title) && !title.contains(x)
  && [...title.getRootNode().querySelectorAll(title.localName)].filter(n => visible(n) && n.compareDocumentPosition(x) & Node.DOCUMENT_POSITION_FOLLOWING).pop() === title;
const wasInside = end !== given && end.contains(given), wasUnder = isUnder(given, titleOf(end));
const before = { parent: given.parentElement, rank: was && rank(was.list, was.one), other: was && rank(was.list, was.other) };
const where = () => {
  const x = now(dragged), y = now(there), one = x && y && inOneList(x, y);
  if (x && y && y !== x && y.contains(x)) return { landed: wasInside ? null : 'inside', moved: x.parentElement !== before.parent };
  if (x && y && !wasUnder && isUnder(x, titleOf(y))) return { landed: 'under', moved: true };
  if (!one) return { landed: null, moved: false };
  const at = rank(one.list, one.one), home = was && (one.list === was.list || !was.list.isConnected);
  const follows = one.one.compareDocumentPosition(one.other) & Node.DOCUMENT_POSITION_PRECEDING;
  const moved = home ? at !== before.rank : x.parentElement !== before.parent;
  return { landed: home && at === before.other ? 'place' : follows ? 'after' : 'before', moved };
};
// Whether it stands there before it is dragged.
const already = landed => landed === 'inside' ? wasInside : landed === 'under' && wasUnder;
return { where, already };
