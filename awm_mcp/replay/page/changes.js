// Marks the moment of an action, and tells how much has changed so far and in which document.
const keep = keeper(), count = () => `${performance.timeOrigin}:${keep.count}`;
if (q.mark) { keep.at = performance.now(); keep.changes.length = 0; }
if (q.still !== undefined) return new Promise(done => {
  const end = performance.now() + q.limit;
  const turn = () => {
    const now = performance.now();
    if (now - Math.max(keep.last, keep.at) >= q.still && !document.querySelector(BUSY) || now > end) done(count()); else setTimeout(turn, 20);
  };
  turn();
});
return count();
