// What a control shows of its own state: classes, attributes and icons, its counter, and everything that is shown elsewhere.
// Markup that tells a state in so many words (aria-pressed, a tick) is read elsewhere.
const PASSING = /focus|hover|ripple|anim|transition|load|busy|wait|progress|spin|pulse|bounce|flash|shake|touch|visited|enter|leave|tooltip|popover|error|invalid|fail/i;
const NOT_OF_IT = /^aria-(label|labelledby|describedby|controls|owns|activedescendant|busy|live|expanded|haspopup|disabled|pressed|checked|hidden)$|^data-.*(id|test|key|time|date|react|index|count|url|href|src|token|hash)|^data-v-/;
const MOST_PARTS = 30, LONGEST_MARK = 60;
const sum = s => { let h = 0; for (let i = 0; i < s.length; i++) h = h * 31 + s.charCodeAt(i) | 0; return (h >>> 0).toString(36); };
const wayTo = n => { const way = []; for (; n && n.parentElement; n = n.parentElement) way.unshift([...n.parentElement.children].indexOf(n)); return way; };
const standing = at => (at || []).reduce((n, index) => n && n.children[index], at ? document.documentElement : null);
const nameOf = n => fold(names(n)[0] || content(n)), wordsOf = s => fold(s).replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
// What it belongs to: its row without itself and without counters.
const around = n => { const row = n.closest('li,tr,article,[role=row],[role=listitem]'), box = row && row !== n ? row : null; return box ? fold(box.textContent.replace(n.textContent, ' ')).replace(/\d+/g, ' ').replace(/\s+/g, ' ').trim() : ''; };
// The control in a document that came anew: in its old place or alone, of the same kind, in the same words or in those of another state.
const renamed = (a, b) => a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
const again = was => {
  const alike = [...document.querySelectorAll(was.tag)].filter(n => role(n) === was.role && around(n) === was.around);
  const same = alike.filter(n => wordsOf(nameOf(n)) === wordsOf(was.name)), there = standing(was.way);
  if (same.length) return same.includes(there) ? there : same.length === 1 ? same[0] : null;
  return there && alike.includes(there) && renamed(wordsOf(was.name), wordsOf(nameOf(there))) ? there : null;
};
// What a field that takes several shows of one: its words with something to take it off.
const hasLabel = (f, own) => {
  for (let n = f.parentElement, level = 0; n && level < 4; n = n.parentElement, level++) {
    const labels = [...n.querySelectorAll('*')].slice(0, 200).filter(m => m.childElementCount && !m.contains(f) && !m.closest('[role=listbox]') && wordsOf(content(m)) === own);
    if (labels.some(m => m.querySelector('svg,button,[role=button],i,img'))) return true;
  }
  return false;
};
if (q.labelled) return !!keeper().lister && keeper().lister.isConnected && hasLabel(keeper().lister, wordsOf(q.labelled));
const start = given && given.isConnected ? given : q.was ? again(q.was) : standing(q.at);
if (!start) return null;
// A form that stands in the place of what was clicked is what it opened, and no state of it.
const FORMS = 'textarea,select,[contenteditable],input:not([type=hidden],[type=checkbox],[type=radio])';
if (start !== given && start.querySelector(FORMS)) return null;
const control = (() => { for (let n = start, level = 0; n && level < 4; n = up(n), level++) if (n.matches('button,a,[role]') || CLICK_HINTS.some(a => n.hasAttribute(a))) return n; return start; })();
// A box with nothing in it but the control may carry the state.
let outer = control, boxLevels = 0;
while (outer.parentElement && outer.parentElement.children.length === 1 && tag(outer.parentElement) !== 'BODY' && shown(outer.parentElement.textContent) === shown(control.textContent)) { outer = outer.parentElement; boxLevels++; }
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
// What is drawn where it is pressed, and goes again.
const inRipple = (part, n) => { for (; part && part !== n; part = part.parentElement) if ([...part.classList].some(c => /ripple/i.test(c))) return true; return false; };
const partsOf = n => [...n.querySelectorAll('*')].slice(0, MOST_PARTS).filter(part => !inRipple(part, n)).flatMap(part => marksOf(part, true));
const ownMarks = [...marksOf(control, false), ...partsOf(control)];
const boxMarks = outer === control ? [] : marksOf(outer, false).filter(m => !ownMarks.includes(m));
const marks = [...new Set([...marksOf(control, false), ...boxMarks, ...ownMarks])];
const place = control.parentElement || control;
const number = s => { const found = (s || '').match(/\d[\d.,\u00a0 ]*/g); return found && found.length === 1 ? Number(found[0].replace(/[^\d]/g, '')) : null; };
// A counter right by it: a number, or one of its own word ("42 stars" by "Star").
const ownWord = wordsOf(nameOf(control)).split(' ')[0];
const counts = s => /^[\d.,\s]+$/.test(s || '-') || (ownWord.length > 2 && /^\d[\d.,]*\s+\p{L}+$/u.test(s) && fold(s).replace(/^[\d.,\s]+/, '').startsWith(ownWord));
const siblings = [...place.children].filter(n => n !== control && !n.contains(control) && counts(n.textContent.trim()));
const count = number(content(control)) ?? (siblings.length === 1 ? number(siblings[0].textContent) : null);
// What stands elsewhere, for the control and what is right by it may change with it.
const textsElsewhere = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  for (let n = walker.nextNode(), seen = 0; n && seen < 4000; n = walker.nextNode(), seen++) {
    const p = n.parentElement, text = shown(n.data);
    if (text && p && !SKIP.has(tag(p)) && !control.contains(p) && !siblings.some(b => b.contains(p)) && visible(p)) texts.push({ text, at: p });
  }
  return texts;
};
const away = q.elsewhere ? textsElsewhere() : [];
// A label that was set in a menu is shown as the label of its thing then.
const name = nameOf(control), own = wordsOf(name);
const opens = control.hasAttribute('aria-expanded') || control.hasAttribute('aria-haspopup') || isField(control);
// A suggestion that says it is chosen, in the list of a field that shows it: to take it again adds nothing.
const list = control.closest('[role=listbox]'), said = control.getAttribute('aria-selected') === 'true';
const fields = list && role(control) === 'option' ? [...document.querySelectorAll('input[aria-controls],input[aria-owns]')] : [];
const offers = f => `${f.getAttribute('aria-controls') || ''} ${f.getAttribute('aria-owns') || ''}`.split(' ').some(id => { const n = id && byId(f, id); return n && n.contains(list); });
// A list whose entries say nothing of it is read by its box, which shows the one that is chosen.
const unsaid = list && !list.querySelector('[aria-selected],[aria-checked]') && list.getAttribute('aria-multiselectable') !== 'true';
const boxes = list && (said || unsaid) && role(control) === 'option' ? [...document.querySelectorAll('[role=combobox]:not(input),[aria-haspopup=listbox]:not(input)')] : [];
const chosen = !!own && (said && fields.some(f => offers(f) && wordsOf(fold(f.value)) === own) || boxes.some(f => offers(f) && wordsOf(pageText(f)) === own));
// An entry of a list says whether it is chosen (picked), and it is one of several where the list says so or its field shows it by
// a label of its own (several); the list may go with the click, and the field stays.
const lister = fields.find(offers) || null, picked = list && role(control) === 'option' && control.hasAttribute('aria-selected') ? said : null;
const takesSeveral = picked !== null && (list.getAttribute('aria-multiselectable') === 'true' || (picked && !!own && !!lister && hasLabel(lister, own)));
const several = takesSeveral ? picked : null;
if (q.elsewhere) keeper().lister = lister;
const sends = control.form && control.type === 'submit' && [...control.form.elements].some(f => f.matches('input:not([type=hidden]):not([type=submit]):not([type=button]),textarea,select'));
// What was typed on this page may be what the control sends: its state is that of the time before then.
const SEARCHES = /search|find|filter|query|lookup|suche|recherche|buscar|cerca|zoek/i;
const filled = [...keeper().filled].some(f => f.isConnected && visible(f) && f.type !== 'search' && role(f) !== 'searchbox' && !SEARCHES.test([f.id, f.name, f.placeholder, ...names(f)].join(' ')));
// In an entry about another thing, or in a navigation, its words say nothing of what this thing has. A row with the heading
// or the opener of a field shows a field, which may be this thing's.
const ofField = entry => !!entry.querySelector('th,dt,label,[aria-haspopup],[aria-expanded]') || content(entry).includes(':');
const ofAnother = (at, own) => {
  if (at.closest('nav,[role=navigation]')) return !at.closest('nav,[role=navigation]').contains(control);
  const entry = at.closest('li,tr,article,[role=row],[role=listitem]');
  return !!entry && !entry.contains(control) && !ofField(entry) && wordsOf(content(entry)) !== own;
};
const echoesOf = n => { const own = wordsOf(nameOf(n)); return own ? away.filter(({ text, at }) => wordsOf(text) === own && !ofAnother(at, own)).length : 0; };
// Choices beside it: what all of them show is no state of this one. ``apart``: its marks that not all have; ``singled``: its
// words stand elsewhere, and those of another choice do not. ``peers``: how many there are.
const choices = control.closest('[role=menu],[role=listbox],menu,ul,ol');
const peers = choices ? [...choices.querySelectorAll(tag(control))].filter(n => n !== control && role(n) === role(control)).slice(0, 40) : [];
const apart = marks.filter(m => peers.length && !peers.every(n => marksOf(n, false).includes(m) || partsOf(n).includes(m)));
const echoes = echoesOf(control), singled = echoes > 0 && peers.some(n => echoesOf(n) <= (visible(n) ? 1 : 0));
return { marks, boxes: boxLevels, boxed: boxMarks, count, filled, chosen, several, picked, at: wayTo(start), way: wayTo(control), opens: opens || !!sends, name, tag: tag(control), role: role(control), around: around(control), elsewhere: q.elsewhere ? sum(away.map(one => one.text).join('\n')) : '', echoes, apart, singled, peers: peers.length };
