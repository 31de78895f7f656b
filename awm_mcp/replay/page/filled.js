// What the fields of the page's forms hold: the names of all, and of texts that are to be sent and were not theirs when the page
// came, each with its name. With q.sent, whether all of these texts came with the page.
const PLAIN = 'input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),textarea,select';
const TEXTS = 'input:not([type=password]):not([type=checkbox]):not([type=radio]):not([type=file]),textarea';
const own = el => el.name || el.id || labels(el)[0] || '';
// Pages that send their whole state back and forth show what was filled in also when it was taken.
const keepsState = form => !!form.querySelector('input[type=hidden][name^="__"]');
const fields = [...document.querySelectorAll(PLAIN)].filter(el => own(el) && visible(el));
const texts = fields.filter(el => el.matches(TEXTS) && el.form && (el.form.getAttribute('method') || '').toLowerCase() === 'post' && !keepsState(el.form));
if (q.sent) return q.sent.length > 0 && q.sent.every(([name, text]) => texts.some(el => own(el) === name && el.defaultValue.trim() === text));
const typed = texts.filter(el => !el.defaultValue.trim() && el.value.trim().length > 1);
return { names: fields.map(own).slice(0, 60), typed: typed.map(el => [own(el), el.value.trim()]).slice(0, 40) };
