// Pages write other entries into the rows that they have, also in the moment in which one of them is clicked: what is pressed
// then, in a row that no longer says what it said when it was found, is kept from the page.
const PRESSED = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
const keep = keeper();
if (q.missed) { const { aim } = keep; keep.aim = null; return !!aim && aim.missed === true; }
keep.aim = null;
const { row } = q.row ? prepared({ row: q.row }) : {};
if (!row) return false;
let box = null;
for (let n = given, level = 0; n && !box && level < 8 && tag(n) !== 'BODY'; n = up(n), level++) if (rowHolds(n, row)) box = n;
if (!box) return false;
const holds = () => { memo.clear(); memoPlain.clear(); return box.isConnected && rowHolds(box, row) > 0; };
keep.aim = { el: given, holds, missed: null };
if (!keep.aiming) {
  keep.aiming = true;
  for (const kind of PRESSED) window.addEventListener(kind, e => {
    const { aim } = keep;
    if (!aim || !e.isTrusted || !e.composedPath().includes(aim.el)) return;
    if (aim.missed === null) aim.missed = !aim.holds();       // with the first of them; what the page makes of that is its own
    if (aim.missed) { e.preventDefault(); e.stopImmediatePropagation(); }
  }, true);
}
return true;
