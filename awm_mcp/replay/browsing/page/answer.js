// The smallest shown element whose text is the answer, or holds it as a whole word; only where it is clear which: of several
// in rows of one list it is the one whose row alone holds something that the task names. A number that goes on is another
// one ("$10" in "$10.50"), and a whole page or article is an answer only where it says nothing else. With q.content, what
// only stands in menus, heads and feet of pages does not count.
const want = fold(q.text);
const hits = [];
const holds = new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}[.,])${want.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}]|[.,]\\p{N})`, 'u');
const WHOLE = 'main,article,[role=main],[role=article]';
const hitFrom = p => {
  for (let el = p, level = 0; el && level < 4 && tag(el) !== 'BODY'; el = up(el), level++) {
    const text = fold(content(el));
    if (text === want) return [el, 2];
    if (text.length > want.length + 200) return null;
    if (el.matches(WHOLE)) return null;
    if (text.includes(want) && holds.test(text)) return [el, 1];
  }
  return null;
};
for (const scope of roots()) {
  const walker = document.createTreeWalker(scope === document ? document.body : scope, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const p = n.parentElement, hit = p && !SKIP.has(tag(p)) && fold(n.data) && visible(p) ? hitFrom(p) : null;
    if (hit) hits.push(hit);
  }
}
const top = Math.max(0, ...hits.map(([, g]) => g));
// A cell that says nothing else is known by the heading of its column; what stands in it is known by its place only.
const asCell = el => { const cell = el.closest(CELL); return cell && cell !== el && fold(content(cell)) === want && columnHead(cell) ? cell : el; };
const found = [...new Set(hits.filter(([, g]) => g === top).map(([el]) => el))];
const closest = [...new Set(found.filter(el => top === 2 || !found.some(other => other !== el && el.contains(other))).map(asCell))];
const rank = el => /^H[1-6]$/.test(tag(el)) ? 0 : el.closest('main,[role=main]') ? 1 : el.closest('nav,header,footer,aside') ? 3 : 2;
if (q.content && closest.every(el => rank(el) === 3)) return null;
const nearest = Math.min(...closest.map(rank)), first = closest.filter(el => rank(el) === nearest);
const rows = first.map(el => el.closest(ROWS)), listOf = row => row && (row.closest('table,ul,ol,[role=table],[role=grid],[role=list]') || row.parentElement);
const inOneList = new Set(rows).size > 1 && rows.every(row => row && listOf(row) === listOf(rows[0]));
if (!inOneList) return first[0] || null;
const named = rows.map(row => [...chunks(row)].filter(text => text !== want && isNamed(text, q.task)));
const telling = first.filter((_, i) => named[i].some(text => named.every((other, j) => i === j || !other.includes(text))));
return telling.length === 1 ? telling[0] : null;
