// What makes an element a message, and how it is dressed: as good news or bad.
const STRONG = '[role=alert],[role=alertdialog],[aria-live=assertive]';
const WEAK = '[role=status],[aria-live=polite],output,[class*=error],[class*=danger],[class*=invalid],[class*=alert],[class*=toast],[class*=flash],[class*=snackbar],[class*=notification]';
const GOOD = /success|info\b|positive|confirm/i, BAD = /danger|error|invalid|failure|critical/i;
const classes = el => el.getAttribute('class') || '';
// A wrapper that says nothing else than the message is part of it; so is what stands in it.
const dress = (el, text) => {
  const worn = [classes(el)];
  for (let n = el.parentElement, i = 0; n && i < 2 && shown(content(n)).length <= text.length + 12; n = n.parentElement, i++) worn.push(classes(n));
  for (const n of [...el.querySelectorAll('[class]')].slice(0, 20)) worn.push(classes(n));
  return worn.join(' ');
};
