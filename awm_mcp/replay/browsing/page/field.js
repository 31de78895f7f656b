// What kind of control an element is and what it holds. A password's value is compared in the page and never leaves it.
const inside = !isField(given) && given.querySelector ? given.querySelector(FIELD) : null;
const el = tag(given) === 'LABEL' && given.control ? given.control : inside || editorOf(given);
const cells = () => {
  for (let n = el.parentElement, level = 0; n && level < 3; n = n.parentElement, level++) {
    const found = [...n.querySelectorAll('input')].filter(i => i.maxLength === 1 && visible(i));
    if (found.length > 1) return found;
  }
  return [];
};
const squash = s => (s || '').replace(/\r\n?/g, '\n');
if (q.ask === 'kind') {
  const type = tag(el) === 'INPUT' ? el.type : el.isContentEditable ? 'editable' : tag(el) === 'TEXTAREA' ? 'textarea' : tag(el) === 'SELECT' ? 'select' : role(el);
  return { itself: el === given, type, max: el.maxLength > 0 ? el.maxLength : 0, segments: el.maxLength === 1 ? cells().length : 0, min: el.min || '', top: el.max || '', step: el.step || '',
    suggests: ['searchbox', 'combobox'].includes(role(el)) || el.hasAttribute('aria-autocomplete') || /search|filter|find|query|lookup|auto-?complet|typeahead|suggest/i.test([el.id, el.name, el.className, el.placeholder, ...names(el)].join(' ')),
    hints: [el.placeholder, el.title, ...(el.getAttribute('aria-describedby') || '').split(/\s+/).map(id => id && (el.getRootNode().getElementById(id) || {}).textContent), ...names(el)].filter(Boolean).map(text => clip(text, 120)),
    readonly: !!el.readOnly, now: el.getAttribute('aria-valuenow') };
}
if (q.ask === 'young') {
  const known = books(), done = !q.hears && known.length > 0 && known.every(book => book.still() && !book.live.size);
  return 'value' in el && el.value === '' && performance.now() < q.age && !done;
}
if (q.ask === 'same') return squash(el.isContentEditable ? el.innerText : el.value) === squash(q.text);
if (q.ask === 'element') return el;
if (q.ask === 'segment') return cells()[q.index];
// How many of the boxes, from the first on, hold their character.
if (q.ask === 'segments') { const boxes = cells(), wrong = [...q.text].findIndex((c, i) => !boxes[i] || boxes[i].value.toLowerCase() !== c.toLowerCase()); return { boxes: boxes.length, held: wrong < 0 ? q.text.length : wrong }; }
// What a number may mean: "1.234,5" and "1,234.5" are one; a single mark before three digits may part thousands or decimals.
const TEXTUAL = /^(text|tel|search)$/, DECIMAL = /^\s*[+-]?(\d{1,3}([ '.,\u00a0]\d{3})+|\d+)[.,]\d+\s*$/;
const numbersIn = s => {
  const bare = s.replace(/[^\d.,-]/g, ''), cut = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (!/\d/.test(bare)) return [];
  const plain = text => Number(text.replace(/[.,]/g, ''));
  if (cut < 0) return [plain(bare)];
  const behind = bare.slice(cut + 1), read = Number(`${bare.slice(0, cut).replace(/[.,]/g, '') || '0'}.${behind || '0'}`);
  return behind.length === 3 ? [read, plain(bare)] : [read];
};
if (q.ask === 'holds') {
  const keep = keeper();
  keep.typed = el; keep.typedAt = performance.now();
  keep.filled.add(el);
  // Filled at once: what listens for keys only hears the last letter go up, as after typing.
  if (q.at_once) el.dispatchEvent(new KeyboardEvent('keyup', { key: [...q.text].pop() || 'Backspace', bubbles: true, cancelable: true, composed: true }));
  const judged = () => {
    const is = el.isContentEditable ? el.innerText.replace(/\u00a0/g, ' ') : squash(el.value), want = squash(q.text);
    const flat = s => s.replace(/\s+/g, ' ').trim(), digits = s => s.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
    const secret = el.type === 'password' || q.secret;
    let how = 'different';
    if (is === want || (el.isContentEditable && flat(is) === flat(want))) how = 'same';
    else if (tag(el) === 'INPUT' && is === want.replace(/[\n]/g, '')) how = 'same';
    else if (is === '') how = 'empty';
    else if (want.startsWith(is) && el.maxLength > 0 && is.length === el.maxLength) how = 'cut';
    else if (digits(is) && digits(is) === digits(want) && !(el.type === 'number' || /[.,]\d/.test(want) && !/^[\d\s()+.-]+$/.test(want) || DECIMAL.test(want) && !/[()\/-]/.test(is))) how = 'formatted';
    else if (TEXTUAL.test(el.type) && DECIMAL.test(want) && numbersIn(is).some(n => numbersIn(want).includes(n))) how = 'formatted';
    else if (el.type === 'color' && is.toLowerCase() === want.toLowerCase()) how = 'same';
    else if (['range', 'number'].includes(el.type) && is !== '' && Number(is) === Number(want)) how = 'same';
    else if (['time', 'datetime-local'].includes(el.type) && (is.startsWith(want) || want.startsWith(is))) how = 'same';
    if (q.fill && tag(el) !== 'SELECT' && 'value' in el) keep.mine.delete(el), keep.mine.set(el, { number: q.fill, is: el.value, at: performance.now() });
    return { how, is: secret ? '' : clip(is, 200) };
  };
  if (!TEXTUAL.test(el.type) || !DECIMAL.test(q.text) || document.activeElement !== el) return judged();
  // Fields for amounts are read and written anew when they are left: what they make of it is seen before anything is sent.
  el.blur();
  return new Promise(done => setTimeout(() => { const found = judged(); el.focus({ preventScroll: true }); done(found); }, 30));
}
return null;
