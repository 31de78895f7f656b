// Where in its row a text stands: under which heading of a column, in which cell, or on which way of tags and classes. A value of
// the caller that names a row is the row's own only there: "Zoe | Cid Oak" is no row of Cid Oak where Cid Oak stands as Zoe's manager.
const RANDOM = /\d{3,}|[0-9a-f]{8,}|:r\w+:|(^|[-_])[a-z]*\d+[a-z]+\d*|ember|ng-|css-|sc-|jss\d/i;
const steady = s => s && s.length <= 60 && !RANDOM.test(s);
// A page's own word for a thing: an attribute of its own whose value says in words what it is called (data-tab="filters" of the tab
// "Filters"). It stays when the text is worded anew. What holds numbers, a state or a visible wording is none.
const DATA_MARKS = ['data-action', 'data-field', 'data-name', 'data-type', 'data-role'];
const NO_OWN_WORD = /^data-(state|status|active|selected|checked|open|toggle|theme|side|align|variant|size|color|orientation|placement|(original-)?title|tooltip\w*|tip|label|text|content|caption|hint|i18n\w*)$/;
const ownWords = s => s.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ').trim().toLowerCase().split(' ').filter(Boolean);
const isWordAs = (a, b) => a === b || a.replace(/s$/, '') === b.replace(/s$/, '') || Math.min(a.length, b.length) > 3 && (a.startsWith(b) || b.startsWith(a));
const isSameWord = (value, name) => {
  const own = ownWords(value), said = ownWords(fold(name)), [few, many] = own.length < said.length ? [own, said] : [said, own];
  return few.length > 0 && own.length < 5 && !/\d/.test(value + name) && few.some(w => w.length > 2) && few.every(w => many.some(other => isWordAs(w, other)));
};
const isOwnWord = (key, value, called) => /^data-/.test(key) && !TEST_IDS.includes(key) && !NO_OWN_WORD.test(key) && steady(value) && value.length <= 40 && called.some(name => isSameWord(value, name));
const classCss = n => [...n.classList].filter(c => steady(c) && !/^(active|selected|open|show|hover|focus|unread|checked|odd|even|first|last|current)/.test(c)).slice(0, 2).map(c => '.' + CSS.escape(c)).join('');
const step = n => tag(n).toLowerCase() + classCss(n);

const ROW_CELLS = CELLS + ',[role=rowheader]', MOST_ROWS_BESIDE = 40, MOST_TEXTS_IN = 200;
const MAIN = 'h1,h2,h3,h4,h5,h6,[role=heading],[role=rowheader],th[scope=row],dt,legend';
const CONTROLS = 'button,input,select,textarea,[role=button],[role=checkbox],[role=menuitem]';
const isCell = n => n.matches(ROW_CELLS) && !!lineOf(n);
// The cells of its row, be it one that is only drawn as such.
const cellsBeside = cell => lineOf(cell) ? cellsOf(lineOf(cell)) : [...cell.parentElement.children];
// A row of headings without a tag of its own, above boxes that have as many parts.
const drawnHead = box => {
  const near = box.parentElement ? [box.parentElement.firstElementChild, box.previousElementSibling, box.parentElement.previousElementSibling] : [];
  return near.find(n => n && n !== box && /head/i.test(n.getAttribute('class') || '') && n.childElementCount > 1 && n.childElementCount === box.childElementCount) || null;
};
// The cell of a row that holds a place; null where the box is no single row of cells.
const cellOf = (n, box) => {
  const el = n.nodeType === 3 ? parentOf(n) : n, cell = el && closestUp(el, ROW_CELLS);
  if (cell && cell !== box && within(box, cell) && isCell(cell)) return lineOf(cell) === box || allIn(box).filter(o => o.matches(LINE)).length === 1 ? cell : null;
  if (cell && within(box, cell) || !drawnHead(box)) return null;
  return [...box.children].find(c => within(c, n)) || null;
};
const headsAbove = cell => {
  if (lineOf(cell)) return headsOver(lineOf(cell));
  const drawn = drawnHead(cell.parentElement), heads = drawn ? [...drawn.children].map(c => shown(content(c))) : [];
  return drawn !== cell.parentElement && heads.length === cell.parentElement.childElementCount ? heads : [];
};
const headAbove = cell => {
  const heads = headsAbove(cell), head = heads[cellsBeside(cell).indexOf(cell)] || '';
  return head.length <= 60 && heads.filter(h => fold(h) === fold(head)).length === 1 ? head : '';
};
// The largest box in the row that says nothing but this text: a mark or a link in it changes nothing.
const wholePlace = (n, box) => {
  let top = n;
  const text = fold(n.nodeType === 3 ? n.data : content(n));
  for (let p = parentOf(n); p && p !== box && within(box, p) && fold(content(p)) === text; p = parentOf(p)) top = p;
  return top;
};
const wayTo = (n, box) => {
  const way = n.nodeType === 3 ? ['#'] : [];
  for (let p = n.nodeType === 3 ? parentOf(n) : n; p && p !== box && way.length < 8; p = parentOf(p)) way.unshift(step(p));
  return way.join('>') || '#';
};
// The texts of a row, each with the way to it: cells of a row of cells, else the largest boxes with one text; nothing to press.
const placesKnown = new WeakMap();
const placesIn = box => { if (!placesKnown.has(box)) placesKnown.set(box, placesOf(box)); return placesKnown.get(box); };
// The texts of a box in the order of the page; those of a shadow root where its host stands.
const placedTexts = box => {
  const found = [], into = root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let n = walker.nextNode(); n && found.length < MOST_TEXTS_IN * 10; n = walker.nextNode()) {
      if (n.nodeType === 3 && n.data.trim()) found.push(n);
      if (n.shadowRoot) into(n.shadowRoot);
    }
  };
  if (box.shadowRoot) into(box.shadowRoot);
  into(box);
  return found;
};
const placesOf = box => {
  const found = [], seen = new Set();
  for (const n of placedTexts(box)) {
    if (found.length >= MOST_TEXTS_IN) break;
    const holder = parentOf(n), pressed = closestUp(holder, CONTROLS);
    if (SKIP.has(tag(holder)) || pressed && pressed !== box && within(box, pressed)) continue;
    const place = cellOf(n, box) || wholePlace(fold(content(holder)) === fold(n.data) && holder !== box ? holder : n, box);
    if (seen.has(place)) continue;
    seen.add(place);
    found.push(place);
  }
  const ways = new Map();
  return found.map(place => {
    const cell = cellOf(place, box), way = cell ? `cell ${cellsBeside(cell).indexOf(cell) + 1}` : wayTo(place, box);
    ways.set(way, (ways.get(way) || 0) + 1);
    return { place, way, nth: ways.get(way), text: fold(place.nodeType === 3 ? place.data : content(place)) };
  });
};
const kindOf = text => /@/.test(text) ? 'address' : /\d/.test(text) ? 'code' : /\p{L}/u.test(text) ? 'words' : '';
const visiblePlace = n => visible(n.nodeType === 3 ? parentOf(n) : n);
// Whether it is what the row is called by: its heading, else the first of its kind that does not stand in other rows just there.
const isMain = (n, box) => {
  const all = placesIn(box), own = all.find(one => within(one.place, n) || within(n, one.place));
  if (!own) return true;
  const heads = allIn(box).filter(h => h.matches(MAIN) && visible(h) && shown(content(h))), kind = kindOf(own.text);
  if (heads.length && kind === 'words') return within(heads[0], own.place) || within(own.place, heads[0]);
  const beside = siblingsOf(box).filter(o => tag(o) === tag(box)).slice(0, MOST_ROWS_BESIDE);
  const others = beside.map(placesIn), isRival = one => kindOf(one.text) === kind && visiblePlace(one.place) && !others.some(o => o.some(p => p.way === one.way && p.nth === one.nth && p.text === one.text));
  return !all.slice(0, all.indexOf(own)).some(isRival);
};
// What is remembered of where a text of a row stands.
const spotOf = (n, box) => {
  const cell = cellOf(n, box), column = cell ? headAbove(cell) : '', place = cell ? null : wholePlace(n, box);
  const one = place && placesIn(box).find(p => p.place === place);
  return {
    column, beside: cell ? headsAbove(cell).filter(h => h && fold(h) !== fold(column)).slice(0, 20) : [],
    cell: cell ? cellsBeside(cell).indexOf(cell) + 1 : null, cells: cell ? cellsBeside(cell).length : null,
    way: one ? one.way : '', nth: one ? one.nth : 1, main: isMain(place || cell, box),
  };
};
// The places in a row that say the wanted text, the innermost.
const sayers = (box, m) => {
  const says = text => holdsText([text], [text], m) > 0, found = [];
  for (const n of [box, ...allIn(box)]) {
    if (SKIP.has(tag(n)) || n.textContent.length > 400 || n.shadowRoot && content(n).length > 400) continue;
    if (n !== box && [fold(content(n)), ...wholeOf(n)].some(says)) found.push(n);
    for (const c of nodesOf(n)) if (c.nodeType === 3 && c.data.trim() && fold(c.data) !== fold(content(n)) && says(fold(c.data))) found.push(c);
  }
  const innermost = found.filter(n => !found.some(o => o !== n && within(n, o)));
  return [...new Set(innermost.map(n => wholePlace(n, box)))];
};
// 2: it stands where it stood; 1: nothing tells that it does not; 0: it stands elsewhere, as something else of the row.
const standsSo = (n, box, spot) => {
  const cell = cellOf(n, box), alike = () => isMain(n, box) === !!spot.main ? 1 : 0;
  if (spot.column && cell) {
    const heads = headsAbove(cell).map(fold), head = fold(headAbove(cell)), beside = (spot.beside || []).map(fold);
    if (head && head === fold(spot.column)) return 2;
    if (heads.includes(fold(spot.column)) || head && beside.includes(head)) return 0;
    const fresh = heads.filter(h => h && !beside.includes(h));
    return head && fresh.length === 1 ? 1 : alike();
  }
  if (spot.cell && cell) return cellsBeside(cell).length !== spot.cells ? alike() : cellsBeside(cell).indexOf(cell) + 1 === spot.cell ? 2 : 0;
  if (spot.way && !cell) {
    const same = placesIn(box).filter(one => one.way === spot.way), there = same.find(one => one.nth === (spot.nth || 1));
    if (same.length) return there && (within(there.place, n) || within(n, there.place)) ? 2 : 0;
  }
  return alike();
};
// Headings of what things are called, in the languages that most sites are written in.
const NAME_HEADS = /^(?:(?:full |display |file )?names?|titles?|subjects?|(?:voller )?name|titel|betreff|bezeichnung|noms?|titres?|intitulés?|objet|sujet|nombres?|títulos?|asunto|nomi|titoli|titolo|oggetto|nomes?|assunto|naam|onderwerp|namn|ämne|rubrik|navn|emne|tittel|nazwa|tytuł|temat|název|jméno|předmět|имя|название|наименование|тема|заголовок|назва|ім'я|ad[ıi]?|adı soyadı|başlık|konu|nimi|otsikko|aihe|név|cím|tárgy|nume|titlu|subiect|όνομα|τίτλος|θέμα|nama|judul|tên|tiêu đề|名称|名稱|标题|標題|姓名|主题|主題|名前|氏名|件名|タイトル|이름|제목|الاسم|العنوان|שם|כותרת|ชื่อ|नाम)$/;
const isOneOf = (word, head) => head === word || head.length > 2 && word.length > 2 && (head.startsWith(word) || word.startsWith(head)) && Math.abs(head.length - word.length) <= 2;
// The heading that is the caller's word for the row ("task" – Task), else the one of names; empty where none or several are.
const headOfNames = (cell, called) => {
  const heads = headsAbove(cell).map(fold), whole = fold(called || ''), words = whole.split(' ').filter(Boolean);
  const among = [heads.filter(h => isOneOf(whole, h)), heads.filter(h => words.length && h.split(/[^\p{L}\p{N}]+/u).some(w => words.some(c => isOneOf(c, w)))), heads.filter(h => NAME_HEADS.test(h))];
  const found = among.find(some => some.length) || [];
  return found.length === 1 ? found[0] : '';
};
// Where no run showed the place: the column that is called so, where it holds texts of the kind; null where no heading tells.
const isInNamedColumn = (n, box, m, t) => {
  const cell = cellOf(n, box), head = cell ? headOfNames(cell, t.called) : '';
  if (!head) return null;
  const own = cell.parentElement.children[headsAbove(cell).map(fold).indexOf(head)];
  return own === cell || (kindOf(fold(content(own))) === kindOf(m.row.text) ? false : null);
};
// Whether values of its column stand in several rows while each row has its own in another column of words: rows are called by that one.
const isShared = (n, box) => {
  const cell = cellOf(n, box), own = cell ? cellsBeside(cell) : [], line = cell && lineOf(cell);
  if (!line || !line.parentElement) return false;
  const rows = [...line.parentElement.children].filter(o => tag(o) === tag(line) && visible(o)).slice(0, MOST_ROWS_BESIDE).map(cellsOf).filter(cells => cells.length === own.length);
  const texts = index => rows.map(cells => cells[index].querySelector(CONTROLS) ? '' : fold(content(cells[index]))).filter(Boolean), several = list => new Set(list).size < list.length;
  const called = index => (list => list.length > 2 && list.length === rows.length && !several(list) && list.every(text => kindOf(text) === 'words' && text.split(' ').length < 7))(texts(index));
  return several(texts(own.indexOf(cell))) && own.some((other, index) => other !== cell && called(index));
};
const isKnownSpot = spot => !!spot && !!(spot.cell || spot.way);
const boxOf = (el, others, m) => [naturalRow(el), rowOf(el, others)].find(b => b && b !== el && rowHolds(b, m.row));
// How well an element's row says the text in its place. Where no run showed the place, only what the row is called by names what
// is changed in it.
const inItsSpot = (el, others, m, t) => {
  const spot = t.row_spot, known = isKnownSpot(spot);
  if (!spot || !m.row || m.row.text === null || !known && !t.row.whole) return 1;
  const box = boxOf(el, others, m), places = box ? sayers(box, m.row) : [];
  if (!places.length) return 1;
  if (known) return Math.max(...places.map(n => standsSo(n, box, spot)));
  return Math.max(...places.map(n => (told => told === null ? (isShared(n, box) ? 0 : standsSo(n, box, { main: true })) : +told)(isInNamedColumn(n, box, m, t))));
};
// The same of several rows. That the first column of words is what a row of a table is called by is a guess: where no heading tells,
// and another row says the text in another column, both are as good.
const inTheirSpots = (rows, others, m, t) => {
  const spots = rows.map(el => inItsSpot(el, others, m, t));
  if (rows.length < 2 || isKnownSpot(t.row_spot) || !spots.includes(0) || !spots.includes(1)) return spots;
  const guessed = rows.map(el => {
    const box = boxOf(el, others, m), places = box ? sayers(box, m.row) : [];
    return places.length > 0 && !allIn(box).some(o => o.matches(MAIN)) && places.every(n => cellOf(n, box) && isInNamedColumn(n, box, m, t) === null);
  });
  return guessed.some((one, i) => one && spots[i] === 1) ? spots.map((spot, i) => guessed[i] ? 1 : spot) : spots;
};
