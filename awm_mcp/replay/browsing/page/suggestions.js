// The choices of an open list: those that equal the wanted text, and what there is to choose from.
const want = q.text === null ? null : fold(q.text);
const css = '[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem],[role=listbox] li,[role=listbox] > div,ul[class*=auto] li,ul[class*=suggest] li,ul[class*=menu] li,[class*=suggest] > *,[class*=autocomplete] > *,[class*=dropdown-item],[class*=option]';
const named = all(css, roots()).filter(el => visible(el) && !el.matches('select,option') && !el.querySelector('[role=option]'));
// A list without roles and telling classes: equal elements side by side that came with the press, in the box pressed, beside it or floating.
const around = given && [1, 2].reduce(n => n.parentElement && !n.parentElement.matches('body,form,main') ? n.parentElement : n, given);
const came = el => keeper().changes.some(({ r }) => cameWith(r, el, given) || (r.target === given && within(given, el)));
const isPlain = el => el !== given && visible(el) && el.textContent.length < 200 && shown(content(el)) && [...el.parentElement.children].filter(o => o.tagName === el.tagName && visible(o)).length > 1
  && (within(around, el) || floats(el, given)) && came(el);
const seen = named.length || !given ? named : all('li,div,a,button,span,p', roots()).filter(isPlain);
const texts = el => [shown(content(el)), shown(content(el, true)), ...names(el)];
const list = [...new Set(seen.map(el => shown(content(el))).filter(Boolean))].slice(0, 30);
if (want === null) return { element: null, count: 0, options: list };
const same = seen.filter(el => texts(el).some(s => fold(s) === want));
const hasBehind = (el, words) => texts(el).some(s => isDataBehind(want, fold(s), words));
const near = same.length || !q.tail ? [] : seen.filter(el => hasBehind(el, null));       // "Red, 1 l" beside "Red, 750 ml": which is meant?
const equal = same.length ? same : near.every(el => hasBehind(el, q.tail)) ? near : [];
const innermost = equal.filter(el => !equal.some(o => o !== el && el.contains(o)));
return { element: innermost.length === 1 ? innermost[0] : null, count: innermost.length, options: list };
