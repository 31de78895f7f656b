// Brings an element into sight and lets the page draw what it draws for that; whether it moved.
const at = () => { const b = given.getBoundingClientRect(); return `${b.x} ${b.y}`; };
const before = at();
given.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
const moved = at() !== before;
return new Promise(done => {
  const late = setTimeout(() => done(moved), 150);      // a page that is not shown draws no frames
  requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(late); done(moved); }));
});
