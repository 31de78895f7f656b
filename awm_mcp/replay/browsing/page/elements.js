// What an element is to a person: role, name, label, text, visibility, surroundings. Shared by all page scripts.
const GLYPHS = /[\u200b-\u200f\u2060-\u2064\ufeff\ue000-\uf8ff]/g;
const fold = s => (s || '').normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, ' ').trim().toLowerCase();
const shown = s => (s || '').normalize('NFKC').replace(GLYPHS, '').replace(/\s+/g, ' ').trim();
// Cut with a mark, so that whoever reads it knows that there was more.
const clip = (s, most) => s.length > most ? s.slice(0, most - 1) + '\u2026' : s;
const SKIP = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE', 'OPTION', 'OPTGROUP', 'DATALIST']);
const TEXT_INPUT = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);
const TEST_IDS = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'];
const tag = el => el.tagName.toUpperCase();

const roots = () => {
  const found = [document];
  for (let i = 0; i < found.length; i++)
    for (const el of found[i].querySelectorAll('*')) if (el.shadowRoot) found.push(el.shadowRoot);
  return found;
};
const all = (css, scopes) => {
  const found = [];
  for (const root of scopes) { try { found.push(...root.querySelectorAll(css)); } catch { return []; } }
  return found;
};
const up = el => el.assignedSlot || el.parentElement || (el.getRootNode().host ?? null);
const within = (outer, inner) => { for (let n = inner; n; n = up(n)) if (n === outer) return true; return false; };
// Shadow roots crossed: what stands in a host is a part of the host, and of the row that the host is in.
const hostOf = n => n.getRootNode().host || null;
const parentOf = n => n.parentElement || hostOf(n);
const nodesOf = n => n.shadowRoot ? [...n.shadowRoot.childNodes, ...n.childNodes] : [...n.childNodes];
const allIn = box => {
  const found = [], into = root => { for (const n of root.querySelectorAll('*')) { found.push(n); if (n.shadowRoot) into(n.shadowRoot); } };
  if (box.shadowRoot) into(box.shadowRoot);
  into(box);
  return found;
};
const textNodesIn = box => [box, ...allIn(box)].flatMap(n => nodesOf(n).filter(c => c.nodeType === 3 && c.data.trim()));
const closestUp = (n, css) => { for (; n; n = hostOf(n)) { const found = n.closest(css); if (found) return found; } return null; };
const siblingsOf = n => n.parentNode ? [...n.parentNode.children].filter(o => o !== n) : [];
const byId = (el, id) => { const root = el.getRootNode(); return root.getElementById ? root.getElementById(id) : null; };

const INPUT_ROLE = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', number: 'spinbutton', hidden: '',
};
const TAG_ROLE = {
  BUTTON: 'button', TEXTAREA: 'textbox', IMG: 'img', NAV: 'navigation', MAIN: 'main', ASIDE: 'complementary', TABLE: 'table',
  TR: 'row', TD: 'cell', TH: 'columnheader', UL: 'list', OL: 'list', LI: 'listitem', OPTION: 'option', DIALOG: 'dialog',
  ARTICLE: 'article', SUMMARY: 'button', FIELDSET: 'group', FORM: 'form', PROGRESS: 'progressbar', P: 'paragraph', HR: 'separator',
  H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', METER: 'meter', OUTPUT: 'status',
  STRONG: 'strong', EM: 'emphasis', CODE: 'code', DEL: 'deletion', INS: 'insertion', BLOCKQUOTE: 'blockquote', TIME: 'time', DT: 'term',
  DD: 'definition', FIGURE: 'figure', CAPTION: 'caption', THEAD: 'rowgroup', TBODY: 'rowgroup', TFOOT: 'rowgroup', MENU: 'list',
  DETAILS: 'group', SEARCH: 'search', MARK: 'mark', SUB: 'subscript', SUP: 'superscript', IFRAME: 'iframe', SECTION: 'region',
  HEADER: 'banner', FOOTER: 'contentinfo', ADDRESS: 'group', HGROUP: 'group', OPTGROUP: 'group', DFN: 'term', S: 'deletion',
  MATH: 'math',
};
const inputRole = el => {
  const type = (el.getAttribute('type') || 'text').toLowerCase();
  if (type in INPUT_ROLE) return INPUT_ROLE[type];
  if (el.hasAttribute('list')) return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
};
// What only draws the page and says so has no role: a cell of a table for the layout holds a whole grid of cells.
const DRAWN_WITH = new Set(['TABLE', 'THEAD', 'TBODY', 'TFOOT', 'TR', 'TD', 'TH', 'IMG']);
const role = el => {
  const given = (el.getAttribute('role') || '').trim().split(/\s+/)[0];
  if (given && given !== 'presentation' && given !== 'none') return given;
  const t = tag(el);
  if (given && DRAWN_WITH.has(t) && !el.hasAttribute('tabindex') && !el.hasAttribute('aria-label')) return '';
  if (t === 'A' || t === 'AREA') return el.hasAttribute('href') ? 'link' : '';
  if (t === 'INPUT') return inputRole(el);
  if (t === 'SELECT') return el.multiple || el.size > 1 ? 'listbox' : 'combobox';
  if (t === 'SECTION') return el.hasAttribute('aria-label') || el.hasAttribute('aria-labelledby') ? 'region' : '';
  if (t === 'HEADER' || t === 'FOOTER')
    return el.closest('article,aside,main,nav,section') ? '' : t === 'HEADER' ? 'banner' : 'contentinfo';
  if (el.isContentEditable && !(up(el) || {}).isContentEditable) return 'textbox';
  return TAG_ROLE[t] || '';
};
// The whole editor that something editable is part of; what is written in it says nothing of which editor it is.
const editorOf = el => {
  let host = el;
  if (el.isContentEditable) for (let n = up(el); n && n.isContentEditable && tag(n) !== 'HTML'; n = up(n)) host = n;
  return host;
};
const ROLE_CSS = {
  button: 'button,input[type=button],input[type=submit],input[type=reset],input[type=image],input[type=file],summary,[role~=button]',
  link: 'a[href],area[href],[role~=link]',
  textbox: 'input,textarea,[role~=textbox],[role~=searchbox],[role~=combobox],[contenteditable]',
  searchbox: 'input,textarea,[role~=searchbox],[role~=textbox],[role~=combobox]',
  combobox: 'select,input,textarea,[role~=combobox],[role~=textbox],[role~=searchbox]',
  spinbutton: 'input,[role~=spinbutton]', listbox: 'select,[role~=listbox]', option: 'option,[role~=option]',
  checkbox: 'input[type=checkbox],[role~=checkbox],[role~=switch],[aria-pressed]', switch: 'input[type=checkbox],[role~=switch],[role~=checkbox],[aria-pressed]',
  radio: 'input[type=radio],[role~=radio]', slider: 'input[type=range],[role~=slider]', img: 'img,svg,[role~=img],[role~=image]',
  heading: 'h1,h2,h3,h4,h5,h6,[role~=heading]', row: 'tr,[role~=row]', cell: 'td,[role~=cell],[role~=gridcell]',
  gridcell: 'td,[role~=gridcell],[role~=cell]', listitem: 'li,[role~=listitem]', list: 'ul,ol,menu,[role~=list]', dialog: 'dialog,[role~=dialog]',
};
const SAME_ROLE = [['textbox', 'searchbox', 'combobox'], ['checkbox', 'switch'], ['img', 'image'], ['cell', 'gridcell'], ['columnheader', 'rowheader']];
// All that may have a role, or one that counts as the same.
const ROLE_TAGS = Object.entries(TAG_ROLE);
const cssOfRole = wanted => {
  if (ROLE_CSS[wanted]) return ROLE_CSS[wanted];
  const alike = [wanted, ...SAME_ROLE.filter(set => set.includes(wanted)).flat()];
  const tags = ROLE_TAGS.filter(([, its]) => alike.includes(its)).map(([name]) => name.toLowerCase());
  return [...new Set(alike.flatMap(one => [ROLE_CSS[one], `[role~="${CSS.escape(one)}"]`]).filter(Boolean)), ...tags].join(',');
};
const VAGUE = new Set(['', 'generic', 'none', 'presentation', 'paragraph', 'text', 'document', 'StaticText', 'application']);
const sameRole = (wanted, el) => {
  const is = role(el);
  if (is === wanted) return true;
  if (tag(el) === 'INPUT' && el.type === 'file') return wanted === 'textbox' || wanted === 'button';
  if (wanted === 'combobox' || is === 'combobox') if (tag(el) === 'SELECT') return false;
  return SAME_ROLE.some(set => set.includes(wanted) && set.includes(is));
};

const styleOf = el => getComputedStyle(el);
const rendered = el => el.checkVisibility ? el.checkVisibility({ visibilityProperty: true }) : styleOf(el).display !== 'none';
const visible = el => {
  if (el.isConnected && styleOf(el).display === 'contents' && !el.closest('[inert]')) return [...el.children].some(visible);
  if (!el.isConnected || !rendered(el) || el.closest('[inert]')) return false;
  if (tag(el) === 'OPTION') {                // options of a select that a stand-in has shrunk to a point are not shown
    const list = el.closest('select'), around = list && list.getBoundingClientRect();
    if (around && (around.width < 5 || around.height < 5)) return false;
  }
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && (el.checkVisibility ? el.checkVisibility({ opacityProperty: true }) : true);
};
// A tick that is drawn transparent over its own look, as often the buttons of menus and switches are, takes the press itself.
const takesPress = el => {
  const box = el.getBoundingClientRect();
  if (!el.matches('input[type=checkbox],input[type=radio]') || !rendered(el) || el.closest('[inert]') || box.width < 8 || box.height < 8) return false;
  const x = box.x + box.width / 2, y = box.y + box.height / 2, below = x > 0 && x < innerWidth && y > innerHeight;
  return below || el.getRootNode().elementFromPoint(x, y) === el;
};
const enabled = el => !(el.disabled || el.closest('[aria-disabled=true]') || el.closest('fieldset[disabled]'));

const ICON = /(^|[\s_-])(material-(icons|symbols)[\w-]*|icons?|fa[srbl]?|fa-[\w-]+|glyphicon|bi|mdi|icon-[\w-]+)($|[\s])/i;
const isIcon = el => ['I', 'SVG'].includes(tag(el)) || ICON.test(el.getAttribute('class') || '');
const BADGE = /badge|count|pill|num/i;
const isBadge = el => /^[\d.,+ ]+$/.test(el.textContent.trim()) && (BADGE.test(el.getAttribute('class') || '') || tag(el) === 'SUP');

// Text of a subtree as a screen reader would say it. plain: without icons and badges.
const memo = new Map(), memoPlain = new Map();
const content = (el, plain = false, depth = 0) => {
  const cache = plain ? memoPlain : memo;
  if (cache.has(el)) return cache.get(el);
  let said = '';
  if (depth < 40) for (const node of inner(el)) said += spoken(node, plain, depth);
  const result = said.replace(/\s+/g, ' ').trim();
  cache.set(el, result);
  return result;
};
const inner = el => tag(el) === 'SLOT' ? (el.assignedNodes().length ? el.assignedNodes() : el.childNodes) : (el.shadowRoot || el).childNodes;
const spoken = (node, plain, depth) => {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 || SKIP.has(tag(node)) || node.getAttribute('aria-hidden') === 'true') return '';
  if (plain && (isIcon(node) || isBadge(node))) return ' ';
  const display = styleOf(node).display;
  if (display === 'none' || styleOf(node).visibility === 'hidden') return '';
  const label = node.getAttribute('aria-label');
  const text = label || (tag(node) === 'IMG' ? node.alt : tag(node) === 'SELECT' || tag(node) === 'TEXTAREA' ? '' : content(node, plain, depth + 1));
  return display.startsWith('inline') || display === 'contents' ? text : ` ${text} `;
};
const pageText = el => {
  if (!el.isConnected) return '';
  const t = tag(el);
  if (t === 'INPUT') return ['submit', 'button', 'reset'].includes(el.type) ? el.value : '';
  return t === 'OPTION' ? el.label || el.textContent : content(el);
};

// el.labels walks the whole document for each element; on long pages one index does.
const LABELABLE = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'METER', 'OUTPUT', 'PROGRESS']);
const labelIndex = new Map();
const labelsOf = el => {
  if (!LABELABLE.has(tag(el))) return el.labels || [];
  const root = el.getRootNode(), wrapping = el.closest('label');
  if (!labelIndex.has(root)) {
    const index = new Map();
    for (const label of root.querySelectorAll('label[for]')) index.set(label.htmlFor, [...(index.get(label.htmlFor) || []), label]);
    labelIndex.set(root, index);
  }
  const id = el.getAttribute('id');
  const named = id && byId(el, id) === el ? labelIndex.get(root).get(id) || [] : [];
  return wrapping && !wrapping.hasAttribute('for') && wrapping.control === el ? [...named, wrapping] : named;
};
// An icon that only eyes see (aria-hidden) is no part of what a field is called; nor is, behind a name given for it, what its label shows.
const labelTexts = el => {
  const found = [], given = [];
  const ids = el.getAttribute('aria-labelledby'), aria = el.getAttribute('aria-label');
  const named = ids ? ids.split(/\s+/).map(id => byId(el, id)).filter(Boolean) : [];
  // What a name is taken from may have a name of its own: the number of a day is called by its whole date.
  if (named.some(n => n !== el && n.hasAttribute('aria-label'))) given.push(shown(named.map(n => n.getAttribute('aria-label') || content(n)).join(' ')));
  // The choice that a box shows by now is a part of its name in some libraries; what it is called is the rest.
  const own = el.matches('[role=combobox],[aria-haspopup]') ? named.filter(n => within(el, n) && !n.hasAttribute('aria-label')) : [];
  if (own.length && own.length < named.length) given.push(shown(named.filter(n => !own.includes(n)).map(n => content(n)).join(' ')));
  if (named.length) given.push(shown(named.map(n => content(n)).join(' ')));
  if (aria) given.push(shown(aria));
  const labelled = [...labelsOf(el)];
  for (const label of labelled) {
    const clone = label.cloneNode(true);
    for (const own of clone.querySelectorAll('select,textarea,input,button,option,script,style')) own.remove();
    const whole = shown(clone.textContent);
    for (const unsaid of clone.querySelectorAll('[aria-hidden=true]')) unsaid.remove();
    found.push(shown(clone.textContent), whole, shown(label.textContent), shown(content(label)), shown(content(label, true)));
  }
  const around = labelled.some(label => within(el, label));
  return (around ? [...given, ...found] : [...found, ...given]).filter(Boolean);
};
const FIELD = 'input:not([type=hidden]),select,textarea,[contenteditable],[role=textbox],[role=combobox],[role=spinbutton]';
const headerCell = el => {
  const drawn = el.closest('[role=gridcell],[role=cell]'), above = drawn && drawn !== el ? columnHead(drawn) : '';
  if (above) return above;
  const cell = el.closest('td,th');
  if (!cell || !cell.parentElement) return '';
  const table = cell.closest('table'), index = cell.cellIndex;
  const head = table && [...table.querySelectorAll('tr')].find(row => row.querySelector('th') && row !== cell.parentElement && row.cells.length > index);
  const column = head && head.cells[index];
  return column && tag(column) === 'TH' ? shown(column.textContent) : '';
};
// What stands above a cell as the heading of its column; empty where the table has no headings, or cells that span columns.
const CELL = 'td,[role=cell],[role=gridcell]', HEAD = 'th,[role=columnheader]', LINE = 'tr,[role=row]';
// The row of a cell, and the cells of a row: grids put boxes between them that mean nothing.
const lineOf = cell => {
  let n = cell.parentElement;
  while (n && ['presentation', 'none'].includes(n.getAttribute('role')) && !n.matches('tr')) n = n.parentElement;
  return n && n.matches(LINE) ? n : null;
};
const cellsOf = row => [...row.querySelectorAll(`${CELL},${HEAD},[role=rowheader]`)].filter(cell => lineOf(cell) === row);
const headings = new WeakMap();
const headsOf = table => {
  if (headings.has(table)) return headings.get(table);
  const row = [...table.querySelectorAll(LINE)].find(r => r.querySelectorAll(HEAD).length > 1 || r.closest('thead') && r.querySelector(HEAD));
  const cells = row && !row.querySelector('[colspan]:not([colspan="1"])') ? cellsOf(row) : [];
  const heads = cells.map(cell => cell.matches(HEAD) ? shown(content(cell, true)) || shown(content(cell)) : '');
  headings.set(table, { row, heads, counted: countedHeads(table) });
  return headings.get(table);
};
// Grids that move their columns, or draw only those in view, count them: which stands above which, their place does not say.
const countedHeads = table => {
  const counted = new Map();
  for (const head of table.querySelectorAll('[role=columnheader][aria-colindex],th[aria-colindex]')) {
    const at = head.getAttribute('aria-colindex'), text = shown(content(head, true)) || shown(content(head));
    if (text && !counted.has(at) && !(Number(head.getAttribute('aria-colspan') || head.colSpan || 1) > 1)) counted.set(at, text);
  }
  return counted;
};
// What stands above each cell of a row, and above one of them where no other column is called so.
const headsOver = row => {
  const table = row.closest('table,[role=table],[role=grid],[role=treegrid]'), cells = cellsOf(row);
  if (!table) return [];
  const { row: top, heads, counted } = headsOf(table);
  if (top === row) return [];
  if (counted.size && cells.every(cell => cell.hasAttribute('aria-colindex'))) return cells.map(cell => counted.get(cell.getAttribute('aria-colindex')) || '');
  return cells.length === heads.length ? heads : [];
};
const columnHead = el => {
  const row = el.matches(CELL) ? lineOf(el) : null, heads = row ? headsOver(row) : [];
  const text = heads.length ? heads[cellsOf(row).indexOf(el)] || '' : '';
  return heads.filter(head => fold(head) === fold(text)).length === 1 && text.length <= 60 ? text : '';
};
const FROM_CONTENT = new Set([
  'button', 'link', 'heading', 'option', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'radio', 'checkbox', 'switch',
  'cell', 'gridcell', 'row', 'columnheader', 'rowheader', 'treeitem', 'tooltip',
]);
// All ways in which the accessible name may have been written down: full, without option text, without icons and counters.
const names = el => {
  const found = labelTexts(el);
  if (!(el.hasAttribute('aria-label') || el.hasAttribute('aria-labelledby'))) {
    const r = role(el), t = tag(el);
    if (t === 'INPUT' && ['submit', 'button', 'reset'].includes(el.type)) found.push(shown(el.value || { submit: 'Submit', reset: 'Reset' }[el.type]));
    if (t === 'IMG' || (t === 'INPUT' && el.type === 'image')) found.push(shown(el.alt));
    if (r === 'group' && t === 'FIELDSET') found.push(shown((el.querySelector('legend') || {}).textContent));
    if (FROM_CONTENT.has(r) || r === '') found.push(shown(t === 'OPTION' ? el.label : content(el)), shown(content(el, true)));
  }
  if (!found.some(Boolean)) {
    if (el.title) found.push(shown(el.title));
    if (el.placeholder) found.push(shown(el.placeholder));
  }
  return [...new Set(found.filter(Boolean))];
};
const isField = el => el.matches(FIELD) || ['checkbox', 'radio', 'switch', 'slider'].includes(role(el));
const labels = el => {
  const found = labelTexts(el);
  if (!found.length && isField(el)) {      // a box around the field that it stands for has that field's name
    const own = el.matches('input,select,textarea') ? [] : [...el.querySelectorAll(FIELD)];
    const near = own.length === 1 && labelTexts(own[0])[0] || nearLabel(el);
    if (near) found.push(near);
  }
  if (!found.length && el.matches(CELL)) { const column = columnHead(el); if (column) found.push(column); }
  return [...new Set(found)];
};
const testId = el => { for (const a of TEST_IDS) if (el.hasAttribute(a)) return el.getAttribute(a); return null; };

const CLICK_HINTS = ['onclick', 'data-action', 'data-toggle', 'data-bs-toggle', 'data-target', 'data-href', 'ng-click', 'v-on:click', '@click', 'jsaction', 'hx-get', 'hx-post', 'tabindex'];
const CLICK_ROLES = new Set(['button', 'link', 'option', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox', 'radio', 'switch', 'treeitem', 'combobox', 'textbox', 'searchbox', 'spinbutton', 'slider', 'gridcell']);
const plainlyClickable = el => CLICK_ROLES.has(role(el)) || ['A', 'LABEL', 'SUMMARY'].includes(tag(el)) || CLICK_HINTS.some(a => el.hasAttribute(a)) || typeof el.onclick === 'function';
const clickable = el => plainlyClickable(el) || styleOf(el).cursor === 'pointer';

const CHOSEN_IN = '[role=combobox],[aria-haspopup=listbox]';
// The field whose choice an element shows: it stands in the field or lies over it in the box of both, and does nothing itself.
const choiceField = el => {
  if (!el || el.matches(CHOSEN_IN) || el.closest('[role=option],[role=listbox],[role=menu]') || !/[\p{L}\p{N}]/u.test(shown(content(el)))) return null;
  for (let n = el, level = 0; n && level < 5 && tag(n) !== 'BODY'; n = n.parentElement, level++) {
    if (n.matches(CHOSEN_IN)) return n;
    if (plainlyClickable(n) || isField(n)) return null;
    const fields = n === el ? [] : [...n.querySelectorAll(CHOSEN_IN)];
    if (fields.length) return fields.length === 1 && liesOver(el, fields[0]) ? fields[0] : null;
  }
  return null;
};
// Whether it is all that is chosen there; of several choices each stands in a box of its own, with what takes it out.
const isOnlyChoice = el => {
  const field = choiceField(el);
  for (let n = el; field && n && !n.contains(field); n = n.parentElement)
    if (n.querySelector('svg,i,button,[role]') || n.parentElement.childElementCount > 1 && !n.parentElement.contains(field)) return false;
  return !!field;
};
const liesOver = (a, b) => {
  const one = a.getBoundingClientRect(), other = b.getBoundingClientRect();
  return one.left <= other.right + 1 && other.left <= one.right + 1 && one.top < other.bottom && other.top < one.bottom;
};

const DIALOGS = 'dialog,[role=dialog],[role=alertdialog],[aria-modal=true]';
const REGIONS = new Set(['navigation', 'dialog', 'alertdialog', 'main', 'banner', 'contentinfo', 'complementary', 'search', 'tabpanel', 'menu', 'toolbar', 'menubar', 'region', 'form', 'group', 'listbox', 'radiogroup']);
const regionName = el => {
  const own = labelTexts(el)[0];
  if (own) return own;
  if (tag(el) === 'FIELDSET') return shown((el.querySelector('legend') || {}).textContent);
  const r = role(el);
  if (r === 'dialog' || r === 'alertdialog') { const h = el.querySelector('h1,h2,h3,h4,[role=heading]'); return h ? shown(h.textContent) : ''; }
  return '';
};
// A section without a role counts by the heading it starts with.
const sectionHeading = el => {
  if (!['SECTION', 'ARTICLE', 'DIV'].includes(tag(el)) || role(el)) return '';
  const first = el.firstElementChild;
  const head = first && (first.matches('h1,h2,h3,h4,h5,h6') ? first : first.querySelector(':scope > h1,:scope > h2,:scope > h3,:scope > h4'));
  return head ? shown(head.textContent).slice(0, 80) : '';
};
const landmarks = el => {
  const found = [];
  for (let n = up(el); n && tag(n) !== 'BODY'; n = up(n)) {
    const r = role(n);
    const name = REGIONS.has(r) ? regionName(n) : '';
    if (REGIONS.has(r) && (name || !['form', 'group', 'region'].includes(r))) found.unshift({ role: r, name });
    else { const heading = sectionHeading(n); if (heading) found.unshift({ role: 'section', name: heading }); }
  }
  return found.slice(-5);
};

// What a click meets at a point, in whatever shadow it is.
const hitAt = (x, y) => {
  let top = document.elementFromPoint(x, y);
  while (top && top.shadowRoot && top.shadowRoot.elementFromPoint(x, y) && top.shadowRoot.elementFromPoint(x, y) !== top) top = top.shadowRoot.elementFromPoint(x, y);
  return top;
};
// Whether a click in its middle would meet it.
const reachable = el => {
  const b = el.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true;
  const top = hitAt(x, y);
  return !top || within(el, top) || within(top, el) && !el.closest('label') || [...(el.labels || [])].some(l => within(l, top));
};
const say = el => {
  const name = names(el)[0] || labels(el)[0] || shown(pageText(el));
  return `${role(el) || tag(el).toLowerCase()}${name ? ` "${clip(name, 80)}"` : ''}`;
};

// A page that says that it is at work: what is in it is about to change.
const BUSY = 'html[aria-busy=true],body[aria-busy=true],main[aria-busy=true]';
// Places that change by themselves, again and again, from before the last action on: clocks, and what is drawn each frame.
// What comes within CAUSED_MS of the user's doing tells of no beat.
const MOST_PLACES = 300, TIMES = 6, CAUSED_MS = 60, SLOWEST_MS = 600;
const noteBeat = (keep, place) => {
  if (!place || (!keep.moved.has(place) && keep.moved.size >= MOST_PLACES)) { keep.restless = keep.last; return; }
  let own = keep.places.get(place);
  if (!own) keep.places.set(place, own = { of: keep.at, before: [], since: [], last: 0 });
  if (own.of !== keep.at) { own.before = [...own.before, ...own.since].slice(-TIMES); own.since = []; own.of = keep.at; }
  keep.moved.set(place, own);
  const book = window[Symbol.for('awm.timers')], byItself = !!book && keep.last - book.at > CAUSED_MS;
  if (own.last === keep.last) return;
  own.last = keep.last;
  if (byItself && own.since.push(keep.last) > TIMES) own.since.shift();
};
const beats = (own, marked, now) => {
  const { before, since } = own;
  if (!marked || before.length < 2 || since.length < 2) return false;
  const slowest = Math.max(...before.slice(1).map((t, i) => t - before[i]));
  const goesOn = (from, to) => to - from <= 2 * slowest + 50;
  return slowest <= SLOWEST_MS && goesOn(before[before.length - 1], marked) && goesOn(since[since.length - 1], now)
    && since.every((t, i) => !i || goesOn(since[i - 1], t));
};
// When something last changed that has no such beat.
const lastOffBeat = (keep, now) => Math.max(keep.restless, ...[...keep.moved.values()].filter(own => !beats(own, keep.at, now)).map(own => own.last));
// Remembers what changed since the last action, so that a target that is being re-drawn is not used too early.
const KEEP = Symbol.for('awm.keeper');
// Attributes whose change moves or switches what is shown; the others only count as a change.
const TELLING = new Set(['disabled', 'hidden', 'style', 'class', 'aria-hidden', 'value', 'checked', 'open']);
const keeper = () => {
  if (document[KEEP]) return document[KEEP];
  const keep = { at: 0, last: 0, restless: 0, changes: [], count: 0, all: 0, places: new WeakMap(), moved: new Map(), filled: new Set(), empty: new WeakMap(), mine: new Map(), own: new Set(), acted: null };
  new MutationObserver(records => {
    keep.all += records.length;
    const telling = records.filter(r => r.type !== 'attributes' || TELLING.has(r.attributeName));
    if (!telling.length) return;
    keep.last = performance.now(); keep.count += telling.length;
    for (const r of telling.slice(0, MOST_PLACES)) noteBeat(keep, r.target.nodeType === 1 ? r.target : r.target.parentElement);
    if (telling.length > MOST_PLACES) keep.restless = keep.last;
    if (!keep.at) return;
    for (const r of telling) if (keep.changes.length < 2000) keep.changes.push({ r, t: keep.last });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  document.addEventListener('input', e => {
    const on = e.composedPath()[0];
    if (e.isTrusted && on && on.isContentEditable) keep.filled.add(editorOf(on));
  }, true);
  keep.mark = now => { keep.at = now; keep.changes.length = 0; keep.moved.clear(); };
  Object.defineProperty(document, KEEP, { value: keep, enumerable: false });
  return keep;
};
// Editors that were written into: what stands in them was only written, until the page shows it elsewhere.
const written = () => [...keeper().filled].filter(el => el.isConnected && el.isContentEditable);
// What this page and its frames of the same site have set themselves to do (timers.js); none where that was not there first.
const books = () => {
  const found = [], into = win => {
    try { const book = win[Symbol.for('awm.timers')]; if (book) found.push(book); for (let i = 0; i < win.length; i++) into(win[i]); } catch { /* another site's */ }
  };
  if (!window[Symbol.for('awm.timers')]) return [];
  try { into(window.top.document ? window.top : window); } catch { into(window); }
  return found;
};
const changedNear = el => {
  let last = 0;
  for (const { r, t } of keeper().changes) {
    const on = r.target.nodeType === 1 ? r.target : r.target.parentElement;
    const fresh = r.type === 'childList' && [...r.addedNodes].some(n => n.contains(el));
    if (fresh || (on && el.contains(on)) || (r.type === 'childList' && on && on.contains(el) && (on === el.parentElement || on === (el.parentElement || {}).parentElement))) last = t;
  }
  return last;
};
