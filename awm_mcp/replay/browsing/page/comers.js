// Rows and blocks that come to say a text that was typed: noted in the moment that they come, however shortly they stand, and
// looked for again at the end. What pops up over the page, and goes with that, is none of them.
const POPUP = 'dialog,[role=dialog],[role=alertdialog],[role=listbox],[role=option],[role=menu],[class*=suggest],[class*=autocomplete],[class*=typeahead]';
const ENTRIES = 'li,tr,dd,dt,article,[role=row],[role=listitem],[role=article]', MOST_ENTRIES = 40, SOON_MS = 1500, LATER_MS = 6000;
const comers = typed => {
  const texts = [...new Set(typed.map(fold))].filter(text => text.length > 1);
  const asWord = new Map(texts.map(text => [text, new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u')]));
  const since = new WeakSet(), noted = new Map(), popups = new Set(texts.length ? all(POPUP, roots()).filter(visible) : []);
  const written = p => !p || SKIP.has(tag(p)) || p.closest('textarea,option,[contenteditable]');
  const there = el => { const box = el.getBoundingClientRect(); return rendered(el) && box.width > 0 && box.height > 0; };      // also what fades in
  // The elements below a place that say a text themselves.
  const saying = (text, places) => places.flatMap(place => {
    const found = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let n = walker.nextNode(); n; n = walker.nextNode())
      if (n.data.length >= text.length && asWord.get(text).test(fold(n.data)) && !written(n.parentElement) && there(n.parentElement)) found.push(n.parentElement);
    return found;
  });
  const page = () => roots().map(root => root === document ? document.body : root).filter(Boolean);
  const said = () => fold(document.body ? document.body.innerText : '');
  const before = new Map(texts.map(text => [text, saying(text, page()).length])), began = texts.length ? said() : '';
  const isNew = (node, box) => { for (let n = node; n; n = n.parentNode) { if (since.has(n)) return true; if (n === box) return false; } return false; };
  // A message or a box that lies over the page, which came or has nothing in it but what came.
  const isPassing = el => {
    const popup = el.closest(POPUP);
    if (popup && !popups.has(popup)) return true;
    let box = el.closest(`${STRONG},${WEAK}`);
    for (let n = el; n && n !== document.body && !box; n = n.parentElement) if (styleOf(n).position === 'fixed') box = n;
    if (!box) return false;
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), own = [];
    for (let n = walker.nextNode(); n; n = walker.nextNode()) if (n.data.trim()) own.push(n);
    return own.every(n => isNew(n, box));
  };
  const entryOf = (el, text) => {
    const block = blockOf(el), row = el.closest(ENTRIES);
    return row || (byItself(el, text) || oneOfMany(block) ? block : null);
  };
  const wayTo = el => el.parentElement ? [...wayTo(el.parentElement), [...el.parentElement.children].indexOf(el)] : [];
  const atWay = way => way.reduce((el, index) => el && el.children[index], document.documentElement);
  const rowsOf = list => [...list.children].filter(there);
  const note = (el, text) => {
    const row = entryOf(el, text), list = row && row.parentElement;
    if (!list || row === document.body || isPassing(row)) return;
    const rows = rowsOf(list), others = new Set(rows.filter(one => one !== row).map(one => fold(one.textContent)));
    noted.set(text, { row, list, way: wayTo(list), others, says: clip(shown(row.textContent), 120) });
  };
  const saw = el => {
    if (!el || el.nodeType !== 1 || !el.isConnected || noted.size > MOST_ENTRIES) return;
    const words = fold(el.textContent);
    for (const text of texts.filter(one => asWord.get(one).test(words))) {
      const found = saying(text, [el]);
      if (found.length && saying(text, page()).length > before.get(text)) for (const one of found) note(one, text);
    }
  };
  // What a new entry says besides, but for what there is to press.
  const besides = (text, el) => {
    const row = entryOf(el, text), walker = row && isNew(row, null) && !isPassing(row) ? document.createTreeWalker(row, NodeFilter.SHOW_TEXT) : null, words = [];
    for (let n = walker && walker.nextNode(); n; n = walker.nextNode()) {
      const control = n.parentElement.closest('button,a,select,label,[role=button],[role=menuitem]');
      if (!written(n.parentElement) && there(n.parentElement) && !(control && row.contains(control) && shown(control.textContent).split(' ').length < 3)) words.push(n.data);
    }
    return shown(words.join(' '));
  };
  const moving = one => one.list.isConnected && one.list.getAnimations ? one.list.getAnimations({ subtree: true }).map(a => a.playState === 'running' ? a.effect.getComputedTiming().endTime - a.currentTime : 0) : [];
  // What was set since the last action may take an entry back after seconds, too.
  const set = () => books().flatMap(book => [book.since(LATER_MS), ...[...book.live.values()].filter(t => !t.ticking && t.delay <= SOON_MS).map(t => t.due - performance.now())]);
  return {
    came: node => since.add(node),
    saw: texts.length ? saw : () => {},
    // stands: how many are there still; gone: the words of those that went, from a list that is there with nothing in their place;
    // beside: what those that stand say besides; known: whether one of their texts stood on the page before; instead: what stands there; soon: milliseconds until the page has done what may change it.
    went: () => {
      const told = { stands: 0, gone: [], beside: [], known: false, instead: [], soon: 0 };
      for (const [text, one] of noted) {
        told.soon = Math.max(told.soon, 0, ...moving(one).filter(left => left <= SOON_MS), ...set());
        const found = saying(text, page());
        if (found.length > before.get(text)) { told.stands++; told.beside.push(...found.map(el => besides(text, el)).filter(words => words && words.length <= 200)); continue; }
        const again = one.list.isConnected ? one.list : atWay(one.way), list = again && tag(again) === tag(one.list) && (there(again) || again === one.list && rendered(again) && !rowsOf(again).length) ? again : null;
        const rows = list ? rowsOf(list) : [], now = rows.map(row => fold(row.textContent)), other = rows.filter(row => !one.others.has(fold(row.textContent)));
        const instead = other.includes(one.row) || other.length === 1 || other.length > 1 && one.others.size > 0;
        if (list ? !instead || ![...one.others].every(words => now.includes(words)) : said() === began) { told.gone.push(one.says); told.known ||= before.get(text) > 0; }
        else if (list) told.instead.push(...other.map(row => shown(row.textContent)).filter(words => words.length <= 200));
      }
      return told;
    },
  };
};
