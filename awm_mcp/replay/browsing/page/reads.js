// Reads an element: its text, value, an attribute, a table as rows of cells, or a list as texts.
const el = given;
const lines = s => s.replace(/[ \t\u00a0]+/g, ' ').replace(/ *\n */g, '\n').trim();
if (q.read === 'value') {
  if (el.type === 'password') return '';
  return el.isContentEditable ? lines(el.innerText) : 'value' in el ? String(el.value) : lines(el.innerText || '');
}
if (q.read === 'attribute') {
  const name = q.attribute || 'href', said = el.getAttribute(name);
  return !said && typeof el[name] === 'boolean' ? String(el[name]) : said;   // "checked", "disabled", …: not there means no
}
if (q.read === 'table') {
  const rows = el.matches('table') ? [...el.rows] : [...el.querySelectorAll('tr,[role=row]')];
  return rows.filter(visible).map(r => [...r.querySelectorAll('td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]')].map(c => lines(c.innerText)));
}
if (q.read === 'list') {
  const items = el.matches('select') ? [...el.options].map(o => o.label) : [...el.querySelectorAll('li,[role=listitem],[role=option],[role=row]')].filter(visible).map(i => lines(i.innerText));
  return items.length ? items : [...el.children].filter(visible).map(i => lines(i.innerText));
}
return 'value' in el && el.matches('input,textarea') && el.type !== 'password' ? el.value : lines(el.innerText !== undefined ? el.innerText : el.textContent);
