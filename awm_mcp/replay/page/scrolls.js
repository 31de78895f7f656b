// One screen further in everything that scrolls; whether anything moved or grew.
const boxes = [document.scrollingElement, ...[...document.querySelectorAll('*')].slice(0, 20000).filter(el =>
  el.scrollHeight > el.clientHeight + 40 && el.clientHeight > 80 && /auto|scroll/.test(styleOf(el).overflowY) && visible(el))].filter(Boolean);
let moved = false;
for (const box of new Set(boxes)) {
  const before = box.scrollTop;
  if (q.reset) box.scrollTop = 0; else box.scrollTop += Math.max(200, box.clientHeight * 0.9);
  moved = moved || box.scrollTop !== before;
}
return { moved, height: boxes.reduce((sum, box) => sum + box.scrollHeight, 0) };
