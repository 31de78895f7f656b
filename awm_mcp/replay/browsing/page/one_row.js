// Before a page's own code, in a tab that is opened to look: where a script is answered with nothing (an empty list, an empty object,
// no body) it is given one row instead, each of whose parts says the same text. What holds anything is left as it is.
(() => {
const TEXT = 'Xqz ownrow', parse = JSON.parse;
const WITHIN = /^(?:node|attributes|fields|properties|item|data|_source|doc|entity|record)$/i, NO = /^(?:is|has)[A-Z_]|^(?:done|completed?|checked|archived|deleted|hidden|removed|trashed|draft|private|disabled|read|closed|cancell?ed)$/i;
const UNSAID = /^(?:__|\$\$|@@)|^(?:then|toJSON|nodeType|length|_is\w+)$/, OTHERS = /err|fail|message|code|status|redirect|auth|login|token|count|total|page|next|prev|cursor/i;
const KEYS = ['id', 'text', 'title', 'name', 'label', 'note', 'body', 'content', 'description', 'subject', 'value', 'summary', 'task'];
const row = new Proxy(Object.fromEntries(KEYS.map(name => [name, TEXT])), { get: (own, key) => {
  if (key === Symbol.toPrimitive || key === 'toString' || key === 'valueOf') return () => TEXT;
  if (typeof key === 'symbol' || UNSAID.test(key)) return undefined;
  return NO.test(key) ? false : key in Object.prototype ? own[key] : WITHIN.test(key) ? row : TEXT;
} });
// What an answer without any names may be read as: a list of the row, and whatever else it is asked for holds that, too.
const anything = new Proxy([row], { get: (own, key) => typeof key === 'symbol' || key in own ? Reflect.get(own, key) : UNSAID.test(key) || OTHERS.test(key) ? undefined : anything });
const filled = one => {
  if (Array.isArray(one)) return one.length ? one : [row];
  if (one === null) return anything;
  if (typeof one !== 'object') return one;
  return Object.keys(one).length ? Object.fromEntries(Object.entries(one).map(([name, part]) => [name, Array.isArray(part) || part && typeof part === 'object' && Object.keys(part).length ? filled(part) : part])) : anything;
};
const own = (owner, name) => Object.getOwnPropertyDescriptor(owner, name);
const reads = (owner, name, read) => { const given = own(owner, name); if (given && given.get) Object.defineProperty(owner, name, { ...given, get() { return read(given.get.call(this), this); } }); };
const given = new Map();
const asText = text => {
  let one = null;
  if (text.trim()) try { one = parse(text); } catch { return text; }
  const made = filled(one);
  if (typeof made !== 'object') return text;
  const key = JSON.stringify({ own: given.size });
  given.set(key, made);
  return key;
};
JSON.parse = new Proxy(parse, { apply: (_, self, said) => given.has(said[0]) ? given.get(said[0]) : Reflect.apply(parse, self, said) });
const { text } = Response.prototype;
const isData = answer => !/html|javascript|css|image|font|wasm|stream/.test(answer.headers.get('content-type') || '') || !answer.headers.get('content-length') || answer.headers.get('content-length') === '0';
Response.prototype.text = async function () { const said = await text.call(this); return isData(this) ? asText(said) : said; };
Response.prototype.json = async function () { const said = await text.call(this); return said.trim() ? filled(parse(said)) : anything; };
reads(Response.prototype, 'status', status => status === 204 ? 200 : status);
const X = XMLHttpRequest.prototype;
reads(X, 'status', status => status === 204 ? 200 : status);
const kept = new WeakMap(), once = (asked, said) => { const before = kept.get(asked); if (before && before[0] === said) return before[1]; const made = asText(said); kept.set(asked, [said, made]); return made; };
const isText = asked => asked.readyState === 4 && !/html|javascript|css/.test(asked.getResponseHeader('content-type') || '');
reads(X, 'responseText', (said, asked) => isText(asked) ? once(asked, said) : said);
reads(X, 'response', (said, asked) => asked.readyState !== 4 ? said : asked.responseType === 'json' ? filled(said) : typeof said === 'string' && isText(asked) ? once(asked, said) : said);
})();
