// What a person clicks for a tick or a select that is hidden, or lies under what is drawn for it; null where it is clicked itself.
const el = given, choice = el.matches('select'), tick = el.matches('input[type=checkbox],input[type=radio]');
if (!choice && !tick) return null;
const around = el.parentElement, own = [...(el.labels || [])].filter(visible);
el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
const box = el.getBoundingClientRect(), seen = visible(el) && box.width > 2 && box.height > 2;
const top = seen ? el.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
if (top && (top === el || el.contains(top))) return null;
const sibling = [el.nextElementSibling, el.previousElementSibling].find(n => n && visible(n) && !isField(n) && tag(n) !== 'LABEL') || null;
const covers = top && around && around.contains(top) && top !== around ? top : null;       // a dialog over the page is no stand-in
if (tick) return own.find(l => top && l.contains(top)) || own[0] || covers || sibling || (around && visible(around) && around.querySelectorAll('input').length === 1 && !seen ? around : null);
return covers || (seen ? null : sibling);
