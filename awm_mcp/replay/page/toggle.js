// What a control shows of its own state: classes, attributes and icons, its counter, and everything that is shown elsewhere.
// Markup that tells a state in so many words (aria-pressed, a tick) is read elsewhere.
const PASSING = /focus|hover|ripple|anim|transition|load|busy|wait|progress|spin|pulse|bounce|flash|shake|touch|visited|enter|leave|tooltip|popover|error|invalid|fail/i;
const NOT_OF_IT = /^aria-(label|labelledby|describedby|controls|owns|activedescendant|busy|live|expanded|haspopup|disabled|pressed|checked|hidden)$|^data-.*(id|test|key|time|date|react|index|count|url|href|src|token|hash)|^data-v-/;
const MOST_PARTS = 30, LONGEST_MARK = 60;
const sum = s => { let h = 0; for (let i = 0; i < s.length; i++) h = h * 31 + s.charCodeAt(i) | 0; return (h >>> 0).toString(36); };
const wayTo = n => { const way = []; for (; n && n.parentElement; n = n.parentElement) way.unshift([...n.parentElement.children].indexOf(n)); return way; };
const start = given && given.isConnected ? given : (q.at || []).reduce((n, index) => n && n.children[index], q.at ? document.documentElement : null);
if (!start) return null;
const control = (() => { for (let n = start, level = 0; n && level < 4; n = up(n), level++) if (n.matches('button,a,[role]') || CLICK_HINTS.some(a => n.hasAttribute(a))) return n; return start; })();
// A box with nothing in it but the control may carry the state.
let outer = control;
while (outer.parentElement && outer.parentElement.children.length === 1 && tag(outer.parentElement) !== 'BODY' && shown(outer.parentElement.textContent) === shown(control.textContent)) outer = outer.parentElement;
if (q.element) return control;
const short = s => s.length <= LONGEST_MARK ? s : `#${sum(s)}`;
const marksOf = (n, part) => {
  const found = [...n.classList].filter(c => c.length <= LONGEST_MARK && !PASSING.test(c)).map(c => `.${c}`);
  for (const { name, value } of n.attributes) {
    const telling = part ? ['fill', 'stroke', 'd', 'href', 'xlink:href', 'src', 'icon', 'name'].includes(name) : ['icon', 'src'].includes(name);
    const state = /^(aria|data)-/.test(name) && !NOT_OF_IT.test(name) && value.length <= 30 && !/\d{3,}/.test(value) && !PASSING.test(`${name} ${value}`);
    if (telling || state) found.push(`[${name}=${short(value)}]`);
  }
  for (const key of ['color', 'background-color', 'background-image', 'fill', 'stroke', 'mask-image']) if (n.style && n.style.getPropertyValue(key)) found.push(`{${key}:${short(n.style.getPropertyValue(key))}}`);
  const own = [...n.childNodes].filter(c => c.nodeType === 3).map(c => c.data).join('').trim();
  const glyphs = own.length > LONGEST_MARK ? '' : isIcon(n) || !/[\p{L}\p{N}]/u.test(own) ? own : (own.match(/\p{So}/gu) || []).join('');
  if (glyphs) found.push(`"${glyphs}"`);
  return found.map(mark => part ? `${tag(n).toLowerCase()}${mark}` : mark);
};
const parts = [...control.querySelectorAll('*')].slice(0, MOST_PARTS);
const marks = [...new Set([...marksOf(control, false), ...(outer === control ? [] : marksOf(outer, false)), ...parts.flatMap(n => marksOf(n, true))])];
const place = control.parentElement || control;
const number = s => { const found = (s || '').match(/\d[\d.,\u00a0 ]*/g); return found && found.length === 1 ? Number(found[0].replace(/[^\d]/g, '')) : null; };
const siblings = [...place.children].filter(n => n !== control && !n.contains(control) && /^[\d.,\s]+$/.test(n.textContent.trim() || '-'));
const count = number(content(control)) ?? (siblings.length === 1 ? number(siblings[0].textContent) : null);
// What stands elsewhere, for the control and what is right by it may change with it.
const textsElsewhere = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  for (let n = walker.nextNode(), seen = 0; n && seen < 4000; n = walker.nextNode(), seen++) {
    const p = n.parentElement, text = shown(n.data);
    if (text && p && !SKIP.has(tag(p)) && !control.contains(p) && !siblings.some(b => b.contains(p)) && visible(p)) texts.push(text);
  }
  return texts;
};
const away = q.elsewhere ? textsElsewhere() : [];
// A label that was set in a menu is shown as the label of its thing then.
const name = fold(names(control)[0] || content(control)), wordsOf = s => fold(s).replace(/[^\p{L}\p{N}]+/gu, ' ').trim(), own = wordsOf(name);
const opens = control.hasAttribute('aria-expanded') || control.hasAttribute('aria-haspopup') || isField(control);
// A suggestion that says it is chosen, in the list of a field that shows it: to take it again adds nothing.
const list = control.closest('[role=listbox]'), said = control.getAttribute('aria-selected') === 'true';
const fields = list && role(control) === 'option' && said ? [...document.querySelectorAll('input[aria-controls],input[aria-owns]')] : [];
const offers = f => `${f.getAttribute('aria-controls') || ''} ${f.getAttribute('aria-owns') || ''}`.split(' ').some(id => { const n = id && byId(f, id); return n && n.contains(list); });
const chosen = !!own && fields.some(f => offers(f) && wordsOf(fold(f.value)) === own);
const sends = control.form && control.type === 'submit' && [...control.form.elements].some(f => f.matches('input:not([type=hidden]):not([type=submit]):not([type=button]),textarea,select'));
// What was typed on this page may be what the control sends: its state is that of the time before then.
const SEARCHES = /search|find|filter|query|lookup|suche|recherche|buscar|cerca|zoek/i;
const filled = [...keeper().filled].some(f => f.isConnected && visible(f) && f.type !== 'search' && role(f) !== 'searchbox' && !SEARCHES.test([f.id, f.name, f.placeholder, ...names(f)].join(' ')));
return { marks, count, filled, chosen, at: wayTo(start), opens: opens || !!sends, name, elsewhere: q.elsewhere ? sum(away.join('\n')) : '', echoes: own ? away.filter(text => wordsOf(text) === own).length : 0 };
