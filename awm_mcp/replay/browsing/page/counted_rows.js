// What a page shows that it also shows when it is loaded anew: its first heading, the rows of its lists, each list by its way
// through the document, without what is pressed in them and what is only said, but with what their fields hold; and the texts
// with one number in them, the number by the words around it, where no other text has these words.
const MOST_ROWS = 300, MOST_ROW = 160, MOST_NUMBERED = 60, MOST_TEXTS = 4000;
const PRESSED = 'button,[role=button],summary,select,script,style,template,noscript';
const SAID = '[role=status],[role=alert],[role=log],[role=timer],[role=tooltip],time';
const BOXES = 'input:not([type]),input[type=text],input[type=number],input[type=email],input[type=url],input[type=tel],input[type=date],textarea';
const lists = {}, numbers = new Map(), times = new Map(), wayTo = waysOfLists(), textsOf = (root, without) => textNodes(root, without, MOST_TEXTS);
for (const row of [...document.querySelectorAll(LIST_ROWS)].slice(0, MOST_ROWS)) {
  if (!row.parentElement || row.querySelector(':scope > th') || row.closest('nav') || !visible(row)) continue;
  const held = [...row.querySelectorAll(BOXES)].filter(visible).map(box => box.value);
  const text = clip(shown([...textsOf(row, `${PRESSED},[role=status],[role=alert]`).map(n => n.data), ...held].join(' ')), MOST_ROW);
  if (text) (lists[wayTo(row.parentElement)] ||= []).push(text);
}
const NUMBER = /\d+(?:[.,'\u2019]\d+)*/g, WORD = /\p{L}{2}/u;
const saidBy = el => {
  for (let at = el, up = 0; at && at !== document.body && up < 4; at = at.parentElement, up++) {
    const said = shown(at.textContent);
    if (said.length > MOST_NUMBERED) return '';
    if (WORD.test(said)) return said;
    const named = shown(at.getAttribute('aria-label'));
    if (WORD.test(named) && !/\d/.test(named)) return `${named} ${said}`;
  }
  return '';
};
if (document.body) for (const n of textsOf(document.body, `${SAID},[role=dialog],dialog,[aria-modal=true],select,script,style,template,noscript,svg,[aria-pressed]`)) {
  if (!/\d/.test(n.data) || n.data.length > MOST_NUMBERED || !visible(n.parentElement)) continue;
  const said = saidBy(n.parentElement), told = said.match(NUMBER) || [];
  if (told.length !== 1) continue;
  const words = fold(said.replace(NUMBER, '#'));
  times.set(words, (times.get(words) || 0) + 1);
  numbers.set(words, told[0]);
}
const heading = [...document.querySelectorAll('h1,h2')].find(visible);
// What stands around the lists and is called something: by it one knows the page, also where a list has no row left.
const AROUND = 'button,[role=button],a[href],th,label,legend,caption,h1,h2,[role=tab]', MOST_AROUND = 60, MOST_LOOKED_AT = 2000;
const around = [...document.querySelectorAll(AROUND)].slice(0, MOST_LOOKED_AT).filter(el => !el.closest('nav,dialog,[role=dialog]') && (el.matches('th') || !el.closest(LIST_ROWS)) && visible(el))
  .slice(0, MOST_AROUND).map(el => clip(fold(shown(el.textContent)).replace(/\d+/g, '#'), 80)).filter(text => WORD.test(text));
return {
  around: [...new Set(around)], heading: heading ? clip(fold(heading.textContent).replace(/\d+/g, '#'), 80) : '', lists,
  numbers: Object.fromEntries([...numbers].filter(([words]) => times.get(words) === 1).slice(0, 100)),
};
