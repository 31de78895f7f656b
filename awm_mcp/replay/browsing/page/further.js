// Addresses of the further pages of a list that the page links to: its Next, its last, and those that have a number; and what the
// control is called by which a script shows them.
const NEXT = /^(?:go to )?(?:the )?(?:next|older|last)(?: page| results| items| entries)?\s*[>›»→]*$|^[>›»→]+$/i;
const PAGER = /(?:^|[\s_-])pag(?:er|es|ing|inat\w+)(?:$|[\s_-])/i;
const label = a => (a.getAttribute('aria-label') || a.innerText || '').trim();
const called = el => `${el.className} ${el.id} ${el.getAttribute('aria-label') || ''}`;
const numbered = a => {
  const list = a.closest('nav,ul,ol,div,p');
  return /^(?:page )?\d{1,4}$/i.test(label(a)) && list && PAGER.test(called(list));
};
const turns = a => a.rel.split(' ').includes('next') || NEXT.test(label(a)) || TO_NEXT.test(label(a)) || numbered(a);
const pager = pagerOf(roots());
// What was filled in or ticked goes with the page, or stays behind where its script turns it; what a search holds does not matter.
const SEARCH = /search|filter|query|suche|buscar|cerca|zoek|recherch|поиск|检索|搜索|検索/i;
const searches = el => role(el) === 'searchbox' || SEARCH.test([el.type, el.name, el.id, el.placeholder, ...labels(el), ...names(el)].join(' '));
const isMine = el => keeper().mine.has(el) && el.value;
const held = [...document.querySelectorAll('input,textarea,select')].some(el => visible(el) && (['checkbox', 'radio'].includes(el.type)
  ? el.checked !== el.defaultChecked : isMine(el) && !searches(el)));
const CHOSEN = '[role=checkbox][aria-checked=true],[role=row][aria-selected=true],[role=option][aria-selected=true],tr[aria-selected=true]';
const chosen = [...document.querySelectorAll(CHOSEN)].some(visible), dialog = [...document.querySelectorAll('[role=dialog],[role=alertdialog],dialog')].some(visible);
return { held: held || chosen, dialog, links: [...document.querySelectorAll('a[href]')].filter(turns).map(a => a.href), turns: pager ? pager.says : '' };
