// The suggestions that belong to a field: which there are, and which one the Enter key takes. Those of another field, or of a
// menu that happens to be open, are none of its.
const CSS_OF_ONE = '[role=option],[role=listbox] li,[role=listbox] > div,ul[class*=auto] li,ul[class*=suggest] li,ul[class*=menu] li,[class*=suggest] > *,[class*=autocomplete] > *,[class*=dropdown-item],[class*=option]';
const LIT = /(^|[-_\s])(active|highlight(ed)?|hl|focus(ed)?|hover(ed)?|selected|current|cursor)([-_\s]|$)/i;
const NEAR = 80;
const el = given;
if (!el || !el.matches || !(el.matches('input,textarea') || el.isContentEditable)) return null;
const held = el.isContentEditable ? shown(el.innerText) : shown(el.value);
const lists = ['aria-controls', 'aria-owns'].map(a => el.getAttribute(a)).concat((el.closest('[role=combobox]') || el).getAttribute('aria-owns')).filter(Boolean).map(id => byId(el, id)).filter(Boolean);
const box = el.getBoundingClientRect();
const hangs = n => { const b = n.getBoundingClientRect(); return b.left < box.right + NEAR && b.right > box.left - NEAR; };
const under = list => { const b = list.getBoundingClientRect(); return hangs(list) && (Math.abs(b.top - box.bottom) < NEAR || Math.abs(b.bottom - box.top) < NEAR); };
const seen = all(CSS_OF_ONE, roots()).filter(n => visible(n) && !n.matches('select,option,input') && !n.contains(el) && !n.querySelector('[role=option]') && !within(el, n));
const single = seen.filter(n => !seen.some(o => o !== n && o.contains(n)));
const mine = lists.length ? single.filter(n => lists.some(l => l.contains(n))) : single.filter(n => under(n.closest('[role=listbox],ul,ol') || n.parentElement));
const pointed = el.getAttribute('aria-activedescendant'), active = pointed && byId(el, pointed);
const marked = mine.filter(n => LIT.test(n.getAttribute('class') || '') || n.hasAttribute('data-focus') || n.hasAttribute('data-highlighted') || n.hasAttribute('data-focused'));
const chosen = mine.filter(n => n.getAttribute('aria-selected') === 'true');
const lit = active && visible(active) ? active : marked.length === 1 ? marked[0] : !el.hasAttribute('aria-activedescendant') && chosen.length === 1 ? chosen[0] : null;
// All that an entry may be called: its text, its names, and the parts that are drawn in boxes of their own.
const parts = n => [...n.querySelectorAll('*')].filter(p => !p.matches('b,strong,mark,em,i,svg *') && ![...p.parentElement.childNodes].some(c => c.nodeType === 3 && c.data.trim()) && shown(content(p)) && !/^inline$/.test(styleOf(p).display) || p.matches('[class*=name],[class*=title],[class*=label]')).map(p => shown(content(p)));
const calls = n => [...new Set([shown(content(n)), shown(content(n, true)), ...names(n), ...parts(n)].filter(Boolean))];
const want = fold(q.text === undefined ? held : q.text), fits = n => calls(n).some(s => fold(s) === want);
const equal = mine.filter(fits);
if (q.ask === 'equal') return equal.length === 1 ? equal[0] : null;
return { held, options: [...new Set(mine.map(n => shown(content(n))).filter(Boolean))].slice(0, 30), lit: lit ? clip(shown(content(lit)), 120) : null, calls: lit ? calls(lit).slice(0, 8).map(s => clip(s, 120)) : [],
  fits: !!lit && fits(lit), equal: equal.length };
