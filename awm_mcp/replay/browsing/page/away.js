// Whether the middle of an element is out of sight: beyond the window, or beyond an edge of what it is scrolled or cut off in.
const b = given.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true;
for (let n = given; n && tag(n) !== 'BODY' && styleOf(n).position !== 'fixed'; n = up(n)) {
  const style = n === given ? null : styleOf(n);
  if (!style || !/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) continue;
  const r = n.getBoundingClientRect();
  if (x < r.left || x > r.right || y < r.top || y > r.bottom) return true;
}
return false;
