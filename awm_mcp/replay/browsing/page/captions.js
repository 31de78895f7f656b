// What stands beside, above or behind a control as its label, where it has none of its own. Read behind elements.js, always.
// The text right beside a control in the same block: before it, or behind a tick that nothing stands before.
// What was put in so far stands before a field as a chip, with a cross that takes it out again: it names no field.
const CROSS = /^[×✕✖✗⨯xX]$/u;
const isChip = n => [...n.querySelectorAll('*')].slice(0, 40).some(c => {
  const text = c.childElementCount > 2 ? null : shown(c.textContent);
  return text === '' ? plainlyClickable(c) && !isField(c) : text !== null && CROSS.test(text) && clickable(c);
}) && /[\p{L}\p{N}]/u.test(n.textContent);
const beside = (el, way) => {
  for (let n = el[way]; n; n = n[way]) {
    if (n.nodeType === 1 && way === 'previousSibling' && isChip(n)) continue;
    const text = n.nodeType === 3 ? shown(n.data) : '';
    if (n.nodeType === 1 && (way === 'previousSibling' || n.matches('br,input,select,textarea,button,a,[role]') || n.querySelector('input,select,textarea,button,a'))) return '';
    const said = n.nodeType === 1 && visible(n) ? shown(content(n)) : text;
    if (said) return /[\p{L}\p{N}]/u.test(said) && said.length <= 60 ? said : '';
  }
  return '';
};
const TICKS = 'input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]';
const sideLabel = el => {
  const before = beside(el, 'previousSibling');
  if (!el.matches(TICKS)) return isSentence(before) ? '' : before;
  const first = [...el.parentNode.childNodes].find(n => n.nodeType === 1 ? n.matches(TICKS) || shown(content(n)) : shown(n.data));
  return first && first.nodeType === 1 && first.matches(TICKS) ? beside(el, 'nextSibling') : before;
};
// A whole sentence tells what to do; it names no field. A question may.
const isSentence = s => /[.!]["'\u201d\u2019)]?$/.test(s) && s.split(' ').length > 3 || /[\u3002\uff01]$/.test(s);
const GRID = 'table,[role=table],[role=grid],[role=treegrid]';
const CHOICES = '[role=tab],[role=tablist],[role=menuitem],[role=treeitem]';
// The text that stands as a label beside or above a control which has none of its own.
const nearLabel = el => headerCell(el) || captionBehind(el, 2) || labelBefore(el) || captionBehind(el, 1);
const labelBefore = el => {
  const side = sideLabel(el);
  if (side) return side;
  for (let n = el, level = 0; n && level < 5 && !['FORM', 'BODY', 'DIALOG', 'TABLE', 'MAIN'].includes(tag(n)); n = n.parentElement, level++) {
    for (let p = n.previousElementSibling, steps = 0; p && steps < 3; p = p.previousElementSibling, steps++) {
      if (p.matches('nav,aside,header,footer')) continue;
      if (p.matches(FIELD) || p.querySelector(FIELD)) { if (p.matches('td,th,div')) break; continue; }
      if ([p, ...p.querySelectorAll(GRID)].some(n => n.matches(GRID) && n.querySelector(HEAD))) continue;    // its headings name its cells
      if (p.matches(CHOICES) || p.querySelector('button,a[href],[role=button],' + CHOICES) || isChip(p)) continue;    // what was added so far, not what the field is for
      const text = shown(content(inLineAbove(el, n, p) || p));
      if (!/\p{L}/u.test(text) && (el.isContentEditable || p.closest('[aria-hidden=true]'))) continue;        // the numbers of its lines
      if (text && text.length <= 60 && visible(p) && !isSentence(text) && !['BUTTON', 'A'].includes(tag(p))) return text;
    }
    if (tag(n) === 'FIELDSET') { const legend = n.querySelector('legend'); return legend ? shown(legend.textContent) : ''; }
  }
  return '';
};
// In a line of texts above a line of as many fields, each text is the label of the field that stands in its place.
const inLineAbove = (el, line, texts) => {
  const fields = [...line.children], own = fields.findIndex(c => within(c, el));
  return own >= 0 && fields.length > 1 && fields.length === texts.childElementCount && fields.every(c => c.matches(FIELD) || c.querySelector(FIELD)) ? texts.children[own] : null;
};
// Captions that stand behind what they name: field, caption, field, caption. Where a box holds more than one such pair, only labels
// count, and each pair in lines of its own: in one line, nothing tells to which side a caption belongs.
const BEHIND = 'label,[class*=label],[class*=caption]';
const isCaption = n => n.matches(BEHIND) && !n.control && visible(n) && !n.querySelector('button,a,' + FIELD) && /[\p{L}\p{N}]/u.test(n.textContent) && shown(content(n)).length <= 60;
const isCaptioned = n => (n.matches(FIELD) || n.querySelector(FIELD) || standInIn(n)) && !n.querySelector(BEHIND);
const standInIn = n => visible(n) && [n, ...n.querySelectorAll('*')].slice(0, 40).find(e => visible(e) && opensSomething(e) && !e.matches('a[href],button:not([aria-haspopup]):not([aria-expanded])')) || null;
const pairsOf = new Map(), MOST_IN_BOX = 60;
const pairsIn = box => {
  if (!pairsOf.has(box)) pairsOf.set(box, box.childElementCount > MOST_IN_BOX ? [] : pairsBehind(box));
  return pairsOf.get(box);
};
const pairsBehind = box => {
  const things = [...box.children].filter(n => isCaption(n) || isCaptioned(n));
  const pairs = things.flatMap((n, i) => i % 2 || i + 1 >= things.length ? [] : [[n, things[i + 1]]]);
  if (things.length % 2 || pairs.some(([n, caption]) => isCaption(n) || !isCaption(caption))) return [];
  const below = (a, b) => b.getBoundingClientRect().top >= a.getBoundingClientRect().bottom - 3;
  return pairs.length < 2 || pairs.every(([n, caption], i) => tag(caption) === 'LABEL' && (!i || below(pairs[i - 1][1], n))) ? pairs : [];
};
const captionBehind = (el, least) => {
  for (let n = el, level = 0; n.parentElement && level < 3 && !['FORM', 'BODY', 'DIALOG', 'TABLE'].includes(tag(n)); n = n.parentElement, level++) {
    const pairs = pairsIn(n.parentElement), own = pairs.length >= least && pairs.find(([named]) => named === n);
    if (own) return shown(content(own[1]));
  }
  return '';
};
// A stand-in for a field (a box that shows the choice and opens a list) belongs to the label before it: what stands in the
// box is its value. Only the first thing to click after the label counts, and only where no real field comes first.
const CAPTIONS = 'label,legend,dt,th,[class*=label],[class*=caption]';
const OPENS = '[aria-haspopup],[aria-expanded],[role=combobox],[role=button],button,[onclick],[tabindex],[data-action],[data-toggle]';
const opensSomething = el => el.matches(OPENS) || styleOf(el).cursor === 'pointer';
const standInOf = caption => {
  const pair = caption.parentElement && isCaption(caption) ? pairsIn(caption.parentElement).find(([, its]) => its === caption) : null;
  if (pair) return pair[0].matches(FIELD) || pair[0].querySelector(FIELD) ? null : standInIn(pair[0]);
  for (let n = caption, level = 0; n && level < 3 && tag(n) !== 'BODY'; n = n.parentElement, level++)
    for (let s = n.nextElementSibling, far = 0; s && far < 2; s = s.nextElementSibling, far++) {
      if (s.matches(FIELD) || s.querySelector(FIELD)) return null;
      const box = visible(s) ? [s, ...s.querySelectorAll('*')].slice(0, 40).find(e => visible(e) && opensSomething(e)) : null;
      if (box) return box;
    }
  return null;
};
const standsIn = el => !el.closest(CAPTIONS) && !isField(el) && !el.querySelector(FIELD) && !el.closest('a[href],[role=option],[role=menuitem],li,tr');
const standInLabel = el => {
  if (!standsIn(el)) return '';
  for (let n = el, level = 0; n && level < 5 && !['FORM', 'BODY', 'DIALOG', 'TABLE'].includes(tag(n)); n = n.parentElement, level++)
    for (let p = n.previousElementSibling, far = 0; p && far < 2; p = p.previousElementSibling, far++) {
      const caption = p.matches(CAPTIONS) ? p : null, text = caption && visible(p) ? shown(content(p)) : '';
      if (!text || text.length > 60 || p.querySelector('button,a,' + FIELD) || (p.control && visible(p.control))) continue;
      const box = standInOf(p);
      return box && (within(box, el) || within(el, box)) ? text : '';
    }
  return captionBehind(el, 1);
};
