// What a field has opened to choose from and lies over an element that is none of its own: a list of choices, or another pop-up of
// the field that is in hand, as a calendar. A list is left here, as by a click beside it, and whether it is gone then is told.
const LISTS = '[role=listbox],[role=option],[role=menu],[role=menuitem],[role=tree],[role=treeitem]', LEFT_MS = 300;
const DIALOG = '[role=dialog],[role=alertdialog],dialog', OPENED = '[aria-expanded=true],[aria-haspopup]';
let held = document.activeElement;
while (held && held.shadowRoot && held.shadowRoot.activeElement) held = held.shadowRoot.activeElement;
const floating = n => { for (; n && tag(n) !== 'BODY'; n = up(n)) if (['absolute', 'fixed'].includes(styleOf(n).position)) return n; return null; };
const over = () => {
  const { top } = coverOf(given), list = top && top.closest(LISTS);
  if (list && !within(given, list)) return 'list';
  const box = top && held && isField(held) && held.matches(OPENED) ? floating(top) : null;
  return box && !within(given, box) && !within(held, box) ? 'popup' : '';
};
if (q.ask === 'over') return !!over();
const kind = over();
if (!kind) return null;
const cover = coverOf(given).top, holds = n => n.contains(given) || held && n.contains(held) || !n.contains(cover);
const inDialog = [...document.querySelectorAll(DIALOG)].some(n => visible(n) && holds(n));
if (kind === 'popup') return { left: false, inDialog: false, key: 'Tab' };
// The field that says in its markup that the list is its own: it may have been left before, as to see what it holds, with its list open.
const LED = ['aria-controls', 'aria-owns'];
const listsOf = n => LED.flatMap(a => (n.getAttribute(a) || '').split(/\s+/)).map(id => id && byId(n, id)).filter(Boolean);
const ownerOf = entry => all(LED.map(a => `[${a}]`).join(), roots()).find(n => visible(n) && enabled(n) && listsOf(n).some(list => within(list, entry) && (list.matches(LISTS) || floating(list))));
// A list that a click beside it closes, but not that its field is left, hears Escape there only; in a text field that takes back what was typed.
const typedIn = n => n.isContentEditable || n.matches('input,textarea') && !n.readOnly;
const hearsKeys = () => {
  const field = held && held !== document.body ? held : ownerOf(cover);
  if (field && !typedIn(field)) field.focus({ preventScroll: true });
};
if (held && held !== document.body) held.blur();
return new Promise(done => {
  const begun = performance.now();
  const turn = () => {
    memo.clear();
    const left = !over();
    if (!left && performance.now() - begun <= LEFT_MS) return void setTimeout(turn, 30);
    if (!left) hearsKeys();
    done({ left, inDialog, key: 'Escape' });
  };
  turn();
});
