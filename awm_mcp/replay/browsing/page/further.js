// Addresses of the further pages of a list that the page links to: its Next, its last, and those that have a number.
const NEXT = /^(?:go to )?(?:the )?(?:next|older|last)(?: page| results| items| entries)?\s*[>›»→]*$|^[>›»→]+$/i;
const PAGER = /(?:^|[\s_-])pag(?:er|es|ing|inat\w+)(?:$|[\s_-])/i;
const label = a => (a.getAttribute('aria-label') || a.innerText || '').trim();
const called = el => `${el.className} ${el.id} ${el.getAttribute('aria-label') || ''}`;
const numbered = a => {
  const list = a.closest('nav,ul,ol,div,p');
  return /^(?:page )?\d{1,4}$/i.test(label(a)) && list && PAGER.test(called(list));
};
const turns = a => a.rel.split(' ').includes('next') || NEXT.test(label(a)) || numbered(a);
return [...document.querySelectorAll('a[href]')].filter(turns).map(a => a.href);
