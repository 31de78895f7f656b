// What the other rows of a list are called: what they say where the row of the element says q.text and nothing else; and all
// that this row says.
const MOST = 60, MOST_ROWS = 300, LONGEST = 80, want = fold(q.text);
const row = given.closest(ROWS) || naturalRow(given);
const own = row && row.parentElement ? [...row.querySelectorAll('*')].filter(n => fold(n.textContent) === want).pop() : null;
if (!own) return { row: '', names: [] };
const way = [];
for (let n = own; n !== row; n = n.parentElement) way.unshift([n.tagName, [...n.parentElement.children].filter(o => o.tagName === n.tagName).indexOf(n)]);
const at = other => way.reduce((n, [kind, index]) => n && [...n.children].filter(o => o.tagName === kind)[index], other);
const others = [...row.parentElement.children].filter(o => o !== row && o.tagName === row.tagName).slice(0, MOST_ROWS).map(at).filter(Boolean);
const theirs = [...new Set(others.map(n => shown(n.textContent)))].filter(text => text && text.length <= LONGEST && fold(text) !== want);
return { row: clip(shown(row.textContent), 2000), names: theirs.slice(0, MOST) };
