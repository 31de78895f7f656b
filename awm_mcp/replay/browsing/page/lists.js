// The rows of the page's lists, and the way of a list through the document; the texts in a place. Nothing is kept from one look to the next.
const LIST_ROWS = 'li,tr,article,[role=row],[role=listitem]';
const ofItsKind = (parent, kind) => [...parent.children].filter(n => tag(n) === kind);      // a message that comes above shifts no list
const waysOfLists = () => {
  const known = new Map();
  const wayTo = n => {
    if (!known.has(n)) known.set(n, n.parentElement ? `${wayTo(n.parentElement)}/${tag(n)}:${ofItsKind(n.parentElement, tag(n)).indexOf(n)}` : '');
    return known.get(n);
  };
  return wayTo;
};
const atWay = way => way.split('/').slice(1).map(part => part.split(':')).reduce((n, [kind, at]) => n && ofItsKind(n, kind)[+at], document.documentElement);
const textNodes = (root, without, most) => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
  for (let n = walk.nextNode(), many = 0; n && many < most; n = walk.nextNode(), many++)
    if (n.data.trim() && n.parentElement && !n.parentElement.closest(without)) found.push(n);
  return found;
};
