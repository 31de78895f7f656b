// The smallest shown element whose text is the answer, or holds it as a whole word; only where it is clear which.
const want = fold(q.text);
const hits = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n = walker.nextNode(); n; n = walker.nextNode()) {
  const p = n.parentElement;
  if (!p || SKIP.has(tag(p)) || !fold(n.data) || !visible(p)) continue;
  for (let el = p, level = 0; el && level < 4 && tag(el) !== 'BODY'; el = el.parentElement, level++) {
    const text = fold(content(el));
    if (text === want) { hits.push([el, 2]); break; }
    if (text.length > want.length + 200) break;
    if (text.includes(want) && new RegExp(`(^|[^\\p{L}\\p{N}])${want.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\p{L}\\p{N}])`, 'u').test(text)) { hits.push([el, 1]); break; }
  }
}
const top = Math.max(0, ...hits.map(([, g]) => g));
const best = [...new Set(hits.filter(([, g]) => g === top).map(([el]) => el))];
const rank = el => /^H[1-6]$/.test(tag(el)) ? 0 : el.closest('main,[role=main]') ? 1 : el.closest('nav,header,footer,aside') ? 3 : 2;
best.sort((a, b) => rank(a) - rank(b));
return best.length ? best[0] : null;
