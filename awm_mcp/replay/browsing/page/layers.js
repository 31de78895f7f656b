// What lies on top of a page: dialogs and the mask around them, and the list that a field has opened.
const LIST_ROLES = '[role=listbox],[role=menu],[role=tree],[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem]';
// What a click in the part of an element that is in view meets.
const hitOf = el => {
  const b = el.getBoundingClientRect(), left = Math.max(b.left, 0), top = Math.max(b.top, 0), right = Math.min(b.right, innerWidth), bottom = Math.min(b.bottom, innerHeight);
  return right > left && bottom > top ? hitAt((left + right) / 2, (top + bottom) / 2) : null;
};
const coversAll = el => {
  if (el.matches(':modal')) return true;
  const b = el.getBoundingClientRect();
  return styleOf(el).position === 'fixed' && b.width >= innerWidth * 0.9 && b.height >= innerHeight * 0.9;
};
// The one thing that lies over the whole page, as around a dialog; null where what is beside a dialog can be clicked.
const maskOf = () => {
  const over = (x, y) => { for (let n = hitAt(x, y); n && tag(n) !== 'BODY'; n = up(n)) if (coversAll(n)) return n; return null; };
  const right = innerWidth - 3, bottom = innerHeight - 3, [first, ...others] = [[2, 2], [right, 2], [2, bottom], [right, bottom]].map(([x, y]) => over(x, y));
  return first && others.every(one => one === first) ? first : null;
};
// Whether an element lies behind such a mask, in view or not.
const behind = (el, mask) => {
  for (let n = el; n && tag(n) !== 'BODY'; n = up(n)) {
    if (within(n, mask)) return n !== mask && !within(mask, el);
    const hit = hitOf(n);
    if (hit && within(n, hit)) return false;
  }
  return true;
};
const dialogsAround = el => { const found = []; for (let n = el; n; n = up(n)) if (n.matches(DIALOGS)) found.push(n); return found; };
// The dialogs in which this replay did something: they are the task's own, whatever is asked for next.
const noteOwn = (keep, el) => {
  keep.acted = el;
  for (const one of dialogsAround(el)) keep.own.add(one);
};
const ownDialogs = keep => {
  for (const one of keep.own) if (!one.isConnected) keep.own.delete(one);
  return [...keep.own].filter(visible);
};
const isOwn = box => ownDialogs(keeper()).some(one => within(one, box));
// The mask of a dialog of the task: nobody can click what is behind it before the task is done with the dialog.
const ownMask = keep => {
  const own = ownDialogs(keep), mask = own.length ? maskOf() : null;
  return mask && own.some(one => within(mask, one) || !behind(one, mask)) ? mask : null;
};
// The field that was opened last to choose from its list, as long as the list is open.
const openedField = keep => {
  const el = keep.acted;
  if (!el || !el.isConnected) return null;
  const field = el.closest(CHOSEN_IN) || el.querySelector(CHOSEN_IN) || choiceField(el);
  const cell = el.closest(CELL), held = document.activeElement;
  if (!field && cell && cell.contains(held) && isField(held)) return cell;       // a cell of a grid that is being edited
  return field && [field, ...field.querySelectorAll('[aria-expanded]')].some(n => n.getAttribute('aria-expanded') === 'true') ? field : null;
};
const popupOf = field => {
  const named = [field, ...field.querySelectorAll('[aria-controls],[aria-owns]')].flatMap(n => `${n.getAttribute('aria-controls') || ''} ${n.getAttribute('aria-owns') || ''}`.split(/\s+/));
  const list = named.filter(Boolean).map(id => byId(field, id)).find(Boolean);
  for (let n = list; n && tag(n) !== 'BODY' && !within(n, field); n = up(n)) if (['absolute', 'fixed'].includes(styleOf(n).position) || n.matches('[popover]')) return n;
  return list || null;
};
// Those of the elements that are entries of an opened field: in its list, else in something that floats or was shown since.
const entriesOf = (found, field) => {
  const popup = popupOf(field), beside = found.filter(el => !within(field, el));
  const listed = beside.filter(el => popup && within(popup, el) || el.closest(LIST_ROLES));
  return listed.length ? listed : beside.filter(el => keeper().changes.some(({ r }) => cameWith(r, el, field)) || floats(el, field));
};
const floats = (el, field) => {
  if (el.closest('td,[role=cell],[role=gridcell]')) return false;
  for (let n = el; n && tag(n) !== 'BODY' && !within(n, field); n = up(n)) if (['absolute', 'fixed'].includes(styleOf(n).position)) return true;
  return false;
};
const cameWith = (r, el, field) => r.type === 'childList' ? [...r.addedNodes].some(n => n.nodeType === 1 && n.contains(el) && !n.contains(field))
  : r.target.nodeType === 1 && r.target !== document.body && r.target.contains(el) && !r.target.contains(field);
