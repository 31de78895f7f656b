// What covers an element, and the button in it that puts it away. Where there is none: what leads to one (a second page of a
// question about cookies), the frame that it is, or a point beside it and what has nothing to press at all.
const told = (box, says) => {
  const [closer] = q.refuses ? closersOf(box, true) : closersOf(box), [manages] = closer ? [] : managesOf(box);
  return { button: closer || null, manages: manages || null, says, how: closer ? (names(closer)[0] || closer.getAttribute('aria-label') || '×') : '',
    noted: !!closer && calledAs(closer, NOTED) ? shown(content(box)) : '', bare: false };
};
// A frame that lies over the page and in which nothing was done by this replay is asked by itself.
if (q.within) return keeper().acted || !document.body ? { button: null, says: '' } : told(document.body, '');
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
const about = names(box)[0] || regionName(box) || clip(shown(content(box)), 60), answer = told(box, `${role(box) || 'overlay'} "${about}"`);
if (answer.button || answer.manages) return answer;
const frame = tag(top) === 'IFRAME' ? top : null, called = frame ? [frame.title, frame.name] : [];
if (frame) return { ...answer, frame: (q.own || []).some(name => called.includes(name)) ? null : frame };
const typed = [...keeper().filled].some(el => el.isConnected);
const corners = [[3, 3], [innerWidth - 4, 3], [3, innerHeight - 4], [innerWidth - 4, innerHeight - 4]], outside = corners.find(([x, y]) => hitAt(x, y) === box);
return { ...answer, bare: !!dialog && !typed && !ownDialogs(keeper()).length && isBare(box), beside: coversAll(box) && outside || null };
