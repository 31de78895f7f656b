// One screen further in everything that scrolls, and what the page draws for that; whether anything moved or grew.
// q.draws: milliseconds that a page has for it which draws its rows when it is scrolled.
const boxes = [document.scrollingElement, ...[...document.querySelectorAll('*')].slice(0, 20000).filter(el =>
  el.scrollHeight > el.clientHeight + 40 && el.clientHeight > 80 && /auto|scroll/.test(styleOf(el).overflowY) && visible(el))].filter(Boolean);
const moved = [...new Set(boxes)].filter(box => {
  const before = box.scrollTop;
  if (q.reset) box.scrollTop = 0; else box.scrollTop += Math.max(200, box.clientHeight * 0.9);
  return box.scrollTop !== before;
});
// What listens for scrolling hears of it with the next frame, which a busy browser draws late.
const heard = box => new Promise(done => {
  const late = setTimeout(done, 500);
  (box === document.scrollingElement ? document : box).addEventListener('scroll', () => { clearTimeout(late); done(); }, { once: true });
});
const keep = keeper(), counted = keep.all;
const drawn = until => new Promise(done => { const look = () => keep.all === counted && performance.now() < until ? requestAnimationFrame(look) : done(); look(); });
return Promise.all(moved.map(heard)).then(() => drawn(performance.now() + (moved.length ? q.draws || 0 : 0)))
  .then(() => ({ moved: moved.length > 0, height: boxes.reduce((sum, box) => sum + box.scrollHeight, 0), drew: keep.all !== counted }));
