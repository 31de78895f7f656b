// Marks the moment of an action, and tells how much has changed so far and in which document.
const keep = keeper(), BEATING_MS = 300;
// What no mutation tells: fields that a script filled or ticked, what is inside shadow roots, and what only opened. Only a sum
// leaves the page.
const sum = texts => { let h = 0; for (const text of texts) for (let i = 0; i < text.length; i++) h = h * 31 + text.charCodeAt(i) | 0; return h; };
const held = el => tag(el) === 'SELECT' ? [...el.options].map(o => +o.selected).join('') : 'checked' in el && ['checkbox', 'radio'].includes(el.type) ? `${el.checked}` : el.value || '';
// Menus in the top layer, and those that a style shows while something in them has the focus.
const OPENED = '[role=menu],[role=listbox],[role=dialog],[class*=menu],[class*=dropdown]';
const opened = scopes => `${all(':popover-open', scopes).length} ${all(OPENED, scopes).slice(0, 200).filter(visible).length}`;
const unseen = () => { const scopes = roots(); return sum([...all('input,textarea,select', scopes).map(held), ...scopes.slice(1).map(root => root.innerHTML), opened(scopes)]); };
const count = () => `${performance.timeOrigin}:${keep.all}:${unseen()}`;
if (q.mark) keep.mark(performance.now());
if (q.still !== undefined) return new Promise(done => {
  const begun = performance.now(), end = begun + q.limit;     // a click may have taken longer than the page needs to be still
  const still = now => now - Math.max(keep.last, q.from_now ? begun : keep.at) >= q.still;
  // A page that never rests is as still as it gets when nothing but its beat goes on, for some time from here on.
  const onlyBeats = now => now - begun >= BEATING_MS && now - lastOffBeat(keep, now) >= Math.max(BEATING_MS, q.still);
  const turn = () => {
    const now = performance.now();
    if ((still(now) || onlyBeats(now)) && !document.querySelector(BUSY) || now > end) done(count()); else setTimeout(turn, 20);
  };
  turn();
});
return count();
