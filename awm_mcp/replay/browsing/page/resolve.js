// Finds the one shown element that agrees with every strong signal of a target, or says what stands in the way.
const t = q.target, m = prepared(t), scopes = roots();
const semantic = ['name', 'label', 'placeholder', 'text', 'title', 'alt'].some(k => m[k]);
const forClick = !['extract', 'wait_for', 'hover'].includes(q.action);
const sees = el => visible(el) || (q.hidden_ok && el.matches('input,select') && hiddenButUsable(el)) || (forClick && (takesFocus(el) || takesPress(el)));
// The field of a box to choose from is often shrunk to a point that takes the focus: what is seen and clicked is the box around it.
const takesFocus = el => {
  if (!el.matches('input[role=combobox]') || el.parentElement.closest('[role=combobox]') || !rendered(el) || !enabled(el) || !el.getBoundingClientRect().width) return false;
  for (let n = el.parentElement, level = 0; n && level < 3; n = n.parentElement, level++)
    if (visible(n)) { const box = n.getBoundingClientRect(); return box.width >= 20 && box.height >= 10; }
  return false;
};
const hiddenButUsable = el => !el.disabled && ([...(el.labels || [])].some(visible) || el.matches('select,input[type=file]') || (rendered(el) && el.matches('input')));

const pool = () => {
  if (t.role && !VAGUE.has(t.role) && !(t.relaxed_role)) {
    const found = all(cssOfRole(t.role), scopes);
    if (m.text && !m.name && ['listitem', 'row', 'cell', 'gridcell', 'option'].includes(t.role)) found.push(...byText(m.text, scopes, forClick));
    return [...new Set(found)];
  }
  if (t.relaxed_role) return all('button,a,[role],input[type=submit],input[type=button],summary,[data-action],[onclick]', scopes);
  if (m.label || m.placeholder)
    return all('input,select,textarea,[contenteditable],[aria-label],[aria-labelledby]', scopes).concat(m.label ? byCaption(m.label, scopes) : [], m.label && m.text && m.text.own ? byText(m.text, scopes, forClick) : []);
  if (m.text || m.name) return byText(m.text || m.name, scopes, forClick).concat(m.name ? all('[aria-label],[alt],[title]', scopes) : []);
  if (m.title || m.alt) return all('[title],[alt]', scopes);
  return [];
};
// On long pages only what may be in the wanted row is looked at more closely; where nothing is, everything is.
const inLikelyRows = found => {
  if (!m.row || m.row.text === null || found.length <= MANY_EQUALS) return found;
  const wanted = m.row.text.replace(/\s+/g, ''), known = new Map();
  const may = el => {
    const row = el.closest(ROWS);
    if (row && !known.has(row)) known.set(row, mayHold(row, wanted));
    return !row || known.get(row);
  };
  const near = found.filter(may);
  return near.length ? near : found;
};
const quick = el => {                       // cheap refusal before names are computed
  const want = m.name && m.name.text;
  if (!want || t.name.fixed === undefined || isField(el) || el.children.length > 8) return true;
  if (el.hasAttribute('aria-label') || el.hasAttribute('aria-labelledby') || el.hasAttribute('title') || el.childElementCount || el.shadowRoot || !el.textContent) return true;
  const own = fold(el.textContent);
  return own === want || own.includes('...') || m.name.grade(own, el) > 0;
};

// One alone that is in no such row is another one where it is known for another thing, or where the one of the row is only hidden.
const isAnother = el => Object.entries(t.attrs || {}).some(([key, given]) => [...DATA_MARKS, 'name'].includes(key) && el.hasAttribute(key) && el.getAttribute(key) !== given);
// What is read stands beside the text that tells its row, and never is that text: a label is there before its value comes.
const besideTheirRow = found => q.action === 'extract' && !q.literal && !semantic ? found.filter(el => el.matches(CELLS) || !saysAll(m.row, el)) : found;
const narrowed = (found, notes, unseen = []) => {
  const keep = (why, test) => {
    if (found.length < 2) return;
    const left = found.filter(test);
    if (left.length && left.length < found.length) { notes.push(why); found = left; }
  };
  const keepPlace = (path, test) => {
    const left = found.filter(test);
    if (q.literal || !left.length || !toldByPlace(path, left, found)) keepWhere('same place', test);
  };
  const keepWhere = (why, test) => { if (!toldByColumn(found.filter(test), found)) keep(why, test); };
  if (m.row && found.length) {
    const all = besideTheirRow(found), said = all.filter(el => inRow(el, all, m.row)), spots = inTheirSpots(said, all, m, t), best = Math.max(0, ...spots);
    if (said.length && !best) return { found: [], rowless: said, elsewhere: true };
    const there = said.filter((_, i) => spots[i] === best), graded = there.map(el => inRow(el, all, m.row)), top = Math.max(0, ...graded);
    if (top) found = there.filter((_, i) => graded[i] === top);
    else if (found.length > 1 || t.row.fixed || isAnother(found[0]) || unseen.some(el => inRow(el, unseen, m.row))) return { found: [], rowless: found };
  }
  const spelt = lettered(found);
  if (spelt.length) keep('same letters', el => spelt.every(([own, says]) => inItsLetters(own, says(el))));
  if (found.length && spelt.some(([own, says]) => own.whole && found.every(el => inOtherLetters(own, says(el)) && !isRestyled(rowOf(el, found))))) return { found: [], lettered: found };
  const pieces = [t.name, t.text].flatMap(v => v && v.fixed && literal(v) === null ? tokens(v).map(p => fold(p.text)).filter(p => p.length > 2) : []);
  if (pieces.length) keep('said whole', el => { const texts = chunks(el); return pieces.every(p => texts.has(p)); });
  if (t.role && !VAGUE.has(t.role)) keep('same role', el => sameRole(t.role, el));
  for (const mark of [...(t.landmarks || [])].reverse())
    keepWhere(`in ${mark.role}`, el => landmarks(el).some(l => l.role === mark.role && fold(l.name) === fold(mark.name)));
  if (found.length > 1 && t.observed) {
    const wanted = (t.landmarks || []).map(l => l.role).join();
    keepWhere('same regions', el => landmarks(el).map(l => l.role).join() === wanted);
  }
  for (const [key, given] of Object.entries(t.attrs || {})) keep(`same ${key}`, el => el.getAttribute(key) === given);
  if (found.length <= 200) keep('not covered', reachable);
  if (q.action === 'click' && found.length <= FEW) keep('not what is chosen by now', el => !isOnlyChoice(el));
  keep('enabled', enabled);
  if (t.css) keepPlace(t.css, el => { try { return el.matches(t.css) || isLiftedFrom(t.css, el); } catch { return false; } });
  if (t.xpath) keepPlace(t.xpath, el => byXPath(t.xpath).includes(el));
  if (q.action === 'click' && found.length <= FEW) keep('a suggestion for what was typed', isSuggested);
  if (t.tag && found.every(isField)) keep('same kind of field', el => tag(el) === t.tag.toUpperCase());
  if (q.action === 'fill' && !q.literal) keep('not filled yet', isNext(found));
  if (forClick && found.length <= FEW) keep('not in the box just pressed', el => !isInPressed(el, found));
  if (found.length > 1 && found.every(el => el.href && el.href === found[0].href) && leadsAway(found[0])) { notes.push('same address'); found = [found[0]]; }
  if (found.length > 1 && q.action === 'click' && sendTheSame(found)) { notes.push('sends the same'); found = [found[0]]; }
  return { found };
};
// A suggestion says what was typed last, and came with it: an equal text that was there before, as in a list of the page, is none.
const isSuggested = el => {
  const { mine, at, changes } = keeper(), last = [...mine.values()].pop();
  return !!last && last.at >= at && !!m.text && m.text.text === fold(last.is) && changes.some(({ r }) => r.type === 'childList' && [...r.addedNodes].some(n => n.nodeType === 1 && n.contains(el)));
};
// Of fields that are called alike, as in lines that a button adds, all but one hold what this replay put there: the empty one is next,
// unless the place of the recorded one says that it is filled once more.
const isNext = found => {
  const put = [...keeper().mine.values()].map(mine => mine.is), isPut = el => el.value !== '' && put.includes(el.value);
  const isAgain = el => { try { return !!t.css && el.matches(t.css); } catch { return false; } };
  const left = found.filter(el => el.value === ''), filled = found.filter(el => isField(el) && isPut(el) && !isAgain(el));
  return el => left.length !== 1 || filled.length !== found.length - 1 || el === left[0];
};
// What was recorded may be the text within what is clicked: the one element at that place in it says all that it says.
const isLiftedFrom = (path, el) => {
  const own = forClick && !t.role ? m.text || m.name : null, held = own ? [...el.querySelectorAll(path)] : [];
  return held.length === 1 && saysAll(own, held[0]) > 0;
};
// Submit buttons of one form that differ in nothing that is sent, as above and below its fields, do the same, unless a script of
// the page hears that one of them is pressed.
const DRAWN_BY = new Set(['id', 'class', 'style', 'tabindex', 'form', ...TEST_IDS]);
const toldBy = el => [...el.attributes].filter(a => !DRAWN_BY.has(a.name)).map(a => `${a.name}=${a.value}`).sort().join('\n');
const HEARS = /^on(click|submit|mouse|pointer|touch)/i;
const hearsOfPress = el => {
  const book = window[Symbol.for('awm.timers')], props = Object.keys(el).filter(key => key.startsWith('__')).map(key => el[key]);
  return !book || book.listened.has(el) || CLICK_HINTS.some(a => a !== 'tabindex' && el.hasAttribute(a)) || [...el.attributes].some(a => HEARS.test(a.name))
    || ['onclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup'].some(on => typeof el[on] === 'function')
    || props.some(own => typeof own === 'function' || !!own && typeof own === 'object' && Object.keys(own).some(key => HEARS.test(key)));
};
const sendTheSame = found => found.every(el => el.matches('button,input') && el.type === 'submit' && !!el.form && el.form === found[0].form
  && toldBy(el) === toldBy(found[0]) && fold(pageText(el)) === fold(pageText(found[0])) && !hearsOfPress(el));
// Where what the caller names and is dragged stood in the runs says nothing of which of two that are called so, in columns alike, is meant.
const inCellsBeside = (a, b) => (([x, y]) => !!x && x !== a && y !== b && x.matches(CELLS) && y.matches(CELLS))(within(a, b) || within(b, a) ? [] : forks(a, b) || []);
const toldByColumn = (left, found) => q.action === 'drag' && !q.literal && ['name', 'text'].some(key => t[key] && t[key].fixed)
  && found.length <= FEW && left.some(el => found.some(o => !left.includes(o) && (inEqualRows(el, o) || inCellsBeside(el, o))));
// A box that shows its choice and opens a list says the same as the entry of the list that is chosen: meant is what came with the press.
const isInPressed = (el, found) => {
  const { acted, changes } = keeper(), isIn = o => within(acted, o);
  return !!acted && isIn(el) && found.some(o => !isIn(o) && changes.some(({ r }) => cameWith(r, o, acted)));
};
// What tells by its letters, too: the words of a row and the names, each with what an element says of them.
const lettered = found => [
  ...(m.row && m.row.cased ? [[m.row, el => shown(content(rowOf(el, found)))]] : []),
  ...['name', 'text'].filter(key => m[key] && m[key].cased).map(key => [m[key], el => [...names(el), pageText(el)].map(shown).join(' | ')]),
];
// A link to "#" is a button; only its script knows what it does.
const leadsAway = el => !/^\s*(#?\s*$|javascript:)/i.test(el.getAttribute('href') || '');
const byXPath = path => { try { const r = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null); return Array.from({ length: r.snapshotLength }, (_, i) => r.snapshotItem(i)); } catch { return []; } };

// A page that was served without its test ids has none at all: one that has others has lost the thing itself.
const lostTestIds = () => !all(TEST_IDS.map(a => `[${a}]`).join(','), scopes).length;
const withTestId = found => {
  if (!m.testid || !semantic && lostTestIds()) return found;
  const bearers = all(TEST_IDS.map(a => `[${a}]`).join(','), scopes).filter(el => m.testid.grade(testId(el) || '') === 2);
  if (!semantic) return t.role ? bearers.filter(el => VAGUE.has(t.role) || sameRole(t.role, el)) : bearers;
  const around = new Set(bearers);
  for (const b of bearers) for (let n = up(b); n; n = up(n)) around.add(n);
  const agreeing = found.filter(el => around.has(el) || bearers.some(b => b.contains(el)));
  if (agreeing.length) return agreeing;
  const rival = bearers.some(visible) && !t.dynamic;
  return rival ? [] : found;
};
const structural = () => {                  // nameless: the witness must find one, and the role must agree
  if (semantic || m.testid && !lostTestIds()) return null;
  const fits = el => (!t.role || VAGUE.has(t.role) || sameRole(t.role, el)) && (!t.tag || tag(el) === t.tag.toUpperCase());
  const reads = q.action === 'extract' && t.tag;           // where an answer stands often has no role; nothing is done to it
  const css = t.css && m.row && !q.literal ? overRows(t.css) : t.css;
  const fills = q.action === 'fill' && t.css && !BY_PLACE.test(t.css);     // what is filled is a field: its kind is known
  const drawn = t.point && /^canvas$/i.test(t.tag || '');                  // it has no role, and the point in it is what is meant
  const rowed = t.tag && m.row && t.row.fixed;               // the caller names the row: in it, it is the one of its shape
  let found = css && (t.role || q.literal || reads || fills || drawn || rowed) ? all(css, scopes).filter(el => fits(el) && (!fills || t.role || isField(el))) : [];
  if (!found.length && rowed && !css && /^(a|button|input|select|textarea|summary)$/i.test(t.tag)) found = all(t.tag.toLowerCase(), scopes).filter(fits);
  if (!found.length && t.xpath && (t.role || q.literal)) found = byXPath(t.xpath).filter(fits);
  const marks = Object.entries(t.attrs || {}).filter(([k]) => k !== 'type' && k !== 'aria-haspopup');
  if (!found.length && marks.length && (t.role || t.tag))
    found = all((t.tag || '*').toLowerCase(), scopes).filter(el => fits(el) && marks.every(([k, v]) => el.getAttribute(k) === v));
  if (!t.css && !t.xpath && !marks.length && t.role && !VAGUE.has(t.role)) found = pool().filter(fits);  // the role is all that is known
  const ofKind = !q.literal && t.role && t.tag && (q.action === 'fill' || m.row && ['select', 'check', 'uncheck'].includes(q.action));
  if (!found.length && ofKind) found = pool().filter(el => fits(el) && isField(el) && visible(el) && isNameless(el));
  return withRivals(found, fits);
};
// A field that the page called nothing is, where its place is another now, the one of its kind (in its row) that is called nothing.
const isNameless = el => !names(el).length && !el.getAttribute('placeholder') && !el.getAttribute('aria-placeholder');
// Where a row is told by its text, the place that it had among the others says nothing.
const overRows = css => css.replace(/\b(tr|li|dl|article):(?:nth|first|last|only)-[\w-]+(?:\([^)]*\))?/g, '$1');
// A nameless thing to click that only its position tells from those of other rows has these for rivals.
const withRivals = (found, fits) => {
  if (found.length !== 1 || q.literal || !forClick || m.row || !t.css || !BY_PLACE.test(t.css) || isField(found[0])) return found;
  const anywhere = t.css.replace(/:(?:nth|first|last|only)-[\w-]+(\([^)]*\))?/g, '');
  const rowOf = el => el.closest(ROWS), home = rowOf(found[0]);
  const rivals = !home ? [] : all(anywhere, scopes).filter(el => el !== found[0] && fits(el) && visible(el) && rowOf(el) && rowOf(el) !== home && inEqualRows(found[0], el));
  return [...found, ...rivals];
};
// A recording may name an editor by what was written in it; then the selector must agree, and it is the only one in its frame.
const editors = () => {
  if (!t.css || !VAGUE.has(t.role || '') || m.name || m.label || m.placeholder) return [];
  const shown = new Set(all('[contenteditable]:not([contenteditable=false])', scopes).filter(visible).map(editorOf));
  return [...new Set(all(t.css, scopes).map(editorOf))].filter(el => shown.size === 1 && shown.has(el));
};
const placed = () => {
  const items = all(t.place.items, scopes).filter(el => sees(el) && (!t.role || VAGUE.has(t.role) || sameRole(t.role, el)));
  const i = t.place.index < 0 ? items.length + t.place.index : t.place.index - 1;
  return { found: items[i] ? [items[i]] : [], count: items.length };
};

// What is acted on lies before everybody's eyes: not behind a dialog of the task, nor beside the list that was opened to choose from.
// What the source runs had in a dialog, or chose in a list, is waited for a moment before anything else is taken for it.
const MOST_COMING = 1500;
const CHOSEN_ROLES = new Set(['option', 'menuitem', 'menuitemradio', 'treeitem', 'listitem']);
const IN_DIALOG = (t.landmarks || []).some(l => ['dialog', 'alertdialog'].includes(l.role));
const onTop = found => {
  if (!forClick || !found.length || q.literal) return { left: found, why: '' };
  const keep = keeper(), mask = ownMask(keep), coming = performance.now() - keep.at < MOST_COMING;
  const before = mask ? found.filter(el => !behind(el, mask)) : found;
  if (!before.length) return { left: [], why: 'it lies behind the dialog that is open' };
  if (coming && IN_DIALOG && !before.some(el => dialogsAround(el).length)) return { left: [], why: 'the dialog that it was in is not there' };
  const field = q.action === 'click' && (CHOSEN_ROLES.has(t.role) || VAGUE.has(t.role || '')) && !before.some(isField) ? openedField(keep) : null;
  const entries = field ? entriesOf(before, field) : before;
  if (field && !entries.length && coming) return { left: [], why: 'it is not in the list that is open' };
  const others = field && field.matches(CELL) ? before.filter(el => !el.closest(CELL)) : before;     // other cells say it of other rows
  return { left: entries.length ? entries : others, why: entries.length || others.length ? '' : 'it is not in the list that is open' };
};
// A box of the page's own that opens a list is often known only by the choice that it showed then. Where that choice lies hidden
// among others, and what stands in its place shows one of these, it is that box.
const showsAnother = hidden => {
  if (q.action !== 'click' || q.literal || t.role || !m.text || t.text.fixed || !t.css || m.row || hidden.length !== 1) return [];
  const [entry] = hidden, others = [...entry.parentElement.children].filter(o => o !== entry && tag(o) === tag(entry)).map(o => fold(o.textContent));
  const boxes = all(t.css, scopes).filter(el => visible(el) && (!t.tag || tag(el) === t.tag.toUpperCase()));
  return others.length && boxes.length === 1 && others.includes(fold(pageText(boxes[0]))) && distance(boxes[0], entry) < MOST_APART ? boxes : [];
};
// So is one that says in its markup that it opens a list, and is called by what it showed then: its place has one of its kind, which shows
// a choice of its list now; a list of choices that is drawn only while it is open is the only one of the page.
const ENTRIES = '[role=option],[role=menuitem],[role=menuitemradio]';
const opensChoices = () => {
  const kind = (t.attrs || {})['aria-haspopup'];
  if (q.action !== 'click' || q.literal || !kind || !m.name || t.name.fixed || m.label || m.row || m.testid || !t.css) return [];
  const alike = all(`[aria-haspopup="${CSS.escape(kind)}"]`, scopes).filter(el => visible(el) && enabled(el) && sameRole(t.role, el));
  const [box, another] = alike.filter(el => { try { return el.matches(t.css); } catch { return false; } });
  if (!box || another) return [];
  const ids = `${box.getAttribute('aria-controls') || ''} ${box.getAttribute('aria-owns') || ''}`.split(/\s+/);
  const entries = ids.map(id => id && byId(box, id)).filter(Boolean).flatMap(list => [...list.querySelectorAll(ENTRIES)]);
  const shows = entries.some(o => fold(o.textContent) === fold(pageText(box)));
  return shows || kind === 'listbox' && !entries.length && alike.length === 1 ? [box] : [];
};
// Where all choices of a list came to say how many there are of each ("Ann Lee (7)", "Dina Orr (8)"), the numbers are none of their names.
const COUNTED = /[^\s([]\s*[([]\s*\d[\d.,]*\+?\s*[)\]]$/, MOST_UNCOUNTED = 1;
const countedChoices = () => {
  const given = m.name ? [m.name, t.name] : [m.text, t.text];
  if (q.action !== 'click' || q.literal || !['option', 'menuitemradio'].includes(t.role) || !given[0] || !given[0].text || !given[1].fixed || COUNTED.test(given[0].text)) return [];
  const said = el => fold(names(el)[0] || content(el)), alike = all(cssOfRole(t.role), scopes).filter(visible);
  const found = alike.filter(el => COUNTED.test(said(el)) && uncounted(said(el)) === given[0].text), list = found.length === 1 && found[0].closest('[role=listbox],[role=menu]');
  const choices = list ? alike.filter(el => list.contains(el)) : [], plain = choices.filter(el => !COUNTED.test(said(el)));
  return choices.length > 2 && plain.length <= MOST_UNCOUNTED ? found : [];
};
const MOST_APART = 8, distance = (a, b) => {
  for (let n = a, d = 0; n; n = up(n), d++) if (within(n, b)) { let e = 0; for (let k = b; k && k !== n; k = up(k)) e++; return d + e; }
  return 999;
};
const search = () => {
  if (t.place && t.place.items) { const p = placed(); return { found: p.found, why: p.found.length ? '' : `only ${p.count} items shown`, hidden: [] }; }
  const bare = structural();
  let graded;
  if (bare !== null) graded = bare.map(el => [el, 2]);
  else {
    graded = inLikelyRows(pool()).filter(quick).map(el => [el, grade(t, m, el)[0]]).filter(([, g]) => g);
    if (q.action === 'fill' && !graded.length) graded = editors().map(el => [el, 2]);
    if (q.literal && !graded.length && t.css) graded = all(t.css, scopes).filter(visible).map(el => [el, 2]).slice(0, 2);
    if (!graded.length && m.testid && !semantic) graded = withTestId([]).map(el => [el, 2]);
  }
  const hidden = graded.filter(([el]) => !sees(el)).map(([el]) => el), visibly = graded.filter(([el]) => sees(el));
  const seen = visibly.length ? visibly : [...showsAnother(hidden), ...opensChoices(), ...countedChoices()].map(el => [el, 2]);
  const top = Math.max(0, ...seen.map(([, g]) => g));
  const pick = withTestId(seen.filter(([, g]) => g === top).map(([el]) => el));
  const met = forClick ? pick.filter(el => styleOf(el).pointerEvents !== 'none') : [];     // a click passes the others by
  const inner = forClick ? innermostOf(met.length ? met : pick) : pick;
  const { left: there, why } = onTop(inner);
  if (why) return { found: [], hidden, why, pick: [] };
  const active = forClick && !t.role && there.some(clickable) ? there.filter(clickable) : there;
  const notes = [], left = narrowed(active, notes, hidden);
  return { ...left, notes, hidden, why: left.elsewhere ? 'what names the row stands in it as something else, as in another column' : left.rowless ? 'not in the wanted row' : left.lettered ? 'written in other letters' : '', pick };
};

// Lists are drawn again some 300 ms after the last letter was typed into the field that filters them.
const SEARCHY = /search|filter|find|query|lookup|autocomplete|typeahead/i;
const beingFiltered = (el, now) => {
  const field = keep.typed;
  if (!field || !field.isConnected || field === el || isField(el) && !['checkbox', 'radio'].includes(el.type) || now - keep.typedAt > 420) return false;
  if (el.matches('[type=submit],button:not([role=option])') && !el.closest('li,tr,[role=row],[role=listbox],[class*=item]')) return false;
  const searchy = ['searchbox', 'combobox'].includes(role(field)) || SEARCHY.test([field.id, field.name, field.className, field.placeholder, ...names(field)].join(' '));
  return searchy || !field.form || field.form !== (el.form || el.closest('form'));
};
// What the page is about to do is waited for: what it set itself to do soon, and where it is not known to be still, a blind quiet.
const ahead = el => {
  if (!q.ahead) return { soon: 0, still: true };
  const next = q.action === 'extract' ? 'read' : isField(el) && !['checkbox', 'radio'].includes(el.type) && q.action !== 'click' ? 'field' : 'press', all = books();
  return { soon: Math.max(0, ...all.map(book => book.soon(next))), still: q.ahead === 'timers' || q.ahead === 'all' && all.length > 0 && all.every(book => book.still()) };
};
// What held something in every source run, and is still empty, is mostly about to be filled by the page: it would take back what is put there.
const MOST_EMPTY = 1500;
const aboutToBeFilled = (el, now) => {
  const field = tag(el) === 'LABEL' && el.control || el;
  if (!t.prefilled || q.action !== 'fill' || !q.ahead || field.value !== '') return false;
  if (!keep.empty.has(field)) keep.empty.set(field, now);
  return now - keep.empty.get(field) < MOST_EMPTY;
};
// Fields of this replay in which the page has put another text since, by itself: the last one too, and nothing was pressed after it.
const bare = s => s.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
const takenBack = () => {
  const book = window[Symbol.for('awm.timers')], filled = [...keep.mine], last = filled[filled.length - 1];
  if (!q.ahead || !book || !last || last[1].at < book.pressed) return [];
  const other = (is, mine) => bare(is) && bare(mine) && !bare(is).includes(bare(mine)) && !bare(mine).includes(bare(is));
  const lost = filled.filter(([el, mine]) => mine.at > book.pressed && el.isConnected && el.value !== mine.is && other(el.value, mine.is) && visible(el));
  return lost.includes(last) ? lost.map(([, mine]) => mine.number) : [];
};
// An element of a page's own kind that its script has not made yet does nothing when it is pressed. Angular calls its parts so for good.
const isRaw = el => {
  let n = el;
  for (let level = 0; n && level < 3 && !tag(n).includes('-'); level++) n = up(n);
  return !!n && forClick && !n.shadowRoot && tag(n).includes('-') && !n.matches(':defined,[role],[onclick]') && !el.matches('button,a,input,select,textarea,summary') && !document.querySelector('[ng-version],[ng-app],[data-ng-app]');
};
const result = search();
const keep = keeper();
if (result.found.length === 1) {
  const el = result.found[0], touched = changedNear(el), now = performance.now();
  const ready = document.readyState !== 'loading' && !document.querySelector(BUSY) && !el.closest('[aria-busy=true]') && !isRaw(el);
  const { soon, still } = ahead(el);
  const calm = (!touched || now - touched >= q.calm) && !beingFiltered(el, now) && still && !soon && !aboutToBeFilled(el, now);
  if (calm && ready && !['wait_for', 'extract'].includes(q.action)) { keep.mark(now); keep.typed = null; noteOwn(keep, el); }
  const report = { state: calm && ready ? 'one' : 'unsettled', disabled: !enabled(el), says: say(el), hidden: !visible(el), changes: keep.count, soon, still, lost: takenBack() };
  return { element: el, report: JSON.stringify(report) };
}
const report = { state: result.found.length ? 'many' : 'none', count: result.found.length, why: result.why, others: !!(result.rowless || []).length, hidden: result.hidden.length, changes: keep.count };
if (!q.explain) return { element: null, report: JSON.stringify(report) };
report.candidates = nearest(result, t, m, scopes);
report.closed = all('*', scopes).filter(el => tag(el).includes('-') && !el.shadowRoot && !el.childElementCount && visible(el)).map(el => tag(el).toLowerCase()).slice(0, 3);
return { element: null, report: JSON.stringify(report) };
