// What covers an element, and the button in it that puts it away.
const { top, box } = coverOf(given);
if (!top) return { button: null, says: '' };
if (!box) return { button: null, says: say(top) };
// Where only strangers may be put away: a dialog that is none of the task's own places.
// The dialog may stand in a box of its own that darkens the page.
const dialog = box.matches(DIALOGS) ? box : box.querySelector(DIALOGS);
const isOneOf = places => !!dialog && places.some(name => fold(name) === fold(regionName(dialog)));
// What the task itself has opened, and is at work in or will be, is no obstacle.
if (isOwn(box) || isOneOf(q.own || [])) return { button: null, says: say(box) };
if (q.known && (!dialog || isOneOf(q.known)))
  return { button: null, says: say(box) };
const about = names(box)[0] || regionName(box) || clip(shown(content(box)), 60), [closer] = closersOf(box);
return { button: closer || null, says: `${role(box) || 'overlay'} "${about}"`, how: closer ? (names(closer)[0] || closer.getAttribute('aria-label')) : '' };
