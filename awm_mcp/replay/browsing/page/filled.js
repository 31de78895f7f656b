// What the fields of the page's forms hold: the names of all, and of texts that are to be sent and were not theirs when the page
// came, each with its name; and the names of fields that this replay filled in and that are empty by now, though nothing was pressed
// since, and what was typed is to be seen nowhere (as it is where a field makes labels of it); and the rows of its
// lists, each list by its way through the document, how many of them are blank, and how many dialogs are open. With q.sent, whether all of these texts came with the page.
const PLAIN = 'input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),textarea,select';
const TEXTS = 'input:not([type=password]):not([type=checkbox]):not([type=radio]):not([type=file]),textarea';
const own = el => el.name || el.id || labels(el)[0] || '';
// Pages that send their whole state back and forth show what was filled in also when it was taken.
const keepsState = form => !!form.querySelector('input[type=hidden][name^="__"]');
const fields = [...document.querySelectorAll(PLAIN)].filter(el => own(el) && visible(el));
const texts = fields.filter(el => el.matches(TEXTS) && el.form && (el.form.getAttribute('method') || '').toLowerCase() === 'post' && !keepsState(el.form));
if (q.sent) return q.sent.length > 0 && q.sent.every(([name, text]) => texts.some(el => own(el) === name && el.defaultValue.trim() === text));
const typed = texts.filter(el => !el.defaultValue.trim() && el.value.trim().length > 1);
const book = window[Symbol.for('awm.timers')], says = () => fold(document.body.innerText || '');
const emptied = !book ? [] : [...keeper().mine].filter(([el, mine]) =>
  mine.at > book.pressed && mine.is.trim() && el.value === '' && el.isConnected && visible(el) && !says().includes(fold(mine.is)));
const MOST_ROWS = 300, COMING = '[class*=skeleton],[class*=placeholder],[class*=loading],[class*=spacer],[class*=divider],[role=separator],[role=presentation],[aria-hidden=true]', lists = {}, wayTo = waysOfLists();
let blank = 0;
for (const row of [...document.querySelectorAll(LIST_ROWS)].slice(0, MOST_ROWS)) {
  const text = row.parentElement && !row.querySelector(':scope > th') && !row.closest('nav') && visible(row) ? clip(shown(row.textContent), 80) : '';
  if (text) (lists[wayTo(row.parentElement)] ||= []).push(text);
  else blank += !!row.parentElement && !shown(row.textContent) && !row.matches(COMING) && !row.querySelector(`${COMING},input,select,textarea,button,img,svg,canvas,video,iframe`) && !row.closest('nav') && visible(row);
}
return { lists, blank, dialogs: [...document.querySelectorAll(DIALOGS)].filter(visible).length, emptied: emptied.map(([el]) => names(el)[0] || own(el)), names: fields.map(own).slice(0, 60), typed: typed.map(el => [own(el), el.value.trim()]).slice(0, 40) };
