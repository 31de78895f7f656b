// Whether a text stands somewhere on the page where it can be seen. What a field or an editor holds does not count: it may only
// have been typed, and a form that was refused comes back filled.
// With q.every the answer is each place of it, as it is written there.
const m = q.text, squashed = s => fold(s), bare = s => fold(s).replace(/\s+/g, '');
if (!document.body) return q.every ? [] : false;
const lit = m.tokens.every(t => t.text !== undefined) ? squashed(m.tokens.map(t => t.text).join('')) : null;
const scopes = roots(), holds = scope => bare((scope === document ? document.body : scope).textContent).includes(bare(lit));
if (lit !== null && !scopes.some(holds)) return q.every ? [] : false;
const inShadow = scopes.slice(1).flatMap(root => [...root.children]).filter(el => !SKIP.has(tag(el)) && rendered(el)).map(el => el.innerText || '');
const line = (left, one) => left.replace(one, () => '\n');
const text = written().reduce((left, el) => {
  const own = el.innerText.trim();
  return !own || left.includes(own) ? line(left, own) : own.split('\n').filter(one => one.trim().length > 3).reduce(line, left);
}, [document.body.innerText, ...inShadow].join('\n'));
if (lit !== null && q.every) return lit ? squashed(text).split(lit).slice(1).map(() => lit) : [];
if (lit !== null) return squashed(text).includes(lit);
const source = m.tokens.map(t => t.text !== undefined
  ? t.text.normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')
  : t.gap === 'number' ? '[+-]?\\d[\\d.,\\u00a0 ]*' : '[^\\n]{0,200}?').join('');
if (q.every) return [...text.replace(GLYPHS, '').matchAll(new RegExp(source, 'gis'))].map(found => fold(found[0])).filter(Boolean);
return new RegExp(source, 'is').test(text.replace(GLYPHS, ''));
