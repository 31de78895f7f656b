// What an element shows of the state that a step sets: {is, blank, of}, or null where it shows none, or a secret.
// of: what it belongs to, as lists use the same element for another entry; blank: it stands for no choice; key: the value of what is
// chosen, where its label may be written anew; seen: it is shown; loose: what is typed may be shown in other words, as it takes one of
// those that it offers, or is a text of many words.
const ROW = 'tr,li,article,[role=row],[role=listitem]', LONGEST = 80, LEFT_MS = 40;
const keep = keeper();
const wordsOf = row => shown(row.textContent);
// The row that was last pointed at: seen to go, alone, with a click, and to be back where it was.
const near = given && given.isConnected ? given.closest(ROW) : null;
const inPlace = noted => { const there = noted.parent.children[noted.index]; return !!there && visible(there) && wordsOf(there) === noted.text; };
const isGone = noted => noted.row.isConnected ? !visible(noted.row) : noted.parent.isConnected && !inPlace(noted) && noted.count - noted.parent.children.length <= 1;
if (q.ask === 'row') {
  if (near && near.parentElement && wordsOf(near)) {
    const parent = near.parentElement, noted = { row: near, parent, index: [...parent.children].indexOf(near), count: parent.children.length, text: wordsOf(near), gone: false };
    if (keep.row) keep.row.watch.disconnect();
    noted.watch = new MutationObserver(() => { noted.gone = noted.gone || isGone(noted); });      // it may be back before anyone looks
    noted.watch.observe(parent, { childList: true });
    keep.row = noted;
  }
  if (keep.row) keep.row.gone = false;
  return !!keep.row && keep.row.row.isConnected && visible(keep.row.row) ? clip(keep.row.text, LONGEST) : null;
}
if (q.ask === 'row gone') return !!keep.row && (keep.row.gone || isGone(keep.row));
if (q.ask === 'row back') return keep.row && keep.row.parent.isConnected && inPlace(keep.row) ? clip(keep.row.text, LONGEST) : null;
if (!given || !given.isConnected) return null;
// Leaves the field in hand, as a click on the element would; whether there was one. What belongs to a field goes when it is left.
if (q.ask === 'leave') {
  let held = document.activeElement;
  while (held && held.shadowRoot && held.shadowRoot.activeElement) held = held.shadowRoot.activeElement;
  const within = n => { for (; n; n = up(n)) if (n === held) return true; return false; };
  const holds = n => { for (let m = held; m; m = up(m)) if (m === n) return true; return false; };
  if (!held || !(held.matches('input,textarea') || held.isContentEditable) || within(given) || holds(given) || given.control === held) return false;
  const POPS_UP = '[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog],dialog,[popover]';
  const lists = `${held.getAttribute('aria-controls') || ''} ${held.getAttribute('aria-owns') || ''}`.split(' ').map(id => id && byId(held, id));
  const isLayer = n => { const s = getComputedStyle(n); return s.position === 'absolute' && s.zIndex !== 'auto' && n !== given; };
  for (let n = given; n && !holds(n); n = up(n)) if (n.matches(POPS_UP) || lists.includes(n) || isLayer(n)) return false;
  const book = window[Symbol.for('awm.timers')], at = performance.now();
  const left = () => {
    memo.clear();
    if (!given.isConnected || !visible(given)) held.focus({ preventScroll: true });
    return true;
  };
  held.blur();
  if (!book) return new Promise(done => setTimeout(() => done(left()), LEFT_MS));
  // A page that drew since, and set itself nothing as it was left, has done what it does then.
  return book.drew(LEFT_MS).then(() => book.quietSince(at, LEFT_MS) ? null : book.after(Math.max(0, LEFT_MS - (performance.now() - at)))).then(left);
}
const inside = !isField(given) && given.querySelector ? given.querySelector(FIELD) : null;
const el = tag(given) === 'LABEL' && given.control ? given.control : q.kind === 'fill' ? inside || editorOf(given) : given;
if (el.type === 'password') return null;
const PLACEHOLDER = /^[-\u2013\u2014\s]|(\u2026|\.\.\.|:|[-\u2013\u2014])$/;
const label = o => shown(o.label);
const ticked = () => el.checked !== undefined && el.matches('input') ? el.checked : (el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed') ?? el.getAttribute('aria-selected')) === 'true';
const value = () => el.isContentEditable ? el.innerText : 'value' in el && tag(el) !== 'BUTTON' && tag(el) !== 'LI' ? el.value : shown(content(el));
const chosen = tag(el) === 'SELECT' ? [...el.selectedOptions] : [];
const is = q.kind === 'check' ? (ticked() ? 'checked' : 'unchecked') : tag(el) === 'SELECT' ? chosen.map(label).join(', ') : q.kind === 'click' || q.kind === 'stepper' ? '' : value();
const blank = q.kind === 'check' ? false : tag(el) === 'SELECT' ? !chosen.some(o => o.value && !o.disabled && !o.hidden && !PLACEHOLDER.test(label(o))) : !is.trim() || q.kind === 'select' && PLACEHOLDER.test(is);
const around = near ? shown(wordsOf(near).replace(shown(el.textContent), '').replace(/\d+/g, '')) : '';
const key = tag(el) === 'SELECT' ? clip(chosen.map(o => o.value).join('\n'), 200) : '';
const loose = ['combobox', 'searchbox', 'listbox'].includes(role(el)) || el.hasAttribute('aria-autocomplete') || !!el.list || el.isContentEditable || tag(el) === 'TEXTAREA';
return { is: clip(is, 200), blank, key, seen: visible(el), loose, of: `${fold(labels(el)[0] || names(el)[0] || '')}|${clip(around, LONGEST)}` };
