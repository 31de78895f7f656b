// The live options of a choice point: their texts, or the one element whose text is the picked one.
const css = q.items || (q.role && ROLE_CSS[q.role]) || '[role=option],[role=radio],[role=menuitem],input[type=radio],button';
const items = all(css, roots()).filter(visible);
const texts = el => [...names(el), shown(pageText(el))].filter(Boolean);
if (q.pick === undefined) return items.map(el => shown(pageText(el)) || names(el)[0] || '').filter(Boolean);
const want = fold(q.pick);
let fits = items.filter(el => texts(el).some(s => fold(s) === want));
if (!fits.length) fits = items.filter(el => texts(el).some(s => fold(s).startsWith(want)));
return fits.length === 1 ? fits[0] : items.map(el => shown(pageText(el)) || names(el)[0] || '').filter(Boolean);
