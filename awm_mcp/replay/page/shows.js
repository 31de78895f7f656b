// Whether a text stands somewhere on the page where it can be seen. What a field holds does not count: it may only have been
// typed, and a form that was refused comes back filled.
const m = q.text, squashed = s => fold(s);
if (!document.body) return false;
const lit = m.tokens.every(t => t.text !== undefined) ? squashed(m.tokens.map(t => t.text).join('')) : null;
if (lit !== null && !document.body.textContent.normalize('NFKC').replace(/\s+/g, '').toLowerCase().includes(lit.replace(/\s+/g, ''))) return false;
const text = document.body.innerText;
if (lit !== null) return squashed(text).includes(lit);
const source = m.tokens.map(t => t.text !== undefined
  ? t.text.normalize('NFKC').replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')
  : t.gap === 'number' ? '[+-]?\\d[\\d.,\\u00a0 ]*' : '[^\\n]{0,200}?').join('');
return new RegExp(source, 'is').test(text);
