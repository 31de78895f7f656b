// The elements that may be the target under another name: same kind, in the wanted row, not known as something else, and
// none whose name says the opposite. With each how far its name means the same, and which of the target's marks it has.
// ``q.least``: how far a name must mean the same; ``q.most``: so many are told; ``q.writes``: the step changes something;
// ``q.opens``: it changes nothing, and the runs saw that something came of it.
const t = q.target, m = prepared(t), scopes = roots();
// A target that was healed before is judged by the words of the source runs: each heal alone may be near, and the last far.
const from = q.origin || t, signal = from.name || from.text || from.label || from.placeholder;
const want = signal ? tokens(signal).map(x => x.text === undefined ? ' ' : x.text).join('') : '';
const NOBODY = { elements: [], openers: [], about: '[]' };
if (!want.trim() || signal.fixed) return NOBODY;      // an argument has no other name
const css = 'button,a,[role],input,select,textarea,summary,[onclick],[tabindex],[data-action],[contenteditable]';
const known = !!t.role && !VAGUE.has(t.role);
const named = el => [...names(el), ...labels(el), shown(pageText(el)).slice(0, 120)].filter(Boolean);
// A thing to press may be drawn as another one: a button as a link, or as a text that can be clicked. What it is called stays, so
// that it has to be the very same; where the step changes something, a link to another page is none.
const PRESSES = new Set(['button', 'link', 'menuitem', '']);
const toOtherPage = el => tag(el) === 'A' && !!el.href && !/^\s*(#|javascript:|$)/i.test(el.getAttribute('href') || '');
const drawnAnew = el => known && ['button', 'link'].includes(t.role) && !sameRole(t.role, el) && PRESSES.has(role(el)) && clickable(el) && !isField(el)
  && !el.closest('label,[role=tablist],[role=listbox],[role=option]') && !(toOtherPage(el) && q.writes) && named(el).some(s => unmarked(fold(s)) === unmarked(fold(want)));
const likeRole = el => known ? sameRole(t.role, el) || drawnAnew(el) || (CLICK_ROLES.has(t.role) && !FIELD_ROLES.has(t.role) && role(el) === 'menuitem')
  : (!t.tag || tag(el) === t.tag.toUpperCase()) && !isField(el) && clickable(el);
const marks = (t.landmarks || []).map(l => fold(l.name)).filter(Boolean);
const openers = overflows(scopes, marks);
const folded = el => !visible(el) && el.closest('[role=menu],menu,details,ul,ol,nav,[popover],[class*=menu],[class*=dropdown]');
const mask = ownMask(keeper()), hides = el => !!mask && visible(el) && behind(el, mask);
const calledSo = known && ['button', 'link'].includes(t.role) && m.name ? byText(m.name, scopes, true) : [];
// The page's own words for it, which stay when the text is worded anew.
const words = Object.entries(t.attrs || {}).filter(([k, v]) => isOwnWord(k, v, [want]));
const worded = words.flatMap(([k, v]) => all(`[${CSS.escape(k)}="${CSS.escape(v)}"]`, scopes));
const pool = [...new Set([...all(css, scopes).slice(0, 6000), ...calledSo, ...worded])].filter(el => likeRole(el) && enabled(el) && (visible(el) || (openers.length && folded(el))) && !hides(el));

// Signs that it is another element: known under another test id or for another action, or in a dialog that was not there.
const own = Object.entries(t.attrs || {}).filter(([k]) => !['type', 'autocomplete', 'inputmode', 'aria-haspopup'].includes(k) && (DATA_MARKS.includes(k) || !/^data-/.test(k)));
const dialogs = el => landmarks(el).filter(l => ['dialog', 'alertdialog'].includes(l.role)).map(l => fold(l.name));
const another = el => {
  const id = testId(el);
  if (m.testid && id && m.testid.grade(id) !== 2) return true;
  if (own.some(([k, v]) => el.hasAttribute(k) && el.getAttribute(k) !== v)) return true;
  return t.landmarks ? dialogs(el).some(name => !name || !marks.includes(name)) : false;
};
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
// What was filled in by this replay is sent by the one button of its form.
const sends = el => {
  const form = role(el) === 'button' && (el.form || el.closest('form'));
  if (!form || ![...keeper().filled].some(field => field.isConnected && field.closest('form') === form)) return false;
  return ![...form.querySelectorAll('button,[role=button],input[type=submit],input[type=image]')].some(o => visible(o) && o !== el && !named(o).some(s => LEAVES.test(s)));
};
// A link is where it leads to: to the very address that the step led to before, from another one.
const here = new URL(location.href), pathOf = url => url.pathname + url.search + (/^#!?\//.test(url.hash) ? url.hash : '');   // pages of one document have theirs behind a #
const leads = el => {
  if (!q.leads || tag(el) !== 'A' || !el.href || pathOf(here) === q.leads) return false;
  const there = new URL(el.href, here);
  return there.origin === here.origin && pathOf(there) === q.leads;
};
const sameRegions = el => !!(t.landmarks || []).length && regions(landmarks(el)) === regions(t.landmarks);
const witnesses = el => (m.testid && m.testid.grade(testId(el) || '') === 2 ? 2 : 0) + (own.some(([k, v]) => el.getAttribute(k) === v) || isWorded(el) ? 1 : 0)
  + (sameRegions(el) ? 0.5 : 0) + (m.row ? 1 : 0) + (soleIn(el) || sends(el) ? 1 : 0) + (leads(el) ? 1 : 0) + (drawnAnew(el) ? 0.5 : 0) + (marks.length && landmarkBox(el) ? 0.5 : 0)
  + (t.css && (() => { try { return el.matches(t.css); } catch { return false; } })() ? 0.5 : 0);
const acts = el => ['button', 'link', 'menuitem', ''].includes(role(el)) && tag(el) !== 'A';
const opposite = el => named(el).some(s => opposed(parts(want), parts(s)) || acts(el) && saysDone(want, s));
// Only the deed without its thing is not enough where it is done to other things as well; nor what only leaves.
const thing = s => { const lost = strangersTo(parts(s), parts(want)); return lost.length < parts(want).length && lost.some(w => weight(w) >= 0.5); };
const besides = el => pool.some(o => o !== el && visible(o) && named(o).some(s => named(el).some(said => parts(said).every(w => parts(s).includes(w)) && parts(s).length > parts(said).length)));
const loses = el => named(el).every(thing) && (named(el).some(s => LEAVES.test(s)) || besides(el));
const marked = el => !!m.testid && m.testid.grade(testId(el) || '') === 2;      // it is the very one, whatever it is called
// "All epics" for "Epics", where it only leads on and nothing else on the page does to any of these; what acts on all is another deed.
const counted = s => rawWords(s).filter(w => !WIDE.has(w)).map(stem).join(' ');
const leadsOn = el => role(el) === 'tab' || tag(el) === 'A' && (!!el.href && pathOf(new URL(el.href, here)) !== pathOf(here) || !el.href && !!el.closest('nav,[role=navigation]'));
const namesIt = el => named(el).some(s => parts(want).every(w => parts(s).includes(w)));
const wider = el => leadsOn(el) && !m.row && widens(want, named(el)[0] || '') && named(el).every(s => counted(s) === counted(want))
  && all(css, scopes).every(o => o === el || within(o, el) || within(el, o) || !visible(o) || !namesIt(o));
// "Open new issue" for "New issue": the added word only tells that something opens, where the control is known to open something and
// nothing else on the page is called so. Before what is no making of something new, "open" tells a state ("Open issues").
const OPENING = new Set(['open', 'show']), MAKING = new Set(['new', 'create', 'add', 'compose', 'write']);
const tellsOpening = el => {
  const asked = rawWords(want), [first, ...rest] = rawWords(named(el)[0] || '');
  return !!q.opens && role(el) === t.role && OPENING.has(first) && MAKING.has(rest[0]) && rest.join(' ') === asked.join(' ')
    && pool.every(o => o === el || within(o, el) || within(el, o) || !named(o).some(s => asked.every(w => rawWords(s).includes(w))));
};
const other = el => !isField(el) && !leads(el) && !wider(el) && !tellsOpening(el) && (named(el).some(s => (marked(el) ? widens : anotherDeed)(want, s)) || (acts(el) && !marked(el) && loses(el)));
const byName = el => leads(el) && !opposite(el) ? 1 : Math.max(0, ...named(el).map(s => acts(el) && saysDone(want, s) ? 0 : compatible(want, s)));
// What bears the page's own words for it, and no other thing of its kind does (in the wanted row): it is that one, unless its name says
// the opposite, only leaves or, where the step changes something, has words that are known for something else.
const WORDED = 0.7;
const inWantedRow = (el, all) => !m.row || !!inRow(el, all, m.row) && inItsSpot(el, all, m, t);
const bears = el => words.every(([k, v]) => el.getAttribute(k) === v);
const bearers = [...new Set(worded)].filter(el => bears(el) && (visible(el) || folded(el))), onlyBearer = bearers.filter(el => inWantedRow(el, bearers));
const knownElse = el => named(el).some(s => parts(s).some(w => !parts(want).some(x => kin(x, w) >= 0.7) && [...SAME, ...APART].some(set => set.has(w))));
const isWorded = el => onlyBearer.length === 1 && onlyBearer[0] === el && named(el).length > 0 && !opposite(el) && !named(el).some(s => LEAVES.test(s)) && !(q.writes && knownElse(el));
const meaning = el => Math.max(byName(el), isWorded(el) ? WORDED : 0);
let near = pool.filter(el => !another(el) && !other(el)).map(el => [el, meaning(el)]).filter(([el, c]) => c >= q.least && (c > 0 || (named(el).length && !opposite(el))));
if (m.row) {
  const rows = near.map(([el]) => el);
  near = near.filter(([el]) => inRow(el, rows, m.row) && inItsSpot(el, rows, m, t));
}
if (near.some(([el, c]) => !isWorded(el) && c >= 0.6)) near = near.filter(([el]) => byName(el) >= q.least);     // another may be meant by its name
const innermost = new Set(innermostOf(near.map(([el]) => el)));
const ranked = near.filter(([el]) => innermost.has(el)).map(([el, c]) => [el, c, witnesses(el)])
  .map(([el, c, w]) => [el, c, w, c + 0.25 * Math.min(w, 3)]).sort((a, b) => b[3] - a[3]);
// Several links to one address are the same to follow; one that is shown is nearest at hand.
const ways = ranked.filter(([el]) => leads(el)).sort((a, b) => visible(b[0]) - visible(a[0])).slice(1);
const told = ranked.filter(one => !ways.includes(one)).slice(0, q.most);
const about = ([el, c, w]) => ({ words: say(el), near: landmarks(el).map(l => l.name).filter(Boolean), meaning: c, witnesses: w, wider: wider(el) });
return {
  elements: told.map(([el]) => el), openers: told.map(([el]) => visible(el) ? null : openerOf(el, openers)),
  about: JSON.stringify(told.map(about)),
};
