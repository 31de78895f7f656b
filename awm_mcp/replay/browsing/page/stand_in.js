// What a person clicks for a tick, a select or another choice that is hidden, or lies under what is drawn for it; null where it
// is clicked itself.
const el = given, choice = el.matches('select'), tick = el.matches('input[type=checkbox],input[type=radio]');
const over = () => {
  el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const b = el.getBoundingClientRect(), top = el.getRootNode().elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return top && !within(el, top) && (choiceField(top) === el || isOwnBox(top)) ? top : null;
};
// The box that is drawn as the field, and takes the click for the bare input in it.
const isOwnBox = box => box.contains(el) && !box.matches('body,form,dialog,[role=dialog],li,tr') && box.querySelectorAll(`${FIELD},button,a[href],[role=button]`).length === 1;
// The part of an element of the page's own making that lets clicks through to it.
const lets = () => {
  const root = el.getRootNode(), host = root.host, b = el.getBoundingClientRect(), h = host ? host.getBoundingClientRect() : b;
  if (!host || !visible(host) || h.width * h.height > 4 * b.width * b.height) return null;
  const top = root.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return top && (top === host || host.contains(top)) ? host : null;
};
if (!choice && !tick) return el.matches(CHOSEN_IN) ? over() : lets();
const around = el.parentElement, own = [...(el.labels || [])].filter(visible);
el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
const box = el.getBoundingClientRect(), seen = visible(el) && box.width > 2 && box.height > 2;
const top = seen ? el.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
if (top && (top === el || el.contains(top))) return null;
const sibling = [el.nextElementSibling, el.previousElementSibling].find(n => n && visible(n) && !isField(n) && tag(n) !== 'LABEL') || null;
const covers = top && around && around.contains(top) && top !== around ? top : null;       // a dialog over the page is no stand-in
// A label that stands elsewhere may do nothing where the tick is drawn by itself.
const right = own.find(l => l.contains(el) || l.parentElement === around), drawn = sibling && !shown(content(sibling)) ? sibling : null;
if (tick) return own.find(l => top && l.contains(top)) || right || covers || drawn || own[0] || sibling || (around && visible(around) && around.querySelectorAll('input').length === 1 && !seen ? around : null);
return covers || (seen ? null : sibling);
