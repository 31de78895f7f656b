// How recorded signals are compared with an element. 0 = no, 1 = allowing for marks, counters and icons, 2 = exactly.
const escaped = s => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
const unmarked = s => s.replace(/\((required|optional)\)/g, '').replace(/^[*\s]+|[*:\s]+$/g, '').trim();
const uncounted = s => unmarked(s).replace(/\s*[([]\s*\d[\d.,]*\+?\s*[)\]]$/, '').trim();
// Where a button leads is drawn beside its word or not: "Next ›". Arrows up and down, stars and ticks tell a state.
const POINTING = '\\s«»‹›❮❯❰❱⟨⟩←→⇐⇒⇦⇨➔➜➡➤▶◀▸◂►◄·•|', AROUND = new RegExp(`^[${POINTING}]+|[${POINTING}]+$`, 'gu');
const unpointed = s => s.replace(AROUND, '');
// What a basket says of itself: "Cart: 2 items - $15.00" is the same link when it is empty. A sum alone tells things apart.
const HOLDS = /\d+\s*(items?\b|item\(s\)|products?\b|articles?\b|artikel\b)/;
const unfilled = s => HOLDS.test(s) ? s.replace(HOLDS, '').replace(/([$€£¥]\s*\d[\d.,]*|\d[\d.,]*\s*[$€£¥])/g, '') : '';
const lessFirstWord = s => /^[a-z0-9]+(_[a-z0-9]+)*\s+\S/.test(s) ? s.replace(/^\S+\s+/, '') : '';
const tokens = v => v.tokens;
const literal = v => tokens(v).every(t => t.text !== undefined) ? tokens(v).map(t => t.text).join('') : null;
const pattern = v => new RegExp('^\\s*' + tokens(v).map(t =>
  t.text !== undefined ? escaped(t.text.normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, ' ')).replace(/ /g, '\\s+')
    : t.gap === 'number' ? '[+-]?\\d[\\d.,\\u00a0 ]*' : '.*?').join('\\s*?').replace(/^\\s\*\?/, '') + '\\s*$', 'is');
// What a page shows in pieces, each an element of its own ("priority" "high"), may be written with a mark between them
// ("priority::high"). Each piece has a letter: a number behind a word is a counter. What can be pressed by itself is no piece.
const lettersOf = s => s.replace(/[^\p{L}\p{N}]+/gu, '');
const piecesOf = box => {
  const found = [], walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n && found.length < 5; n = walker.nextNode()) {
    const holder = n.parentElement, text = fold(n.data);
    if (!text || SKIP.has(tag(holder)) || !visible(holder)) continue;
    for (let up = holder; up !== box; up = up.parentElement) if (plainlyClickable(up)) return [];
    found.push(text);
  }
  return found;
};
const inPieces = (want, el) => [...labelsOf(el), el].some(box => {
  const pieces = piecesOf(box), marks = '\\s*[^\\p{L}\\p{N}\\s]{1,3}\\s*';
  return pieces.length > 1 && pieces.length < 5 && pieces.every(p => /\p{L}/u.test(p))
    && new RegExp(`^${pieces.map(escaped).join(marks)}$`, 'u').test(want);
});
// Whether a folded text is a name with data behind it, where runs showed such data there: numbers, marks, and the words that stood
// there, in one number or another; without words: any two. "Red wine (2)" is no "Red", "4.5" no "4".
const sameWord = (a, b) => a === b || Math.min(a.length, b.length) > 2 && Math.abs(a.length - b.length) < 3 && (a.startsWith(b) || b.startsWith(a));
const isDataBehind = (name, is, words) => {
  const rest = name && is.startsWith(name) ? is.slice(name.length) : '';
  return /^(\s+[^\p{L}\s]|\s*[,;:({[|\u00b7\u2022\u2013\u2014])/u.test(rest) && /\d/.test(rest) && !(/\d$/.test(name) && /^[\s.,:]*\d/.test(rest))
    && (said => words ? said.every(one => words.some(word => sameWord(fold(word), one))) : said.length < 3)(rest.match(/\p{L}+/gu) || []);
};
const matcher = v => {
  if (!v) return null;
  const text = literal(v);
  if (text === null) {
    const re = pattern(v), named = v.tail ? fold(v.tail.head) : '';
    return { text: null, grade: s => re.test(shown(s)) || named && (fold(s) === named || isDataBehind(named, fold(s), v.tail.words)) ? 2 : 0 };
  }
  const want = fold(text), bare = unmarked(want), base = v.fixed ? bare : uncounted(want);
  const iconless = v.fixed ? '' : lessFirstWord(want), numberless = v.fixed ? '' : bare.replace(/\s+[\d.,]+\+?$/, '');
  const pointless = unpointed(base), basket = unfilled(want), letters = /\p{L}/u.test(basket);
  const joined = /[^\p{L}\p{N}\s]/u.test(want) ? lettersOf(want) : '';
  const grade = (s, el) => {
    const is = fold(s);
    if (is === want) return 2;
    if (!is || !want) return is === want ? 2 : 0;
    if (unmarked(is) === bare) return 1;
    if (!v.fixed && uncounted(is) === base) return 1;
    if (!v.fixed && pointless && unpointed(uncounted(is)) === pointless) return 1;
    if (!v.fixed && letters && unfilled(is) === basket) return 1;
    if (el && iconless && el.querySelector && [...el.querySelectorAll('i,span,svg,mat-icon')].some(isIcon) && is === iconless) return 1;
    if (el && el.nodeType === 1 && joined && lettersOf(is) === joined && inPieces(want, el)) return 1;
    if (el && numberless && numberless !== bare && el.querySelectorAll && [...el.querySelectorAll('*')].some(isBadge) && is === numberless) return 1;
    return 0;
  };
  return { text: want, grade, own: !!v.fixed, whole: !!v.whole && /\p{L}/u.test(want), cased: shown(text) };
};
// Capitals tell things apart where a page has both ("REPORT", "Report"); first letters and words all in small letters are typed as it comes.
const withFirstSmall = s => s.replace(/(^|[^\p{L}\p{N}])(\p{L})/gu, (_, before, first) => before + first.toLowerCase());
const spelled = (m, said) => said.match(new RegExp('(?<![\\p{L}\\p{N}])' + escaped(m.cased) + '(?![\\p{L}\\p{N}])', 'giu')) || [];
const inItsLetters = (m, said) => spelled(m, said).some(s => shown(s) === m.cased);
const inOtherLetters = (m, said) => {
  const found = m.cased === m.cased.toLowerCase() ? [] : spelled(m, said).map(shown);
  return found.length > 0 && found.every(s => withFirstSmall(s) !== withFirstSmall(m.cased));
};
const isRestyled = el => [el, ...[...el.querySelectorAll('*')].slice(0, 60)].some(n => styleOf(n).textTransform !== 'none');
// Lists cut long titles ("Replace depre…") and keep the whole text in an attribute (a title, what a tooltip shows): what begins and ends
// as what is shown there is what it says. Without it, nothing tells which of several that begin alike it is. NFKC makes "..." of "…".
const CUT = /^(.*?)\s*\.{3}\s*(.*)$/, uncut = new Map();
const wholeOf = el => {
  if (!uncut.has(el)) uncut.set(el, el.textContent.length > 400 ? [] : wholeTexts(el, fold(content(el))));
  return uncut.get(el);
};
const wholeTexts = (el, is) => {
  const cut = is.includes('...') ? CUT.exec(is) : null;
  if (!cut || cut[1].length + cut[2].length < 3) return [];
  const goesOn = s => s.length > is.length - 3 && s !== is && s.startsWith(cut[1]) && s.endsWith(cut[2]);
  const same = [el, ...[...el.querySelectorAll('*')].slice(0, 20)];
  for (let n = el.parentElement; n && tag(n) !== 'BODY' && same.length < 30 && fold(content(n)) === is; n = n.parentElement) same.push(n);
  const given = same.filter(n => fold(content(n)) === is).flatMap(n => [...n.attributes].map(a => fold(a.value)));
  return [...new Set(given.filter(goesOn))];
};
const wholly = (m, el) => wholeOf(el).some(s => m.grade(s) === 2) ? 1 : 0;
const saysAll = (m, el) => m.grade(content(el), el) || m.grade(content(el, true), el) || wholly(m, el);
const best = (m, texts, el) => texts.reduce((top, s) => Math.max(top, m.grade(s, el)), 0);

const FIELD_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'switch', 'slider', 'listbox']);
const prepared = t => {
  const m = {};
  for (const key of ['name', 'label', 'placeholder', 'testid', 'text', 'title', 'alt', 'row']) if (t[key]) m[key] = matcher(t[key]);
  return m;
};
// A number may be typed into a field for texts, and a tick drawn as a button that stays pressed in: one grade lower.
const TYPED = new Set(['textbox', 'searchbox', 'spinbutton']), TICKED = new Set(['checkbox', 'switch']);
const drawnAs = (wanted, el) => TYPED.has(wanted) && TYPED.has(role(el)) && el.matches('input') || TICKED.has(wanted) && role(el) === 'button' && el.hasAttribute('aria-pressed');
const fieldLike = (t, el) => FIELD_ROLES.has(t.role) || (!t.role && isField(el));
// Grade of one element by meaning, with the first reason why not.
const grade = (t, m, el) => {
  if (t.role && !VAGUE.has(t.role) && !sameRole(t.role, el)) {
    const weak = ['listitem', 'row', 'cell', 'gridcell', 'option'].includes(t.role) && m.text;
    if (drawnAs(t.role, el)) { const [g, why] = TICKED.has(t.role) ? gradeOther({ name: m.name || m.label }, el) : gradeField(m, el); return [Math.min(g, 1), why]; }
    if (!weak && !(t.relaxed_role && CLICK_ROLES.has(role(el)) && CLICK_ROLES.has(t.role) && !FIELD_ROLES.has(t.role))) return [0, `its role is ${role(el) || 'none'}`];
  }
  if (!t.role && m.label && m.text && m.text.own && isField(el)) return [0, 'its text differs'];     // an entry, and not the field of its label
  return fieldLike(t, el) ? gradeField(m, el) : gradeOther(m, el);
};
const gradeField = (m, el) => {
  const placeholder = m.placeholder ? m.placeholder.grade(el.getAttribute('placeholder') || el.getAttribute('aria-placeholder') || '') : null;
  const given = [m.label, m.name].filter(Boolean);
  if (!given.length) {
    if (m.placeholder) return placeholder ? [placeholder, ''] : [0, 'its placeholder differs'];
    return gradeRest(m, el);
  }
  const texts = [...labels(el), ...names(el)];
  let top = given.reduce((g, want) => Math.max(g, best(want, texts, el)), 0);
  if (!top && m.placeholder && m.name && m.name.text === m.placeholder.text && !m.label && placeholder) top = placeholder;
  if (!top) return [0, 'its label or name differs'];
  return [m.placeholder && !placeholder ? 1 : top, ''];
};
// Roles that have no name by their content, but are called by it: snapshots write it behind them as if it were one.
const CALLED_BY_TEXT = new Set(['listitem', 'paragraph', 'status', 'alert', 'term', 'definition', 'note', 'blockquote', 'code', 'strong', 'emphasis', 'time']);
const called = el => CALLED_BY_TEXT.has(role(el)) ? [...names(el), pageText(el)] : names(el);
const gradeOther = (m, el) => {
  if (m.name) { const g = best(m.name, called(el), el) || wholly(m.name, el); return g ? [g, ''] : [0, 'its name differs']; }
  if (m.label) {
    const g = best(m.label, labels(el), el) || (captioned.has(el) ? captioned.get(el) : best(m.label, [standInLabel(el)], el));
    if (g && m.text && m.text.own && !saysAll(m.text, el)) return [0, 'its text differs'];     // one of the entries that the label stands over
    return g ? [g, ''] : [0, 'its label differs'];
  }
  if (m.text) { const g = best(m.text, [pageText(el), content(el, true)], el) || wholly(m.text, el); return g ? [g, ''] : [0, 'its text differs']; }
  return gradeRest(m, el);
};
const gradeRest = (m, el) => {
  if (m.title) { const g = m.title.grade(el.title); if (!g) return [0, 'its title differs']; }
  if (m.alt) { const g = m.alt.grade(el.getAttribute('alt')); if (!g) return [0, 'its alternative text differs']; }
  if (m.text) { const g = best(m.text, [pageText(el)], el); if (!g) return [0, 'its text differs']; }
  return [2, ''];
};

// Those of the elements that hold none of the others.
const innermostOf = els => {
  const given = new Set(els), outer = new Set();
  for (const el of given) for (let n = up(el); n && !outer.has(n); n = up(n)) if (given.has(n)) outer.add(n);
  return [...given].filter(el => !outer.has(el));
};
// Elements whose own text is the wanted one: the innermost, lifted to what can be clicked. No whole-page text is built.
const byText = (m, scopes, forClick) => {
  const hits = new Set();
  const lead = m.text === null ? null : m.text;
  for (const root of scopes) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = fold(node.data), parent = node.parentElement;
      if (!start || !parent || SKIP.has(tag(parent)) || (lead !== null && !lead.includes(start.replace(/\s*\.{3}.*/, '').slice(0, 40)))) continue;
      for (let el = parent, level = 0; el && level < 6 && tag(el) !== 'BODY'; el = up(el), level++) {
        const text = fold(content(el));
        if (saysAll(m, el)) { hits.add(el); break; }
        if (lead !== null && text.length > lead.length + 40) break;
      }
    }
    for (const el of root.querySelectorAll('input[type=submit],input[type=button],input[type=reset]')) if (m.grade(el.value)) hits.add(el);
  }
  const innermost = innermostOf([...hits]);
  return [...new Set(forClick ? innermost.map(el => lifted(el, m)) : innermost)];
};
// Stand-ins for fields, by the text of the label before them; the label needs no tag or class of its own.
const captioned = new Map();
const byCaption = (m, scopes) => {
  for (const caption of byText(m, scopes, false)) {
    const box = visible(caption) && !caption.closest('button,a') && !(caption.control && visible(caption.control)) ? standInOf(caption) : null;
    if (box) captioned.set(box, Math.max(m.grade(content(caption), caption), m.grade(content(caption, true), caption)));
  }
  return [...captioned.keys()];
};
const lifted = (el, m) => {
  for (let n = el, level = 0; n && level < 6 && tag(n) !== 'BODY'; n = up(n), level++) {
    if (!saysAll(m, n)) break;
    if (plainlyClickable(n)) return n;
  }
  return el;
};

// Rows: the smallest repeated or row-like thing around an element.
const ROWS = 'tr,li,[role=row],[role=listitem],[role=option],[role=article],article,dl';
// Whether a folded text stands in the task as whole words.
const isNamed = (text, task) => {
  const said = fold(task), letter = /[\p{L}\p{N}]/u;
  for (let at = text ? said.indexOf(text) : -1; at >= 0; at = said.indexOf(text, at + 1))
    if (!(letter.test(text[0]) && letter.test(said[at - 1] || ' ')) && !(letter.test(text[text.length - 1]) && letter.test(said[at + text.length] || ' '))) return true;
  return false;
};
// What a search marks in a text, and what is left beside it, are parts of one text: "<mark>Ann</mark>a" says Anna.
const FOUND = /(^|[\s_-])(highlight(ed)?|search-?(match|hit))($|[\s_-])/i, INLINE = ['SPAN', 'EM', 'B', 'STRONG', 'I', 'MARK'];
const isInline = n => n.nodeType === 3 || INLINE.includes(tag(n)) && !n.childElementCount;
const isMark = n => n.nodeType === 1 && isInline(n) && (tag(n) === 'MARK' || FOUND.test(n.getAttribute('class') || ''));
const isMarked = n => !!n && [...n.children].some(isMark) && [...n.childNodes].every(c => c.nodeType === 8 || isInline(c));
const LINES = 'input:not([type]),input[type=text],input[type=tel],input[type=email],input[type=url],input[type=number]', SAYING = 'input[type=submit],input[type=button],' + LINES;
// What is hidden in a place that is shown, as in a folded part of it, says nothing of it.
const chunks = el => {
  const found = new Set(), isShown = rendered(el);
  for (const n of [el, ...allIn(el)]) {
    if (isShown && !rendered(n)) continue;
    if (SKIP.has(tag(n)) || (n !== el && (n.childElementCount > 6 || isInline(n) && isMarked(n.parentElement)))) continue;
    if (n.matches && n.matches(SAYING)) found.add(fold(n.value));
    const text = n.textContent.length < 400 && (!n.shadowRoot || content(n).length < 400) ? fold(content(n)) : '';
    if (text) [text, ...wholeOf(n)].forEach(said => found.add(said));
    if (!isMarked(n)) for (const c of nodesOf(n)) if (c.nodeType === 3 && c.data.trim()) found.add(fold(c.data));
  }
  return found;
};
const withoutNumber = s => s.replace(/[\s:,\u2013\u2014-]*[#(\[]+\s*\d[\d.,]*[)\]]?$/, '');   // "Title #17" is the row of "Title"
// Whether a text among others says the wanted one. A value of the caller ends where it ends: "Pad" is not "Pad XL", but "Pad, 12 pieces".
const saysIt = (texts, m) => {
  const [before, after] = m.own ? ['(^|[^\\p{L}\\p{N}\\s])\\s*', "\\s*(?![-'\u2019]\\p{L})($|[^\\p{L}\\p{N}\\s])"] : ['(^|[^\\p{L}\\p{N}])', '($|[^\\p{L}\\p{N}])'];
  const said = new RegExp(before + escaped(m.text) + after, 'iu');
  for (const text of texts) if (said.test(text)) return true;
  return false;
};
// Where the task changes something, the caller's words are all that the row's text says, but for marks around it: "Report (2)" is another one.
const BESIDE = /^[\s"'\u201c-\u201f\u2018-\u201b\u00ab\u00bb:,.;]+|[\s"'\u201c-\u201f\u2018-\u201b\u00ab\u00bb:,.;]+$/g;
const holdsText = (texts, whole, m) => {
  let top = 0;
  for (const text of texts) top = Math.max(top, m.grade(text));
  if (top > (m.whole ? 1 : 0)) return top + 1;             // "Report" before "Report (2)"
  if (m.text === null) return 0;
  for (const text of texts) if (withoutNumber(text) === m.text && !(m.whole && text.slice(m.text.length).includes('('))) return 2;
  if (m.whole) return [...texts].some(text => text.replace(BESIDE, '') === m.text) ? 1 : 0;
  return saysIt(whole, m) ? 1 : 0;
};
const rowHolds = (box, m) => { const texts = chunks(box); return holdsText(texts, m.own ? texts : [fold(content(box))], m); };
// The largest box around el that holds none of the others.
const ownBox = (el, others) => {
  let box = el;
  for (let n = up(el); n && tag(n) !== 'BODY'; n = up(n)) { if (others.some(o => o !== el && within(n, o))) break; box = n; }
  return box;
};
// A box around a single box, without class or text of its own, says nothing: frameworks put them in and take them out.
const isWrapper = n => n.childElementCount === 1 && !n.getAttribute('class') && ![...n.childNodes].some(c => c.nodeType === 3 && c.data.trim());
const unwrapped = n => { while (isWrapper(n)) n = n.firstElementChild; return n; };
const isLike = (a, b) => tag(a) === tag(b) && a.className === b.className;
const naturalRow = el => {
  for (let n = el; n; n = hostOf(n)) {
    const row = n !== el && isRowHost(n, el) ? n : n.closest(ROWS) || classedRow(n);
    if (row) return row;
  }
  return null;
};
// A host among hosts of its kind is a row where it says something beside its buttons, and others have such an element, too: the
// parts of a row that are hosts of their own do not.
const ROW_CONTROLS = 'button,input,select,textarea,[role=button],[role=checkbox],[role=menuitem]';
const saysBeside = (host, el) => textNodesIn(host).some(n => /[\p{L}\p{N}]/u.test(n.data) && !SKIP.has(tag(parentOf(n))) && !within(el, n) && !closestUp(parentOf(n), ROW_CONTROLS));
const isRowHost = (host, el) => siblingsOf(host).some(o => o.shadowRoot && tag(o) === tag(host) && allIn(o).some(n => tag(n) === tag(el) && role(n) === role(el))) && saysBeside(host, el);
const classedRow = el => {
  for (let n = el.parentElement, level = 0; n && level < 7 && tag(n) !== 'BODY'; n = n.parentElement) {
    if (!n.parentElement) return null;
    const held = unwrapped(n);
    if (held.className && [...n.parentElement.children].some(s => s !== n && isLike(unwrapped(s), held))) return n;
    level += isWrapper(n) ? 0 : 1;
  }
  return null;
};
// A path that tells by position says nothing of which of several equal rows is meant: rows come, go and are sorted anew.
const BY_PLACE = /:(?:nth|first|last|only)-|\[\s*\d+\s*\]|\b(?:position|last)\(|\s[+~]\s/;
const MANY_EQUALS = 300;
const CELLS = 'td,th,[role=cell],[role=gridcell]';      // columns of one row stay where they are
const forks = (a, b) => {                   // the boxes of a and b right below what holds both
  const above = new Set();
  for (let n = up(a); n; n = up(n)) above.add(n);
  let ofB = b, ofA = a;
  while (ofB && !above.has(up(ofB))) ofB = up(ofB);
  if (!ofB) return null;
  while (up(ofA) !== up(ofB)) ofA = up(ofA);
  return [ofA, ofB];
};
const classesOf = n => (n.getAttribute('class') || '').split(/\s+/).filter(Boolean);
const kinds = n => [...new Set([...n.children].map(tag))].sort().join();
// A flat list: headings or texts and controls in turn, all in one box.
const isText = n => n.nodeType === 3 ? /[\p{L}\p{N}]/u.test(n.data)
  : n.nodeType === 1 && !SKIP.has(tag(n)) && !isField(n) && !plainlyClickable(n) && !n.querySelector('button,a[href],' + FIELD) && visible(n) && /[\p{L}\p{N}]/u.test(n.textContent);
const textBetween = (x, y) => {
  const [first, last] = x.compareDocumentPosition(y) & Node.DOCUMENT_POSITION_FOLLOWING ? [x, y] : [y, x];
  for (let n = first.nextSibling; n && n !== last; n = n.nextSibling) if (isText(n)) return true;
  return false;
};
const HEADS = 'h1,h2,h3,h4,h5,h6,dt,legend,[role=heading]';
// Whether the part of a box that stands under the same heading as el holds the text; null when headings do not divide the box.
const underHeading = (el, box, m) => {
  const before = [...box.querySelectorAll(HEADS)].filter(h => h.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING && visible(h));
  const head = before.pop();
  if (!head || [...box.querySelectorAll(tag(head).toLowerCase())].filter(visible).length < 2) return null;
  const part = [...box.querySelectorAll('*')].filter(n => (n === head || head.compareDocumentPosition(n) & Node.DOCUMENT_POSITION_FOLLOWING) && n.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING && !n.contains(el));
  const texts = part.filter(n => !SKIP.has(tag(n)) && visible(n)).map(n => fold(content(n)));
  return holdsText(texts, texts, m);
};
// The texts right before a control in a flat list without headings; none unless all of the equal controls stand so.
const textsBefore = (el, stops) => {
  const found = [];
  for (let n = el.previousSibling; n && !stops.has(n); n = n.previousSibling) if (isText(n)) found.push(n);
  return found;
};
const flatTexts = (el, others) => {
  const boxes = others.map(o => ownBox(o, others)), mine = ownBox(el, others), stops = new Set(boxes);
  if (mine.matches(ROWS) || boxes.some(b => b.parentElement !== mine.parentElement || fold(content(b)) !== fold(content(mine)))) return [];
  const shape = nodes => nodes.map(n => n.nodeType === 3 ? 'text' : tag(n)).join();
  const groups = boxes.map(b => textsBefore(b, stops));
  if (!groups[0].length || groups.some(g => shape(g) !== shape(groups[0]))) return [];
  return groups[boxes.indexOf(mine)].map(n => fold(n.nodeType === 3 ? n.data : content(n)));
};
const inEqualRows = (a, b) => {
  const [x, y] = within(a, b) || within(b, a) ? [] : forks(a, b) || [];
  if (!x || tag(x) !== tag(y) || x.matches(CELLS)) return false;
  if (x.matches(ROWS)) return true;
  if (x === a || y === b) return textBetween(x, y);
  const theirs = classesOf(y);
  return classesOf(x).some(c => theirs.includes(c)) || kinds(x) === kinds(y);
};
// The ticks of entries like its own that are set. Settings have each a name of their own; those of entries are numbered at most.
const BOXES = 'input[type=checkbox],[role=checkbox]';
const isTicked = o => o.matches('input') ? o.checked : o.getAttribute('aria-checked') === 'true';
const kindOfTick = o => [o.localName, (o.getAttribute('name') || '').replace(/\d+/g, '')].join();
const tickedBeside = el => el.matches(BOXES)
  ? all(BOXES, [el.getRootNode()]).filter(o => o !== el && isTicked(o) && enabled(o) && o.form === el.form && kindOfTick(o) === kindOfTick(el) && inEqualRows(el, o)) : [];
// Whether only its position in a list of equal rows would tell one of the left from the others.
const toldByPlace = (path, left, found) => BY_PLACE.test(path)
  && (found.length > MANY_EQUALS || left.some(el => found.some(o => !left.includes(o) && inEqualRows(el, o))));
const FEW = 60;
const mayHold = (row, wanted) => (said => said.includes(wanted) || said.includes('...'))(squeezed(row.textContent)) || !!row.querySelector('input,textarea') || hasHosts() && [row, ...row.querySelectorAll('*')].some(n => n.shadowRoot);
let hosts = null;
const hasHosts = () => (hosts ??= roots().length > 1);
const squeezed = s => s.normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, '').toLowerCase();
// The box that is one element's own among its equals. A cell beside others of its kind is in their row: that one of them says
// the row's text does not make it the one that is meant.
const rowBox = (el, others) => el.matches(CELLS) && others.some(o => o !== el && o.parentElement === el.parentElement) ? el.parentElement : ownBox(el, others);
const inRow = (el, others, m) => {
  const many = others.length > FEW;
  if (many && m.text !== null) {
    const row = el.closest(ROWS) || naturalRow(el);
    if (row && !mayHold(row, m.text.replace(/\s+/g, ''))) return 0;
  }
  const box = others.length > 1 && !many ? rowBox(el, others) : naturalRow(el);
  if (box) {
    const own = rowHolds(box, m), flat = own || others.length < 2 || many ? null : inFlatRow(el, others, m);
    if (own || flat !== null) return own || flat;
    const natural = naturalRow(el);
    return natural && natural !== box ? rowHolds(natural, m) : 0;
  }
  for (let n = up(el), level = 0; n && level < 5 && !['BODY', 'MAIN', 'FORM', 'TABLE'].includes(tag(n)); n = up(n), level++) {
    if (rowHolds(n, m) >= 2) { const divided = underHeading(el, n, m); return divided === null ? 2 : divided; }
    if (n.shadowRoot && saysBeside(n, el)) return 0;        // what says it beyond a part of the page that stands by itself is no row of it
  }
  return 0;
};
// The row of an element.
const rowOf = (el, others) => { const box = others.length > 1 && others.length <= FEW ? rowBox(el, others) : naturalRow(el); return box || el; };
const inFlatRow = (el, others, m) => {       // null: it stands in no flat list
  const mine = ownBox(el, others), around = mine.parentElement;
  if (!around || mine.matches(ROWS) || !others.every(o => around.contains(o))) return null;
  const divided = underHeading(mine, around, m);
  if (divided !== null) return divided;
  const texts = flatTexts(el, others);
  return texts.length ? (texts.some(text => m.grade(text)) ? 2 : 0) : null;
};
// The heading or text of a flat list that stands before el and before no other of its equals.
const flatAnchor = (el, others) => {
  const mine = ownBox(el, others), around = mine.parentElement;
  if (!around || mine.matches(ROWS) || !others.every(o => around.contains(o))) return '';
  const headOf = o => [...around.querySelectorAll(HEADS)].filter(h => h.compareDocumentPosition(o) & Node.DOCUMENT_POSITION_FOLLOWING && visible(h)).map(h => shown(content(h))).pop() || '';
  const heads = others.map(headOf), head = heads[others.indexOf(el)];
  if (head && heads.filter(h => fold(h) === fold(head)).length === 1) return head;
  const theirs = new Set(others.filter(o => o !== el).flatMap(o => flatTexts(o, others)));
  return flatTexts(el, others).find(text => text.length > 1 && text.length <= 120 && !theirs.has(text)) || '';
};
