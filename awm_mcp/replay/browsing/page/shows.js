// Whether a text stands somewhere on the page where it can be seen. What a field or an editor holds does not count: it may only
// have been typed, and a form that was refused comes back filled.
// With q.every the answer is each place of it, as it is written there. With q.behind it is that of what lies behind a dialog that
// covers the page, also of what cannot be seen there, and whether there is such a dialog.
const m = q.text, squashed = s => fold(s), bare = s => fold(s).replace(/\s+/g, '');
if (!document.body) return q.behind ? { over: false, texts: [] } : q.every ? [] : false;
const onTop = () => [maskOf(), ...document.querySelectorAll('dialog:modal,[aria-modal=true]')].filter(box => box && visible(box) && (box.innerText || '').trim());
const covers = q.behind ? onTop() : [], isBehind = n => n.parentElement && !SKIP.has(tag(n.parentElement)) && !covers.some(box => box.contains(n));
const unseen = () => { const parts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); for (let n = walker.nextNode(); n; n = walker.nextNode()) if (isBehind(n)) parts.push(n.data); return parts.join('\n'); };
const lit = m.tokens.every(t => t.text !== undefined) ? squashed(m.tokens.map(t => t.text).join('')) : null;
const scopes = roots(), holds = scope => bare((scope === document ? document.body : scope).textContent).includes(bare(lit));
if (lit !== null && !q.behind && !scopes.some(holds)) return q.every ? [] : false;
const inShadow = scopes.slice(1).flatMap(root => [...root.children]).filter(el => !SKIP.has(tag(el)) && rendered(el)).map(el => el.innerText || '');
const line = (left, one) => left.replace(one, () => '\n');
const text = covers.length ? unseen() : written().reduce((left, el) => {
  const own = el.innerText.trim();
  return !own || left.includes(own) ? line(left, own) : own.split('\n').filter(one => one.trim().length > 3).reduce(line, left);
}, [document.body.innerText, ...inShadow].join('\n'));
const every = texts => q.behind ? { over: covers.length > 0, texts } : texts;
if (lit !== null && q.every) return every(lit ? squashed(text).split(lit).slice(1).map(() => lit) : []);
if (lit !== null) return squashed(text).includes(lit);
const source = m.tokens.map(t => t.text !== undefined
  ? t.text.normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')
  : t.gap === 'number' ? '[+-]?\\d[\\d.,\\u00a0 ]*' : '[^\\n]{0,200}?').join('');
if (q.every) return every([...text.replace(GLYPHS, '').matchAll(new RegExp(source, 'gis'))].map(found => fold(found[0])).filter(Boolean));
return new RegExp(source, 'is').test(text.replace(GLYPHS, ''));
