// The texts that are shown, one for each block, and where one of them stands. What was written into an editor is no text of
// the page before it was sent.
const seen = [], editors = written();
let count = 0;
for (const scope of roots()) {
  const walker = document.createTreeWalker(scope === document ? document.body || document : scope, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n && count < 4000; n = walker.nextNode(), count++) {
    const p = n.parentElement, text = shown(n.data);
    if (text.length > 1 && text.length <= 200 && p && !SKIP.has(tag(p)) && visible(p) && !editors.some(el => el.contains(p))) seen.push(text);
  }
}
return seen;
