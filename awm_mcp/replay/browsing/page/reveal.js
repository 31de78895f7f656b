// Where a hidden target may be reached from: the menu item to hover, or the overflow buttons to open, the likeliest first.
const t = { ...q.target, relaxed_role: true }, m = prepared(t), scopes = roots();
const pool = all('button,a,[role],li,input[type=submit],input[type=button],summary,[data-action],[onclick]', scopes);
const hidden = pool.filter(el => grade(t, m, el)[0] && !visible(el));
// What the caller names may lie in the panel of another tab, or of a folded section; of one only, else it is not clear which.
const toggleFor = id => [...document.querySelectorAll(`[role=tab][aria-controls="${CSS.escape(id)}"],[aria-expanded=false][aria-controls="${CSS.escape(id)}"]`)]
  .find(el => visible(el) && enabled(el) && el.getAttribute('aria-selected') !== 'true');
// A panel may also tell its tab by naming it, or by being called the same.
const tabOf = panel => {
  if (role(panel) !== 'tabpanel') return null;
  const ids = (panel.getAttribute('aria-labelledby') || '').split(/\s+/), called = fold(regionName(panel));
  const tabs = all('[role=tab]', scopes).filter(el => visible(el) && enabled(el) && el.getAttribute('aria-selected') !== 'true' && (ids.includes(el.id) || called && names(el).some(s => fold(s) === called)));
  return tabs.length === 1 ? tabs[0] : null;
};
const toggleOf = el => {
  for (let n = up(el); n; n = up(n)) {
    const folds = tag(n) === 'DETAILS' && !n.open ? n.querySelector(':scope > summary') : null;
    if (folds && visible(folds)) return folds;
    if (visible(n)) return null;
    const toggle = n.id && toggleFor(n.id) || tabOf(n);
    if (toggle) return toggle;
  }
  return null;
};
const named = ['name', 'text', 'label'].some(key => m[key] && t[key].fixed);
const unseenFields = FIELD_ROLES.has(t.role) ? all('input:not([type=hidden]),select,textarea', scopes).filter(el => !visible(el) && grade(t, m, el)[0]) : [];
const likeIt = unseenFields.length ? unseenFields : hidden, inWantedRow = m.row ? likeIt.filter(el => inRow(el, likeIt, m.row)) : likeIt;
const alone = inWantedRow.length === 1 ? inWantedRow : [];
const unseen = !named ? alone : [...new Set([...hidden, ...(m.text || m.name ? byText(m.text || m.name, scopes, true).filter(el => !visible(el)) : [])])];
const toggles = new Set(unseen.map(toggleOf));
if (toggles.size === 1 && !toggles.has(null)) { const [toggle] = toggles; return { hover: null, open: [toggle], says: say(toggle) }; }
for (const el of hidden.length <= 3 ? hidden : []) {
  let n = up(el);
  while (n && !visible(n)) n = up(n);
  if (n && n.matches('li,nav,[role=menuitem],[class*=menu],[class*=dropdown],[class*=hover],[class*=row],[class*=item],[class*=card],td,tr')) {
    const openers = [...n.querySelectorAll('[aria-haspopup],[aria-expanded=false]')].filter(o => visible(o) && !o.disabled);
    if (!openers.length) return { hover: n.querySelector(':scope > a, :scope > button, :scope > span') || n, open: [], says: say(n) };
  }
}
// What bears the page's own words for it is there under another name: no menu is opened to look for it, which might close its own.
const oldNames = [t.name, t.text].filter(Boolean).map(literal).filter(Boolean);
const own = q.worded ? Object.entries(t.attrs || {}).filter(([k, v]) => isOwnWord(k, v, oldNames)) : [];
const bearers = own.length ? all(`[${CSS.escape(own[0][0])}="${CSS.escape(own[0][1])}"]`, scopes).filter(el => visible(el) && own.every(([k, v]) => el.getAttribute(k) === v)) : [];
const theirs = m.row ? bearers.filter(el => inRow(el, bearers, m.row)) : bearers;
if (theirs.length === 1 && !hidden.length) return { hover: null, open: [], says: '' };
const openers = overflows(scopes, (t.landmarks || []).map(l => fold(l.name)).filter(Boolean));
const MOST = 3;
const likely = () => {
  if (hidden.length) {
    const inWanted = m.row ? hidden.filter(el => inRow(el, hidden, m.row)) : hidden;
    return [...new Set(inWanted.map(el => openerOf(el, openers)).filter(Boolean))];
  }
  if (m.row) return openers.filter(el => inRow(el, openers, m.row));
  const roles = (t.landmarks || []).map(l => l.role).join(), same = openers.filter(el => landmarks(el).map(l => l.role).join() === roles);
  return same.length && t.landmarks ? same : openers;
};
const mask = ownMask(keeper()), open = likely().filter(el => !mask || !behind(el, mask));
return { hover: null, open: open.length <= MOST ? open : [], says: open.map(say).join(', ') };
