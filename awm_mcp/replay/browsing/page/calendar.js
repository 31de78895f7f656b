// Calendars of day cells: which months are shown, which cell is a day, and what turns to the next or the last month.
const namesOfMonths = lang => {
  const named = [];
  for (const month of ['long', 'short']) for (const beside of [{}, { day: 'numeric' }, { year: 'numeric' }]) {
    const written = new Intl.DateTimeFormat(lang, { month, ...beside });
    for (let m = 0; m < 12; m++) { const part = written.formatToParts(new Date(2026, m, 1)).find(p => p.type === 'month'); if (/\p{L}/u.test(part.value)) named.push([fold(part.value).replace(/\./g, ''), m + 1]); }
  }
  return named;
};
const MONTHS = new Map();
for (const lang of new Set([document.documentElement.lang, navigator.language, 'en'].filter(Boolean)))
  try { for (const [word, m] of namesOfMonths(lang)) MONTHS.set(word, m); } catch { /* a language that nobody knows */ }
// Many pages do not tell their language. What is one month in some language and another one in another ("listopad") tells nothing.
const LANGUAGES = 'de fr es it pt nl sv da nb fi pl cs sk hu ro hr sl bg uk ru el tr et lv lt ca id vi ar he hi th ja ko zh'.split(' ');
const inOtherLanguages = word => {
  const keep = keeper();
  if (!keep.months) {
    keep.months = new Map();
    for (const lang of LANGUAGES) for (const [name, m] of namesOfMonths(lang)) keep.months.set(name, (keep.months.get(name) ?? m) === m ? m : 0);
  }
  return keep.months.get(word) || 0;
};
const wordsOf = text => fold(text).split(/[^\p{L}\p{M}]+/u).filter(Boolean);
const monthOf = word => MONTHS.get(word) || (word.length > 2 && inOtherLanguages(word)) || 0;
const firstOf = (text, known) => { for (const word of wordsOf(text)) if (known(word)) return known(word); return 0; };
const plainMonthIn = text => firstOf(text, word => MONTHS.get(word)), monthIn = text => plainMonthIn(text) || firstOf(text, monthOf);
const two = n => String(n).padStart(2, '0');
const iso = (y, m, d) => { const on = new Date(Date.UTC(y, m - 1, d)); return on.getUTCMonth() === m - 1 && on.getUTCDate() === d ? `${y}-${two(m)}-${two(d)}` : null; };
const dayIn = text => {                     // a text that says year, month and day, in no doubtful order
  const plain = /(?:^|\D)(\d{4})-(\d{1,2})-(\d{1,2})(?:\D|$)/.exec(text) || /(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日/.exec(text);
  if (plain) return iso(+plain[1], +plain[2], +plain[3]);
  const numbers = (text.match(/\d+/g) || []).map(Number), years = numbers.filter(n => n > 1000 && n < 10000), days = numbers.filter(n => n >= 1 && n <= 31);
  const month = years.length === 1 && days.length === 1 && numbers.length === 2 ? monthIn(text) : 0;
  return month ? iso(years[0], month, days[0]) : null;
};
const pageIn = text => {                    // a text that says year and month and nothing else
  if (!text || text.length > 40) return 0;
  const numbers = text.match(/\d+/g) || [], month = numbers.length === 1 && /^\d{4}$/.test(numbers[0]) ? monthIn(text) : 0;
  if (month) return numbers[0] * 12 + month - 1;
  const plain = /^\s*(\d{4})\s*[-./年]\s*(\d{1,2})\s*月?\s*$/.exec(text) || /^\s*(\d{1,2})\s*[-./]\s*(\d{4})\s*$/.exec(text);
  if (!plain) return 0;
  const [year, m] = plain[1].length === 4 ? [+plain[1], +plain[2]] : [+plain[2], +plain[1]];
  return m >= 1 && m <= 12 ? year * 12 + m - 1 : 0;
};
const ICON_CLASS = /(^|[-_\s])(icons?|glyphicon|material-symbols\S*|fa|mdi|bi)($|[-_\s])/i;
const isDrawnIcon = n => tag(n) === 'SVG' || (!n.childElementCount && (tag(n) === 'I' || ICON_CLASS.test(n.getAttribute('class') || '')));
const says = el => {                        // text with what selects and fields hold, without the words that icon fonts draw as icons
  if (tag(el) === 'SELECT') return (el.selectedOptions[0] || {}).label || '';
  if (tag(el) === 'INPUT') return el.value || '';
  let said = '';
  for (const n of el.childNodes) said += n.nodeType === 3 ? n.data : n.nodeType === 1 && !SKIP.has(tag(n)) && !isDrawnIcon(n) && visible(n) ? ` ${says(n)} ` : '';
  return shown(said);
};
const DAY_CELL = 'td,[role=gridcell],[role=cell],[role=option]';
const ATTRS = ['data-date', 'datetime', 'data-day', 'data-value', 'data-iso', 'aria-label', 'title'];
const numberOf = el => { const text = el.textContent.trim(); return text.length <= 2 && /^\d{1,2}$/.test(text) && +text >= 1 && +text <= 31 ? +text : 0; };
const ownDay = el => {
  const cell = el.closest(DAY_CELL), around = [el, ...(cell && cell !== el && cell.contains(el) ? [cell] : []), ...el.children];
  for (const n of around) for (const key of ATTRS) { const day = dayIn(n.getAttribute(key) || ''); if (day) return day; }
  return null;
};
const LEAST_CELLS = 20;
const cellsIn = scopes => {
  const given = all('td,button,a,span,div,time,li,[role=gridcell],[role=button],[role=option]', scopes).filter(el => el.childElementCount < 4 && (numberOf(el) || (el.textContent.length < 40 && el.matches('[data-date],[aria-label]') && ownDay(el))) && visible(el));
  const inner = new Set(given);
  for (const el of given) for (let n = up(el); n && inner.has(n); n = up(n)) inner.delete(n);
  return [...inner];
};
const panels = () => {                      // boxes of days, each a month
  const cells = cellsIn(roots()), found = new Map(), counts = new Map();
  for (const el of cells) for (let n = up(el), level = 0; n && level < 7 && tag(n) !== 'BODY'; n = up(n), level++) counts.set(n, (counts.get(n) || 0) + 1);
  for (const el of cells) for (let n = up(el), level = 0; n && level < 7 && tag(n) !== 'BODY'; n = up(n), level++)
    if (counts.get(n) >= LEAST_CELLS) { const box = n.closest('table') || n; found.set(box, [...(found.get(box) || []), el]); break; }
  return [...found].filter(([, days]) => days.length <= 60).map(([box, days]) => ({ box, days }));
};
const headsIn = (root, boxes) => {
  const heads = [...root.querySelectorAll('*')].filter(n => n.childElementCount < 12 && n.textContent.length < 400 && !n.closest(DAY_CELL) && !['SELECT', 'INPUT'].includes(tag(n)) && !boxes.some(b => n.contains(b)) && pageIn(says(n)) && visible(n));
  return heads.filter(h => !heads.some(o => o !== h && h.contains(o)));
};
const calendars = () => {
  const shownPanels = panels(), boxes = shownPanels.map(p => p.box), found = new Map();
  for (const panel of shownPanels) {
    for (let root = panel.box, level = 0; root && level < 12 && tag(root) !== 'BODY'; root = up(root), level++) {
      const heads = headsIn(root, boxes);
      if (!heads.length) continue;
      const known = [...found.keys()].find(k => k.contains(root)) || root;
      found.set(known, { root: known, heads: headsIn(known, boxes), panels: [...((found.get(known) || {}).panels || []), panel] });
      break;
    }
  }
  return [...found.values()].map(dated);
};
const dated = calendar => {
  const { heads, panels: boxes } = calendar;
  boxes.forEach((panel, i) => {
    const before = heads.filter(h => panel.box.contains(h) || h.compareDocumentPosition(panel.box) & Node.DOCUMENT_POSITION_FOLLOWING);
    const head = heads.length === boxes.length ? heads[i] : before[before.length - 1] || heads[0];
    panel.page = pageIn(says(head));
    const numbers = panel.days.map(numberOf), first = numbers.indexOf(1);
    let last = first;
    while (last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1) last++;
    panel.dates = panel.days.map((el, at) => ownDay(el) || (first >= 0 && at >= first && at <= last && numbers[at] ? iso(Math.floor(panel.page / 12), panel.page % 12 + 1, numbers[at]) : null));
  });
  return calendar;
};
const floats = el => { for (let n = el; n && tag(n) !== 'BODY'; n = up(n)) if (['absolute', 'fixed'].includes(styleOf(n).position) || /dialog/.test(role(n))) return true; return false; };
const theOne = found => { if (found.length < 2) return found[0] || null; const over = found.filter(c => floats(c.root)); return over.length === 1 ? over[0] : null; };
const CLOSED = /(^|[-_\s])(disabled|unselectable|unavailable|blocked|not-?allowed)($|[-_\s])/i;
const closed = el => { const cell = el.closest(DAY_CELL) || el; const pressed = el.closest('button') || el; return !enabled(el) || !enabled(cell) || !enabled(pressed) || [el, cell, pressed].some(n => n.disabled || CLOSED.test(n.getAttribute('class') || '')); };
const NEXT = /\b(next|forward|following|later|weiter|suivant\w*|siguiente|próxim[oa]|proxim[oa]|seguinte|prossim[oa]|successiv[oa]|volgende|sonraki|seuraava|berikutnya)\b|nächste|następn|nästa|næste|neste månad|neste måned|další|následující|ďalší|nasledujúci|következő|următo|sljedeć|naslednj|επόμεν|следующ|наступн|следващ|التالي|הבא|次|翌|下|다음|ถัดไป/iu;
const LAST = /\b(prev|previous|back|earlier|prior|vorig\w*|vorherig\w*|anterior|precedente|sebelumnya|edellinen|önceki)\b|zurück|précédent|poprzedn|föregående|forrige|předchozí|predchádzajúc|předešl|előző|anterioar|prethodn|prejšnj|προηγούμεν|предыдущ|попередн|предишн|السابق|הקודם|前|上|이전|ก่อนหน้า/iu;
// Icon fonts are told their icons by words, or by classes.
const ICON_NEXT = /\b(?:chevron|arrow|caret|angle|navigate|keyboard arrow|triangle)s?(?: (?:circle|single|small))? (?:right|next|forward)\b/i;
const ICON_LAST = /\b(?:chevron|arrow|caret|angle|navigate|keyboard arrow|triangle)s?(?: (?:circle|single|small))? (?:left|before|back)\b/i;
const iconWords = el => [el, ...el.querySelectorAll('*')].filter(n => n === el || isDrawnIcon(n)).map(n => `${n.getAttribute('class') || ''} ${n.childElementCount ? '' : n.textContent}`).join(' ').replace(/[-_]/g, ' ');
const inPanelOf = calendar => el => calendar.panels.some(p => p.days.some(d => d === el || el.contains(d) || d.contains(el)));
const nameless = el => !names(el).some(n => /[\p{L}\p{N}]/u.test(n.replace(/\w+_\w+/g, ''))) && !/[\p{L}\p{N}]/u.test(says(el));
const middle = el => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, b]; };
// Buttons without a name turn the month whose name they stand around, or both stand behind.
const aroundTheMonth = (calendar, way) => {
  const inPanel = inPanelOf(calendar), around = [...calendar.root.querySelectorAll('*')].filter(n => !inPanel(n) && n.textContent.length < 60 && visible(n) && !['SELECT', 'OPTION'].includes(tag(n)));
  const plain = around.filter(n => plainMonthIn(says(n))), months = plain.length ? plain : around.filter(n => monthIn(says(n)));
  const label = months.find(n => !months.some(o => o !== n && n.contains(o)));
  if (!label) return null;
  const [x, , box] = middle(label);
  const beside = [...calendar.root.querySelectorAll('button,a,[role=button]')].filter(el => !inPanel(el) && visible(el) && nameless(el) && (([, y]) => y > box.top && y < box.bottom)(middle(el)));
  const sorted = beside.sort((a, b) => middle(a)[0] - middle(b)[0]), left = sorted.filter(el => middle(el)[0] < x), right = sorted.filter(el => middle(el)[0] > x);
  const [last, next] = left.length && right.length ? [left[left.length - 1], right[0]] : sorted.length === 2 ? sorted : [null, null];
  return (way === 'next') === (styleOf(calendar.root).direction !== 'rtl') ? next : last;
};
const turner = (calendar, way) => {
  const [word, glyph, icon] = way === 'next' ? [NEXT, /^[›>→▶❯⟩▸]$/, ICON_NEXT] : [LAST, /^[‹<←◀❮⟨◂]$/, ICON_LAST];
  const inPanel = inPanelOf(calendar);
  const near = aroundTheMonth(calendar, way);
  for (let root = calendar.root, level = 0; root && level < 3 && tag(root) !== 'BODY'; root = up(root), level++) {
    const found = [...root.querySelectorAll('button,a,[role=button],span,div,i,th,td')].filter(el => !inPanel(el) && el.textContent.length < 40 && visible(el) && clickable(el)).filter(el => {
      const said = [...names(el), el.title, (el.getAttribute('class') || '').replace(/[-_]/g, ' '), el.getAttribute('data-action') || el.getAttribute('data-handler') || ''].join(' ');
      return (word.test(said) || glyph.test(shown(el.textContent)) || icon.test(iconWords(el))) && !/\b(year|decade|jahr|année|año)\b|[«»]/i.test(said);
    });
    const outer = found.filter(el => !found.some(o => o !== el && o.contains(el)));
    if (outer.length) return outer.find(el => el === near || el.contains(near) || (near && near.contains(el))) || outer[0];
  }
  return near;
};
// Months and years to be chosen in selects.
const selectOf = (calendar, fits) => [...calendar.root.querySelectorAll('select')].find(el => visible(el) && !inPanelOf(calendar)(el) && fits([...el.options])) || null;
const monthSelect = calendar => selectOf(calendar, options => options.length > 1 && options.length <= 13 && options.every((o, i) => monthIn(o.label) || (+o.label >= 1 && +o.label <= 12)));
const yearSelect = calendar => selectOf(calendar, options => options.length > 0 && options.every(o => /^\s*(?:1[5-9]|2[0-4])\d\d\s*年?\s*$/.test(o.label)));
const optionFor = (el, fits) => el ? [...el.options].findIndex(o => !o.disabled && fits(o.label)) : -1;
// What is called by a month or a year only, as the title that leads to a list of them and the entries of that list.
const namesTime = el => {
  const words = fold(says(el)).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 0 && words.length <= 4 && words.every(w => monthOf(w) || /^(?:1[5-9]|2[0-4])\d\d年?$|^\d{1,2}月$/.test(w));
};
if (q.ask === 'title') return namesTime(given);
const wanted = q.date || (q.texts || []).map(dayIn).find(Boolean) || null;
if (q.ask === 'of' || q.ask === 'grid') {                       // what a click on an element means in a calendar
  for (const calendar of calendars()) {
    for (const panel of calendar.panels) { const at = panel.days.findIndex(d => d === given || d.contains(given) || given.contains(d)); if (at >= 0 && panel.days.filter(d => given.contains(d)).length < 2) return q.ask === 'grid' ? panel.box.closest('[role=grid]') || panel.box : { date: panel.dates[at], turns: false, stays: !floats(calendar.root) }; }
    if (q.ask === 'of' && [monthSelect(calendar), yearSelect(calendar)].includes(given)) return { date: null, turns: true, stays: false };
    if (q.ask === 'of' && within(calendar.root, given) && namesTime(given)) return { date: null, turns: true, stays: false };
    if (q.ask === 'of' && ['next', 'prev'].some(way => { const t = turner(calendar, way); return t && (t === given || t.contains(given)); })) return { date: null, turns: true, stays: false };
  }
  return null;
}
const calendar = q.within ? calendars().find(c => c.panels.some(p => within(given, p.box))) || null : theOne(calendars());
if (!wanted || !calendar) return ['day', 'next', 'prev', 'select'].includes(q.ask) ? null : { there: !!calendar, date: wanted, pages: [], day: '', open: [], disabled: false };
const cells = calendar.panels.flatMap(p => p.days.map((el, i) => ({ el, date: p.dates[i], page: p.page })));
const page = +wanted.slice(0, 4) * 12 + +wanted.slice(5, 7) - 1;
const own = cells.filter(c => c.date === wanted), best = own.find(c => c.page === page) || own[0];
if (q.ask === 'day') return best ? q.within && best.el.closest(DAY_CELL) || best.el : null;
if (q.ask === 'next' || q.ask === 'prev') return turner(calendar, q.ask);
const yearOf = el => optionFor(el, label => parseInt(label, 10) === +wanted.slice(0, 4)), monthIndex = el => optionFor(el, label => (monthIn(label) || +label) === +wanted.slice(5, 7));
const pages = calendar.panels.map(p => p.page);
// A month is chosen once the year is right; where no select tells the year it is turned to, and each choice of the month would turn it back.
const inYear = Math.floor(pages[0] / 12) === +wanted.slice(0, 4);
const selects = [[yearSelect(calendar), yearOf], [inYear ? monthSelect(calendar) : null, monthIndex]].filter(([el, of]) => el && of(el) >= 0 && of(el) !== el.selectedIndex);
if (q.ask === 'select') return selects.length ? selects[0][0] : null;
const turn = t => !t ? 'none' : closed(t) ? 'closed' : 'open';
return {
  there: true, date: wanted, pages, page, day: best ? (closed(best.el) ? 'closed' : 'open') : '', shows: calendar.heads.map(says).join(', '),
  open: cells.filter(c => c.date && c.date.slice(0, 7) === wanted.slice(0, 7) && !closed(c.el)).map(c => c.date).slice(0, 31),
  select: selects.length ? selects[0][1](selects[0][0]) : -1,
  next: turn(turner(calendar, 'next')), prev: turn(turner(calendar, 'prev')),
};
