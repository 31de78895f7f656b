// From a moment on: the short texts that come to be shown, also those that go again. Each is told once, with what it is said in.
// q.known: texts of an earlier page; q.still: whether a listed text is one that is there now. The answer is what was told so far.
// q.typed: the texts of which entries may come; q.went: what became of them, and whether anything other than messages changed.
const WATCH = Symbol.for('awm.watch'), LONGEST = 300, MOST = 120, FADING_MS = 500;
const mask = text => fold(text).replace(/\d+/g, '#');
const textsIn = (el, most) => {
  const found = [], walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(), i = 0; n && i < most; n = walker.nextNode(), i++)
    if (n.data.trim() && n.parentElement && !SKIP.has(tag(n.parentElement))) found.push(n);
  return found;
};
// The smallest blocks of a place, each with what it says itself: [block, text].
const blocksIn = el => {
  const blocks = new Map();
  for (const n of textsIn(el, 1200)) {
    let block = n.parentElement;
    while (block !== document.body && styleOf(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
    if (visible(n.parentElement) && !n.parentElement.closest('button,a,option,label,[contenteditable]')) blocks.set(block, `${blocks.get(block) || ''} ${n.data}`);
  }
  return [...blocks].map(([block, text]) => [block, shown(text)]).filter(([, text]) => text.length <= LONGEST);
};
const said = el => { memo.clear(); return shown(content(el)); };
const begin = () => {
  const watch = { known: new Set(), told: [], texts: new Set(), waiting: new Map(), framed: false, wake: null, comers: comers([]), other: false };
  const MESSAGE = `${STRONG},${WEAK}`;
  const isMessage = n => n.nodeType === 1 && (!!n.closest(MESSAGE) || !!n.querySelector(MESSAGE) && n.textContent.length <= LONGEST);
  // Whether something other than a message changed; elements that say nothing come with every press.
  const other = r => {
    const el = r.target.nodeType === 1 ? r.target : r.target.parentElement || r.target.host;
    if (!el || el.closest(MESSAGE)) return false;
    if (r.type === 'childList') return [...r.addedNodes, ...r.removedNodes].some(n => n.textContent.trim() && !isMessage(n));
    return r.type === 'characterData' || !isMessage(el);
  };
  const told = el => {                       // whether nothing more is to be waited for
    if (!el.isConnected || isField(el) || SKIP.has(tag(el))) return true;
    const boxes = [...el.querySelectorAll(`${STRONG},${WEAK}`)].slice(0, 20).filter(n => !n.querySelector(`${STRONG},${WEAK}`) && !isWorkedIn(n));
    const around = messageBox(el);
    if (around && around.textContent.length <= LONGEST) boxes.push(around);
    const units = [...boxes.filter(visible).map(box => [box, said(box)]), ...blocksIn(el)];
    const hidden = el.textContent.trim() !== '' && !visible(el);
    for (const [unit, text] of units) {
      if (isField(unit) || unit.closest('button,a,option,[contenteditable]')) continue;
      if (text.length < 2 || text.length > LONGEST || watch.texts.has(text) || watch.told.length >= MOST) continue;
      if (watch.known.has(mask(text)) || !textsIn(unit, 60).some(n => !watch.known.has(mask(n.data)))) continue;
      const worn = dress(unit, text), strong = !!unit.closest(STRONG), boxed = strong || !!messageBox(unit);
      watch.texts.add(text);
      if (!boxed && (unit.closest(ENTRY) || oneOfMany(unit))) continue;
      watch.told.push({ text, strong, boxed, tone: GOOD.test(worn) ? 'good' : BAD.test(worn) ? 'bad' : '', near: nearField(unit) });
      if (watch.wake) watch.wake();
    }
    return !hidden;
  };
  const turn = () => {                       // what fades in is not seen at once
    watch.framed = false;
    const now = performance.now();
    for (const [el, since] of watch.waiting) if (told(el) || now - since > FADING_MS) watch.waiting.delete(el);
    if (watch.waiting.size) frame();
  };
  const frame = () => { if (!watch.framed) { watch.framed = true; requestAnimationFrame(turn); } };
  watch.note = el => { if (el && el.nodeType === 1 && watch.waiting.size < 400 && !watch.waiting.has(el)) { watch.waiting.set(el, performance.now()); frame(); } };
  watch.turn = turn;
  const observer = new MutationObserver(records => {
    const changed = new Set();
    for (const r of records) {
      watch.other ||= other(r);
      for (const n of r.addedNodes) { watch.comers.came(n); changed.add(n.nodeType === 1 ? n : n.parentElement); }
      if (r.type === 'characterData') changed.add(r.target.parentElement);
      else if (r.type === 'attributes' && r.target.textContent.length <= LONGEST * 2) changed.add(r.target);
      if (r.type === 'characterData') watch.note(r.target.parentElement);
      else if (r.type === 'attributes') { if (r.target.textContent.length <= LONGEST * 2) watch.note(r.target); }
      else for (const n of r.addedNodes) { watch.note(n.nodeType === 1 ? n : n.parentElement); if (n.shadowRoot) watch.on(n.shadowRoot); }
    }
    for (const el of changed) watch.comers.saw(el);
  });
  watch.on = root => observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'style', 'hidden', 'open', 'aria-hidden'] });
  for (const root of roots()) watch.on(root);
  Object.defineProperty(document, WATCH, { value: watch, enumerable: false });
  return watch;
};
if (document.designMode === 'on' || (document.body || {}).isContentEditable) return { known: [], told: [] };   // an editor: people write there
const watch = document[WATCH] || begin();
if (q.known) {
  if (!q.fresh && document.body) {
    for (const n of textsIn(document.body, 4000)) watch.known.add(mask(n.data));
    for (const [, text] of blocksIn(document.body)) watch.known.add(mask(text));
  }
  for (const text of [...q.known, ...(q.fresh ? [] : run('messages', {}, null).map(one => mask(one.text)))]) watch.known.add(text);
  watch.comers = comers(q.typed);
  watch.told.length = 0;
  watch.other = false;
  watch.texts.clear();
  if (q.fresh) for (const el of all(`${STRONG},${WEAK}`, roots()).slice(0, 60)) watch.note(el);   // what a new page begins with may go soon
  return { known: q.fresh ? [] : [...watch.known].filter(text => text.length <= LONGEST).slice(0, 1500), told: [] };
}
if (q.went) return { ...watch.comers.went(), other: watch.other };
if (q.from !== undefined) {
  if (watch.told.length > q.from) return watch.told.slice(q.from);
  return new Promise(done => { watch.wake = () => { watch.wake = null; done(watch.told.slice(q.from)); }; });
}
// Short texts that stand on the page now and are none of the known ones, for a form that came back on a new page.
const found = [];
watch.turn();
for (const [block, text] of document.body ? blocksIn(document.body) : []) {
  if (found.length >= 60 || isField(block) || block.closest(`${STRONG},${WEAK},${ENTRY},h1,h2,h3`)) continue;
  if (text.length > 3 && !q.old.includes(mask(text)) && !oneOfMany(block)) found.push(text);
}
return { told: watch.told, found, shown: watch.told.map(one => found.includes(one.text) || fold((document.body || {}).innerText || '').includes(fold(one.text))) };
