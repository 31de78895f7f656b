// The one element that clearly is the target under another name: same kind, same neighbourhood, a compatible name, and at
// least one witness that did not change. What a careful person would take for the same thing, or nothing.
const t = q.target, m = prepared(t), scopes = roots();
const signal = t.name || t.text || t.label || t.placeholder;
const want = signal ? tokens(signal).map(x => x.text === undefined ? ' ' : x.text).join('') : '';
const NOBODY = { element: null, opener: null, says: '' };
if (!want.trim() || signal.fixed) return NOBODY;      // an argument has no other name
const css = 'button,a,[role],input,select,textarea,summary,[onclick],[tabindex],[data-action],[contenteditable]';
const known = !!t.role && !VAGUE.has(t.role);
const likeRole = el => known ? sameRole(t.role, el) || (CLICK_ROLES.has(t.role) && !FIELD_ROLES.has(t.role) && role(el) === 'menuitem')
  : (!t.tag || tag(el) === t.tag.toUpperCase()) && !isField(el) && clickable(el);
const marks = (t.landmarks || []).map(l => fold(l.name)).filter(Boolean);
const openers = overflows(scopes, marks);
const folded = el => !visible(el) && el.closest('[role=menu],menu,details,[class*=menu],[class*=dropdown]');
const pool = all(css, scopes).slice(0, 6000).filter(el => likeRole(el) && enabled(el) && (visible(el) || (openers.length && folded(el))));

// Signs that it is another element: known under another test id or for another action, or in a dialog that was not there.
const own = Object.entries(t.attrs || {}).filter(([k]) => !['type', 'autocomplete', 'inputmode'].includes(k));
const dialogs = el => landmarks(el).filter(l => ['dialog', 'alertdialog'].includes(l.role)).map(l => fold(l.name));
const another = el => {
  const id = testId(el);
  if (m.testid && id && m.testid.grade(id) !== 2) return true;
  if (own.some(([k, v]) => el.hasAttribute(k) && el.getAttribute(k) !== v)) return true;
  return t.landmarks ? dialogs(el).some(name => !name || !marks.includes(name)) : false;
};
const named = el => [...names(el), ...labels(el), shown(pageText(el)).slice(0, 120)].filter(Boolean);
const group = el => el.closest('dialog,[role=dialog],form') || landmarkBox(el);
const landmarkBox = el => { for (let n = up(el); n && tag(n) !== 'BODY'; n = up(n)) if (marks.includes(fold(regionName(n) || sectionHeading(n)))) return n; return null; };
const LEAVES = /^(×|✕|✖|x|close|cancel|back|dismiss|never mind|clear|reset|help|no,? thanks?)$/i;
const soleIn = el => {
  const box = landmarkBox(el) && group(el);
  if (!box) return false;
  const rivals = [...box.querySelectorAll('button,[role=button],input[type=submit]')].filter(o => visible(o) && o !== el && !named(o).some(s => LEAVES.test(s)));
  return role(el) === 'button' && rivals.length === 0;
};
const regions = marksOf => marksOf.map(l => l.role).filter(r => r !== 'section' && r !== 'menu').join();
const sameRegions = el => !!(t.landmarks || []).length && regions(landmarks(el)) === regions(t.landmarks);
const witnesses = el => (m.testid && m.testid.grade(testId(el) || '') === 2 ? 2 : 0) + (own.some(([k, v]) => el.getAttribute(k) === v) ? 1 : 0)
  + (sameRegions(el) ? 0.5 : 0) + (m.row ? 1 : 0) + (soleIn(el) ? 1 : 0) + (marks.length && landmarkBox(el) ? 0.5 : 0)
  + (t.css && (() => { try { return el.matches(t.css); } catch { return false; } })() ? 0.5 : 0);
const meaning = el => Math.max(0, ...named(el).map(s => compatible(want, s)));
let near = pool.filter(el => !another(el)).map(el => [el, meaning(el)]).filter(([, c]) => c >= 0.6);
if (m.row) {
  const rows = near.map(([el]) => el);
  near = near.filter(([el]) => inRow(el, rows, m.row));
}
const innermost = new Set(innermostOf(near.map(([el]) => el)));
const ranked = near.filter(([el]) => innermost.has(el)).map(([el, c]) => [el, c, witnesses(el)])
  .map(([el, c, w]) => [el, c, w, c + 0.25 * Math.min(w, 3)]).sort((a, b) => b[3] - a[3]);
if (!ranked.length) return NOBODY;
const [el, c, w, score] = ranked[0];
const clear = ranked.length === 1 || score - ranked[1][3] >= 0.15;
// A step that writes needs a witness of its own; one that only looks or opens may go by place or by an almost equal name.
const enough = q.writes ? w >= 1 : w >= 0.5 || c >= 0.75;
if (!clear || !enough) return NOBODY;
return { element: el, opener: visible(el) ? null : openerOf(el, openers), says: say(el) };
