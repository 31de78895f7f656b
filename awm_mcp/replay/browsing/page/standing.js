// How a page stands: sums of all that it is made of (whole) and of what it says (text), how many fields hold one of the texts that
// were typed (held), also when it came (kept), how often such a text, or its number written otherwise, stands in a row or block by itself (alone) or anywhere (shown), and whether it
// sends its state back and forth (state), and what its fields hold (set) and held when it came (came), what
// it says outside of its dialogs (behind), how many of the fields that hold such a text are in one (boxed), and how many are open
// (dialogs). With q.said, whether one of these texts is shown in green (green); q.over: what overlays say that is left out.
const sum = text => { let h = 0; for (let i = 0; i < text.length; i++) h = h * 31 + text.charCodeAt(i) | 0; return h; };
if (!document.body) return null;
const scopes = roots(), typed = q.texts.map(fold).filter(Boolean), says = (q.over || []).reduce((text, one) => fold(text.replace(one, ' ')), fold(document.body.innerText || ''));
const fields = all('input:not([type=hidden]),textarea,select', scopes);
const holding = el => tag(el) === 'SELECT' ? [...el.options].map(o => +o.selected).join('') : ['checkbox', 'radio'].includes(el.type) ? `${el.checked}` : el.value || '';
const cameWith = el => tag(el) === 'SELECT' ? [...el.options].map(o => +o.defaultSelected).join('') : ['checkbox', 'radio'].includes(el.type) ? `${el.defaultChecked}` : el.defaultValue || '';
const texts = fields.filter(el => el.matches('input,textarea') && el.type !== 'password' && visible(el));
const units = ownTexts(document.body);
const shades = el => { const s = getComputedStyle(el); return [s.color, s.backgroundColor, s.borderLeftColor, s.fill]; };
const isGreen = shade => {
  const [r, g, b, a = 1] = (shade.match(/[\d.]+/g) || []).map(Number);
  return a > 0.1 && g > 60 && g > r * 1.25 && g > b * 1.15;
};
const greens = el => { for (let n = el, i = 0; n && n !== document.body && i < 3; n = n.parentElement, i++) if (shades(n).some(isGreen)) return true; return [...el.querySelectorAll('svg,svg *')].slice(0, 8).some(n => shades(n).some(isGreen)); };
const open = [...document.querySelectorAll(DIALOGS)].filter(box => visible(box) && !(q.over || []).includes(fold(box.innerText || '')));
const said = (q.said || []).map(fold), count = text => says.split(text).length - 1;
return {
  whole: sum([document.body.outerHTML, ...scopes.slice(1).map(root => root.innerHTML), ...fields.map(holding), location.href].join('\n')),
  text: sum([says, ...scopes.slice(1).map(root => fold(root.textContent || ''))].join('\n')),
  held: texts.filter(el => typed.includes(fold(el.value))).length,
  kept: texts.filter(el => typed.includes(fold(el.defaultValue))).length,
  alone: units.filter(([el, text]) => (typed.includes(text) || (/\d/.test(text) && typed.some(one => sameAmount(one, text)))) && byItself(el, text)).length,
  shown: typed.reduce((n, text) => n + count(text), 0),
  set: sum(fields.map(holding).join('\n')),
  came: sum(fields.map(cameWith).join('\n')),
  behind: sum(open.reduce((text, box) => fold(text.replace(fold(box.innerText || ''), ' ')), says)),
  boxed: texts.filter(el => typed.includes(fold(el.value)) && open.some(box => box.contains(el))).length,
  dialogs: open.length,
  state: !!document.querySelector('input[type=hidden][name^="__"]'),
  green: units.some(([el, text]) => said.some(one => one.includes(text)) && greens(el)),
};
