// What covers an element, and the button in it that plainly closes or rejects it. Never one that accepts.
const DISMISS = /^(×|✕|✖|x|close( (dialog|banner|popup|window|this))?|dismiss|no,? thanks?|no thank you|not now|later|maybe later|skip|reject( all)?( cookies)?|decline( all)?( cookies)?|only (necessary|essential|required)( cookies)?|(necessary|essential)( cookies)? only|use necessary cookies only|refuse( all)?|deny( all)?|continue without accepting|hide|remind me later)$/i;
const el = given, b = el.getBoundingClientRect();
const x = Math.min(Math.max(b.x + b.width / 2, 1), innerWidth - 1), y = Math.min(Math.max(b.y + b.height / 2, 1), innerHeight - 1);
let top = document.elementFromPoint(x, y);
if (!top || within(el, top) || within(top, el)) return { button: null, says: '' };
let box = null;
for (let n = top; n && tag(n) !== 'BODY'; n = up(n)) {
  if (within(n, el)) break;
  const style = styleOf(n);
  if (['dialog', 'alertdialog'].includes(role(n)) || n.getAttribute('aria-modal') === 'true' || ['fixed', 'sticky', 'absolute'].includes(style.position)) box = n;
}
if (!box) return { button: null, says: say(top) };
// Where only strangers may be put away: a dialog that is none of the task's own places.
// The dialog may stand in a box of its own that darkens the page.
const DIALOG = 'dialog,[role=dialog],[role=alertdialog],[aria-modal=true]', dialog = box.matches(DIALOG) ? box : box.querySelector(DIALOG);
if (q.known && (!dialog || q.known.some(name => fold(name) === fold(regionName(dialog)))))
  return { button: null, says: say(box) };
const about = names(box)[0] || regionName(box) || clip(shown(content(box)), 60);
const closers = [...box.querySelectorAll('button,a,[role=button],input[type=button],input[type=submit]')]
  .filter(n => visible(n) && [...names(n), n.getAttribute('aria-label') || '', n.title || ''].some(s => DISMISS.test(shown(s).trim())));
const rank = n => /reject|decline|necessary|essential|refuse|deny|thank/i.test(names(n)[0] || '') ? 0 : 1;
closers.sort((p, q2) => rank(p) - rank(q2));
return { button: closers[0] || null, says: `${role(box) || 'overlay'} "${about}"`, how: closers[0] ? (names(closers[0])[0] || closers[0].getAttribute('aria-label')) : '' };
