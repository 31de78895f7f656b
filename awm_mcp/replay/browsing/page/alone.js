// Texts that stand by themselves: [element, text] of what a place shows, but for what is written in fields and editors.
const ownTexts = root => {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(), i = 0; n && i < 6000; n = walker.nextNode(), i++) {
    const p = n.parentElement;
    if (n.data.trim() && p && !SKIP.has(tag(p)) && !p.closest('textarea,option,[contenteditable]') && visible(p)) found.push([p, fold(n.data)]);
  }
  return found;
};
// The numbers that an amount may be read as: "310.00", "$310" and "310,00 €" are 310; "1.310" is 1310 or 1.31.
const AMOUNT = /^(?:\p{Sc} ?|[a-z]{1,2}\$ ?|([a-z]{3}) ?)?(\d[\d.,'\u2019 ]*?)(?: ?(?:\p{Sc}|([a-z]{3})|kr|z\u0142))?$/iu;
const isCode = one => !one || Intl.supportedValuesOf('currency').includes(one.toUpperCase());
const readings = text => {
  const found = AMOUNT.exec(text.replace(/[\u00a0\u202f]/g, ' ').trim()), bare = found && isCode(found[1]) && isCode(found[3]) ? found[2].replace(/[ '\u2019]/g, '') : '';
  const seps = bare ? bare.replace(/\d/g, '') : '', last = seps.slice(-1);
  if (!bare || /[.,]$/.test(bare)) return [];
  const [, tail] = bare.split(/[.,](?=\d*$)/), whole = bare.replace(/[.,]/g, ''), cut = Number(`${bare.slice(0, bare.length - (tail || '').length - 1).replace(/[.,]/g, '')}.${tail}`);
  if (!seps) return [Number(whole)];
  const grouped = one => /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(one);
  if (seps.length > 1) return [...seps].every(one => one === last) ? (grouped(bare) ? [Number(whole)] : []) : seps.indexOf(last) === seps.length - 1 ? [cut] : [];
  return grouped(bare) && !bare.startsWith('0') ? (last === '.' ? [Number(whole), cut] : [Number(whole)]) : [cut];
};
const sameAmount = (one, other) => { const all = readings(other); return readings(one).some(n => all.includes(n)); };
// A value inside a sentence is no entry; in a row, a cell or a block of its own it is one.
const IN_ROW = 'li,tr,td,dd,dt,[role=row],[role=listitem],[role=option]';
const blockOf = el => { let n = el; while (n !== document.body && styleOf(n).display.startsWith('inline') && n.parentElement) n = n.parentElement; return n; };
const byItself = (el, text) => {
  const block = blockOf(el);
  if (block.closest(IN_ROW)) return true;
  const rest = [...block.querySelectorAll('button,a,select,label,time')].filter(n => !n.contains(el)).reduce((left, n) => left.replace(fold(n.innerText || ''), ' '), fold(block.innerText || ''));
  return fold(rest) === text;
};
