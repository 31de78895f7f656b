// Rows of a list that went alone, the others staying, and stand where they were again. With q.begins the lists are noted, and
// watched from then on; without, the answer is the first of such rows, or '', and whether one of q.texts stands on the page more often
// than it did then, other than as a choice. Of a list that is drawn anew at once, only how it is then counts. Long lists are not watched.
const MOST_ROWS = 200, LONGEST = 80;
const keep = keeper(), rowsOf = list => [...list.children].filter(n => n.matches(LIST_ROWS) && visible(n)), saysOf = row => fold(row.textContent);
const listOf = noted => noted.list.isConnected ? noted.list : atWay(noted.way);
const OF_LISTS = 'option,[role=option],[role=listbox],[role=menu],script,style,template,noscript', MOST_TEXTS = 4000;
const times = texts => {
  const wanted = texts.map(fold).filter(Boolean);
  const says = n => wanted.some(text => fold(n.data).includes(text)) && visible(n.parentElement);
  return wanted.length ? textNodes(document.body || document, OF_LISTS, MOST_TEXTS).filter(says).length : 0;
};
if (q.begins) {
  if (keep.lists) keep.lists.watch.disconnect();
  memo.clear();
  const lists = [...new Set([...document.querySelectorAll(LIST_ROWS)].slice(0, MOST_ROWS).map(row => row.parentElement).filter(list => list && list.childElementCount <= MOST_ROWS && !list.closest('nav,[role=listbox],[role=menu]')))];
  const wayTo = waysOfLists(), noted = lists.map(list => ({ list, way: wayTo(list), texts: rowsOf(list).map(saysOf), gone: [] })).filter(one => one.texts.length > 1);
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
