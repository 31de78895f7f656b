// What lies over the page: all that each says, and that outside of its buttons. Fields that hold one of q.texts make it part of the
// task, and so does a button called as what was pressed (q.pressed).
const PRESSED = 'button,a[href],input[type=submit],input[type=button],[role=button]';
const floats = el => ['fixed', 'absolute'].includes(styleOf(el).position) && parseInt(styleOf(el).zIndex) > 0;
const lies = [...document.body.querySelectorAll(DIALOGS), ...[...document.body.children].filter(floats)];
const typed = (q.texts || []).map(fold).filter(Boolean), pressed = fold(q.pressed);
const isOwn = box => [...box.querySelectorAll('input,textarea')].some(f => typed.includes(fold(f.value)))
  || [...box.querySelectorAll(PRESSED)].some(b => pressed && fold(names(b)[0] || b.value || b.textContent) === pressed);
const outside = box => { const copy = box.cloneNode(true); for (const b of copy.querySelectorAll(`${PRESSED},script,style`)) b.replaceWith(' '); return shown([...textsOf(copy)].join(' ')); };
function* textsOf(el) { const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); for (let n = walker.nextNode(); n; n = walker.nextNode()) yield n.data; }
return lies.filter(box => visible(box) && !isOwn(box)).slice(0, 5).map(box => ({ whole: fold(box.innerText || ''), says: clip(outside(box), 1000) }));
