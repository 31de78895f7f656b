// What makes an element a message, and how it is dressed: as good news or bad.
const STRONG = '[role=alert],[role=alertdialog],[aria-live=assertive]';
const WEAK = '[role=status],[aria-live=polite],output,[class*=error],[class*=danger],[class*=invalid],[class*=alert],[class*=toast],[class*=flash],[class*=snackbar],[class*=notification]';
// What is worked in (a table, a menu, a bar of buttons) is no message, though a page may mark it for what it holds ("has-error").
const isWorkedIn = box => !box.matches(STRONG) && (!!box.querySelector('table,[role=table],[role=grid],nav') || box.querySelectorAll('a[href]:not([href^="#"]),button').length > 4);
const messageBox = el => { const box = el.closest(STRONG) || el.closest(WEAK); return box && !isWorkedIn(box) ? box : null; };
const GOOD = /success|info\b|positive|confirm/i, BAD = /danger|error|invalid|failure|critical|\bnegative\b|-negative\b/i;
const classes = el => el.getAttribute('class') || '';
// Frameworks that make their class names up tell the kind of a message by an attribute.
const KINDS = ['data-type', 'data-status', 'data-variant', 'data-severity', 'data-color', 'data-testid', 'kind'];
const look = el => [classes(el), ...KINDS.map(key => el.getAttribute(key) || '')].join(' ');
// A wrapper that says nothing else than the message is part of it; so is what stands in it.
const dress = (el, text) => {
  const worn = [look(el)];
  for (let n = el.parentElement, i = 0; n && i < 2 && shown(content(n)).length <= text.length + 12; n = n.parentElement, i++) worn.push(look(n));
  for (const n of [...el.querySelectorAll('[class],[data-testid]')].slice(0, 20)) worn.push(look(n));
  return worn.join(' ');
};
// Entries, controls and what people write are no messages; nor is one of several alike.
const ENTRY = 'li,tr,td,th,dt,dd,article,[role=row],[role=listitem],[role=article],[role=feed],[role=log],[role=option],nav,footer,a,button,label,option,[contenteditable],pre,code';
const looks = el => `${tag(el)} ${classes(el)}`;
const oneOfMany = el => {
  for (let n = el, i = 0; n && n !== document.body && i < 3; n = n.parentElement, i++) {
    const alike = n.parentElement ? [...n.parentElement.children].filter(o => looks(o) === looks(n)).length : 0;
    if (alike > (n.getAttribute('class') || tag(n) === 'DIV' ? 2 : 5)) return true;
  }
  return false;
};
// Whether a message is said in a form or a dialog, or beside a field.
const nearField = el => {
  if (el.closest('form,fieldset,[role=form],dialog,[role=dialog],[role=alertdialog],td,label')) return true;
  if (el.id && [...document.querySelectorAll('[aria-describedby],[aria-errormessage]')].some(f => `${f.getAttribute('aria-describedby') || ''} ${f.getAttribute('aria-errormessage') || ''}`.split(/\s+/).includes(el.id))) return true;
  for (let n = el.parentElement, i = 0; n && n !== document.body && i < 2; n = n.parentElement, i++)
    if (n.querySelectorAll('input:not([type=hidden]),select,textarea').length === 1 && !n.querySelector('button,[type=submit],form,h1,h2')) return true;
  return false;
};
