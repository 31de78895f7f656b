// Brings an element into sight and lets the page draw what it draws for that; whether it moved.
const at = () => { const b = given.getBoundingClientRect(); return `${b.x} ${b.y}`; };
const before = at();
given.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
const moved = at() !== before;
const keep = keeper(), book = window[Symbol.for('awm.timers')], changes = keep.all, began = performance.now();
const LATE_MS = 150, FRAME_MS = 17;      // a page that is not shown draws no frames
if (!book) return new Promise(done => {
  const late = setTimeout(() => done(moved), LATE_MS);
  requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(late); done(moved); }));
});
// Where the page drew the first frame without a change, and set itself nothing, nothing comes with the next.
return book.drew(LATE_MS).then(() => keep.all === changes && book.quietSince(began, FRAME_MS) ? moved : book.drew(LATE_MS).then(() => moved));
