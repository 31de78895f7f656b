// The choices of an open list: those that equal the wanted text, and what there is to choose from.
const want = q.text === null ? null : fold(q.text);
const css = '[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem],[role=listbox] li,[role=listbox] > div,ul[class*=auto] li,ul[class*=suggest] li,ul[class*=menu] li,[class*=suggest] > *,[class*=autocomplete] > *,[class*=dropdown-item],[class*=option]';
const seen = all(css, roots()).filter(el => visible(el) && !el.matches('select,option') && !el.querySelector('[role=option]'));
const texts = el => [shown(content(el)), shown(content(el, true)), ...names(el)];
const list = [...new Set(seen.map(el => shown(content(el))).filter(Boolean))].slice(0, 30);
if (want === null) return { element: null, count: 0, options: list };
const equal = seen.filter(el => texts(el).some(s => fold(s) === want));
const innermost = equal.filter(el => !equal.some(o => o !== el && el.contains(o)));
return { element: innermost.length === 1 ? innermost[0] : null, count: innermost.length, options: list };
