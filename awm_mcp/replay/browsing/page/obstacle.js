// What covers an element, and the button in it that puts it away.
const { top, box } = coverOf(given);
if (!top) return { button: null, says: '' };
if (!box) return { button: null, says: say(top) };
// Where only strangers may be put away: a dialog that is none of the task's own places.
// The dialog may stand in a box of its own that darkens the page.
const DIALOG = 'dialog,[role=dialog],[role=alertdialog],[aria-modal=true]', dialog = box.matches(DIALOG) ? box : box.querySelector(DIALOG);
if (q.known && (!dialog || q.known.some(name => fold(name) === fold(regionName(dialog)))))
  return { button: null, says: say(box) };
const about = names(box)[0] || regionName(box) || clip(shown(content(box)), 60), [closer] = closersOf(box);
return { button: closer || null, says: `${role(box) || 'overlay'} "${about}"`, how: closer ? (names(closer)[0] || closer.getAttribute('aria-label')) : '' };
