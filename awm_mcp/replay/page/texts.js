// The texts that are shown, one for each block, and where one of them stands.
const seen = [];
const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
for (let n = walker.nextNode(), count = 0; n && count < 4000; n = walker.nextNode(), count++) {
  const p = n.parentElement, text = shown(n.data);
  if (text.length > 1 && text.length <= 200 && p && !SKIP.has(tag(p)) && visible(p)) seen.push(text);
}
return seen;
