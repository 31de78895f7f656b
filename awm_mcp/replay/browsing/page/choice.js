// Options of a native select, chosen by label or value; and what a click-on state control says of itself.
const el = given;
const is = () => el.checked !== undefined && el.matches('input') ? el.checked : (el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed') ?? el.getAttribute('aria-selected')) === 'true';
if (q.ask === 'checked') return is();
if (q.ask === 'label') return [...(el.labels || [])].find(visible) || el.closest('label') || (el.nextElementSibling && visible(el.nextElementSibling) ? el.nextElementSibling : el.parentElement);
if (q.ask === 'native') return tag(el) === 'SELECT';
if (tag(el) !== 'SELECT') return null;
const options = [...el.options];
const pick = want => {
  const f = fold(want);
  return options.find(o => fold(o.label) === f && !o.disabled) || options.find(o => o.value === want && !o.disabled) || options.find(o => fold(o.textContent) === f && !o.disabled)
    || (only => only.length === 1 ? only[0] : null)(options.filter(o => unadorned(o.label) === unadorned(want) && !o.disabled));
};
const unadorned = s => fold(s).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
if (q.ask === 'find') {
  const found = q.texts.map(pick);
  const others = el.multiple ? [...el.selectedOptions].filter(o => !found.includes(o)) : [];
  return { others: others.map(o => options.indexOf(o)), also: others.map(o => shown(o.label)), indexes: found.map(o => o ? options.indexOf(o) : -1), options: options.map(o => shown(o.label)).filter(Boolean).slice(0, 60) };
}
if (q.ask === 'selected') return [...el.selectedOptions].map(o => options.indexOf(o));
if (q.ask === 'shown') { const o = el.selectedOptions[0]; return { label: o ? shown(o.label) : '', value: el.value, blank: el.multiple || !o || !o.value }; }
if (q.ask === 'set') {
  for (const o of options) o.selected = q.indexes.includes(options.indexOf(o));
  el.dispatchEvent(new Event('input', { bubbles: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
return null;
