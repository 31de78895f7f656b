// Options of a native select, chosen by label or value; and what a click-on state control says of itself. text: what a list shows as
// chosen; among: the texts of the options that an element is one of, or has.
const el = given;
const is = () => el.checked !== undefined && el.matches('input') ? el.checked : (el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed') ?? el.getAttribute('aria-selected') ?? String(isMarked_(el))) === 'true';
// One of several buttons alike that says it by a class only: one that not all of them have.
const SET_CLASS = /(^|[-_])(active|selected|checked|chosen|current|pressed|on)$/i;
const setClasses = n => classesOf(n).filter(c => SET_CLASS.test(c));
const isMarked_ = n => {
  const beside = n.parentElement ? [...n.parentElement.children].filter(o => o !== n && tag(o) === tag(n)) : [];
  return beside.length > 0 && setClasses(n).some(c => !beside.every(o => classesOf(o).includes(c)));
};
if (q.ask === 'checked') return is();
if (q.ask === 'sole') return isMarked_(el) && el.matches('button,[role=button],[role=tab]') && ![...el.parentElement.children].some(o => o !== el && tag(o) === tag(el) && setClasses(o).some(c => setClasses(el).includes(c)));
if (q.ask === 'label') {
  el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (takesPress(el)) return null;
  // A label that stands elsewhere may do nothing where the control is drawn by itself.
  const own = [...(el.labels || [])].filter(visible), next = el.nextElementSibling && visible(el.nextElementSibling) ? el.nextElementSibling : null;
  return own.find(l => l.contains(el) || l.parentElement === el.parentElement) || el.closest('label') || (next && !shown(content(next)) ? next : null) || own[0] || next || el.parentElement;
}
if (q.ask === 'native') return tag(el) === 'SELECT';
if (q.ask === 'text') return String(el.value ?? el.innerText ?? '');
if (q.ask === 'among') {
  const said = n => (n.label || n.getAttribute('aria-label') || n.textContent || '').replace(/\s+/g, ' ').trim();
  const list = el.closest('select,[role=listbox],[role=radiogroup],[role=menu],[role=tree],fieldset') || el.parentElement, own = el.getAttribute('role');
  const like = own ? `[role=${CSS.escape(own)}]` : el.matches('input') ? 'input[type=radio]' : el.tagName;
  const items = el.matches('select') ? [...el.options] : list ? [...list.querySelectorAll(like)] : [];
  const texts = items.map(n => n.matches('input') ? said((n.labels || [])[0] || n) : said(n));
  return texts.filter(text => text && text.length <= q.longest).slice(0, q.most);
}
if (tag(el) !== 'SELECT') return null;
const options = [...el.options];
const off = o => o.disabled || (o.parentElement.matches('optgroup') && o.parentElement.disabled), on = options.filter(o => !off(o));
const pick = want => {
  const f = fold(want);
  return on.find(o => fold(o.label) === f) || on.find(o => o.value === want) || on.find(o => fold(o.textContent) === f)
    || sole(on.filter(o => unadorned(o.label) === unadorned(want)))
    || (q.tail ? sole(on.filter(o => isDataBehind(f, fold(o.label), null)).map(o => isDataBehind(f, fold(o.label), q.tail) ? o : null)) : null);
};
const sole = found => found.length === 1 ? found[0] : null;
const unadorned = s => fold(s).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
if (q.ask === 'find') {
  const found = q.texts.map(pick);
  const others = el.multiple ? [...el.selectedOptions].filter(o => !found.includes(o)) : [];
  const { width, height } = el.getBoundingClientRect();
  return { tiny: width <= 2 || height <= 2, labels: found.map(o => o ? shown(o.label) : ''), others: others.map(o => options.indexOf(o)), also: others.map(o => shown(o.label)), indexes: found.map(o => o ? options.indexOf(o) : -1), options: on.map(o => shown(o.label)).filter(Boolean).slice(0, 60), off: options.filter(off).map(o => shown(o.label)).filter(Boolean).slice(0, 60) };
}
if (q.ask === 'selected') return !el.isConnected ? null : [...el.selectedOptions].map(o => options.indexOf(o));
if (q.ask === 'shown') { const o = el.selectedOptions[0]; return { label: o ? shown(o.label) : '', value: el.value, blank: el.multiple || !o || !o.value }; }
if (q.ask === 'set') {
  for (const o of options) o.selected = q.indexes.includes(options.indexOf(o));
  el.dispatchEvent(new Event('input', { bubbles: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
return null;
