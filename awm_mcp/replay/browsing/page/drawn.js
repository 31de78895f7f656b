// What a page draws for a select that it hides: how it looks (as a sum), and what is clicked in it to open its list; null where
// nothing is drawn.
const OPENERS = ['[role=combobox]', 'input:not([type=hidden])', '[aria-haspopup]', 'button,[role=button]', '[tabindex]'], MOST_UP = 4;
const opens = box => {
  for (const css of OPENERS) {
    const one = [box, ...box.querySelectorAll(css)].find(n => n.matches(css) && n !== given && !n.closest('label') && visible(n));
    if (one) return one;
  }
  return null;
};

const next = given.nextElementSibling;
const besides = n => n && visible(n) && !n.matches('label,input,select,textarea,button[type=submit]') ? n : null;
const around = () => {
  for (let n = given.parentElement, level = 0; n && level < MOST_UP && !n.matches('form,body,fieldset'); n = n.parentElement, level++) {
    if ([...n.querySelectorAll('select,textarea')].some(one => one !== given)) return null;
    if (opens(n)) return n;
  }
  return null;
};
const box = besides(next) || around();
const opener = box && (opens(box) || (clickable(box) ? box : null));
if (!opener) return null;                // what cannot be opened only shows the choice
if (q.ask === 'opener') return opener;
const bare = box.cloneNode(true);
for (const own of bare.querySelectorAll('select')) own.remove();
return [bare.outerHTML, ...[...box.querySelectorAll('input')].map(one => one.value)].join('\n').split('').reduce((h, c) => h * 31 + c.charCodeAt(0) | 0, 0);
