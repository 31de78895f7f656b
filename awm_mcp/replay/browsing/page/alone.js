// Texts that stand by themselves: [element, text] of what a place shows, but for what is written in fields and editors.
const ownTexts = root => {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(), i = 0; n && i < 6000; n = walker.nextNode(), i++) {
    const p = n.parentElement;
    if (n.data.trim() && p && !SKIP.has(tag(p)) && !p.closest('textarea,option,[contenteditable]') && visible(p)) found.push([p, fold(n.data)]);
  }
  return found;
};
// A value inside a sentence is no entry; in a row, a cell or a block of its own it is one.
const IN_ROW = 'li,tr,td,dd,dt,[role=row],[role=listitem],[role=option]';
const blockOf = el => { let n = el; while (n !== document.body && styleOf(n).display.startsWith('inline') && n.parentElement) n = n.parentElement; return n; };
const byItself = (el, text) => {
  const block = blockOf(el);
  if (block.closest(IN_ROW)) return true;
  const rest = [...block.querySelectorAll('button,a,select,label,time')].filter(n => !n.contains(el)).reduce((left, n) => left.replace(fold(n.innerText || ''), ' '), fold(block.innerText || ''));
  return fold(rest) === text;
};
