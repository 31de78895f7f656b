// The one element that clearly is the target under another name: same kind, same neighbourhood, a compatible name.
const t = q.target, m = prepared(t), scopes = roots();
const SYNONYMS = [
  ['save', 'store', 'update', 'apply', 'submit'], ['create', 'add', 'new', 'save', 'submit'], ['edit', 'modify', 'change', 'revise', 'adjust'],
  ['search', 'find', 'look up', 'query'], ['settings', 'options', 'preferences', 'configuration'], ['ok', 'apply', 'use', 'confirm'],
  ['done', 'complete', 'completed', 'finish', 'mark complete'], ['all', 'everything', 'any'], ['open', 'view', 'show', 'see'],
  ['assignee', 'assigned', 'owner', 'responsible'], ['close', 'closed', 'resolve', 'resolved'], ['log', 'record', 'track', 'add'],
  ['sign in', 'log in', 'login', 'signin'], ['basket', 'cart', 'bag'], ['to-do', 'todo', 'task', 'tasks', 'to-dos'], ['next', 'continue', 'proceed'],
  ['insert', 'add', 'new'], ['list', 'lists', 'column'], ['more', 'other'], ['entry', 'item'], ['choose', 'select', 'pick'],
];
const parts = s => fold(s).replace(/[^\p{L}\p{N}\s-]/gu, ' ').split(/\s+/).filter(w => w && !['the', 'a', 'an', 'it', 'this', 'as', 'of', 'in', 'project'].includes(w));
const stem = w => w.replace(/(ies)$/, 'y').replace(/(ed|s|ing)$/, '');
const kin = (a, b) => stem(a) === stem(b) || SYNONYMS.some(set => set.some(x => stem(x) === stem(a)) && set.some(x => stem(x) === stem(b)));
const compatible = (want, is) => {
  const a = parts(want), b = parts(is);
  if (!a.length || !b.length) return 0;
  const hit = a.filter(x => b.some(y => kin(x, y))).length, back = b.filter(y => a.some(x => kin(x, y))).length;
  const exact = a.filter(x => b.some(y => stem(x) === stem(y))).length;
  return Math.max((hit / a.length) * 0.6 + (back / b.length) * 0.25 + (exact / a.length) * 0.15, likeness(fold(want), fold(is)) * 0.95);
};
const want = (m.name || m.text || m.label || m.placeholder || {}).text;
if (!want) return { element: null, says: '' };
const css = (t.role && !VAGUE.has(t.role) && ROLE_CSS[t.role]) || 'a,button,[role],[data-action],[onclick],[tabindex]';
const pool = all(css, scopes).filter(el => visible(el) && enabled(el) && (!t.role || VAGUE.has(t.role) || sameRole(t.role, el)) && (t.role || clickable(el)));
const marks = (t.landmarks || []).map(l => l.role).join();
const id = m.testid;
const score = el => {
  const name = Math.max(0, ...[...names(el), ...labels(el), shown(pageText(el)).slice(0, 120)].map(n => compatible(want, n)));
  const same = id && id.grade(testId(el) || '') === 2;
  const near = t.observed && landmarks(el).map(l => l.role).join() === marks ? 0.1 : 0;
  const attrs = Object.entries(t.attrs || {}).some(([k, v]) => k !== 'type' && el.getAttribute(k) === v) ? 0.15 : 0;
  const css2 = t.css ? (() => { try { return el.matches(t.css) ? 0.15 : 0; } catch { return 0; } })() : 0;
  return (name >= 0.45 || same ? name * 0.7 : 0) + (same ? 0.5 : 0) + near + attrs + css2;
};
let ranked = pool.slice(0, 3000).map(el => [el, score(el)]).filter(([, s]) => s > 0.4).sort((a, b) => b[1] - a[1]);
if (m.row && ranked.length) ranked = ranked.filter(([el]) => inRow(el, ranked.map(([e]) => e), m.row));
const clear = ranked.length && ranked[0][1] >= 0.5 && (ranked.length === 1 || ranked[0][1] - ranked[1][1] >= 0.12 || ranked[1][0].contains(ranked[0][0]));
return { element: clear ? ranked[0][0] : null, says: clear ? say(ranked[0][0]) : '' };
