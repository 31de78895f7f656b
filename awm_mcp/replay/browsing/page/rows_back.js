// Rows of a list that went alone, the others staying, and stand where they were again. With q.begins the lists are noted, and
// watched from then on; without, the answer is the first of such rows, or '', and whether one of q.texts stands on the page more often
// than it did then, other than as a choice. Of a list that is drawn anew at once, only how it is then counts.
const ROWS = 'li,tr,article,[role=row],[role=listitem]', MOST_ROWS = 200, LONGEST = 80;
const keep = keeper(), rowsOf = list => [...list.children].filter(n => n.matches(ROWS) && visible(n)), saysOf = row => fold(row.textContent);
const alike = (parent, kind) => [...parent.children].filter(n => tag(n) === kind);      // a message that comes shifts no list
const wayTo = n => n.parentElement ? [...wayTo(n.parentElement), [tag(n), alike(n.parentElement, tag(n)).indexOf(n)]] : [];
const atWay = way => way.reduce((n, [kind, index]) => n && alike(n, kind)[index], document.documentElement);
const listOf = noted => noted.list.isConnected ? noted.list : atWay(noted.way);
const OF_LISTS = 'option,[role=option],[role=listbox],[role=menu],script,style,template,noscript', MOST_TEXTS = 4000;
const times = texts => {
  const walk = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT), wanted = texts.map(fold).filter(Boolean);
  let found = 0;
  for (let n = walk.nextNode(), many = 0; n && many < MOST_TEXTS; n = walk.nextNode(), many++)
    if (n.data.trim() && wanted.some(text => fold(n.data).includes(text)) && n.parentElement && !n.parentElement.closest(OF_LISTS) && visible(n.parentElement)) found++;
  return found;
};
if (q.begins) {
  if (keep.lists) keep.lists.watch.disconnect();
  memo.clear();
  const lists = [...new Set([...document.querySelectorAll(ROWS)].slice(0, MOST_ROWS).map(row => row.parentElement).filter(list => list && !list.closest('nav,[role=listbox],[role=menu]')))];
  const noted = lists.map(list => ({ list, way: wayTo(list), texts: rowsOf(list).map(saysOf), gone: [] })).filter(one => one.texts.length > 1);
  const looked = () => {
    memo.clear();
    for (const one of noted) {
      const list = one.gone.length ? null : listOf(one), left = list ? rowsOf(list).map(saysOf) : [];
      if (left.length && left.length < one.texts.length && left.every(text => one.texts.includes(text))) one.gone = one.texts.filter(text => !left.includes(text));
    }
  };
  keep.lists = { noted, times: times(q.texts), watch: new MutationObserver(looked) };
  if (noted.length && document.body) keep.lists.watch.observe(document.body, { childList: true, subtree: true });
  return null;
}
if (!keep.lists) return { row: '', more: true };
const isBack = one => { const list = listOf(one), now = list ? rowsOf(list).map(saysOf) : []; return now.length === one.texts.length && now.every((text, i) => text === one.texts[i]); };
const back = keep.lists.noted.find(one => one.gone.length && isBack(one));
return { row: back ? clip(back.gone[0], LONGEST) : '', more: times(q.texts) > keep.lists.times };
