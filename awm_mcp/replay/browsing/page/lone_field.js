// Whether a field belongs to no form and no search, and nothing beside it or the fields like it would send what it holds.
const MOST_UP = 4, SENDS = 'button,input[type=submit],input[type=button],[role=button]';
const isSearch = el => el.type === 'search' || role(el) === 'searchbox' || !!el.closest('[role=search],search');
const sentBeside = el => {
  for (let n = el.parentElement, level = 0; n && tag(n) !== 'BODY' && level < MOST_UP; n = n.parentElement, level++) {
    if ([...n.querySelectorAll(SENDS)].some(visible)) return true;
    if ([...n.querySelectorAll('input:not([type=hidden]),textarea,select')].filter(visible).length > 1) return false;
  }
  return false;
};
const el = given;
return el.matches('input') && !el.form && !el.closest('form') && !isSearch(el) && !sentBeside(el);
