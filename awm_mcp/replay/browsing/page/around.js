// A compact picture of the place: regions, headings, controls with their state. Values of password fields are never read.
const limit = q.limit;
const modal = all('dialog[open],[role=dialog],[role=alertdialog]', roots()).filter(visible).pop();
const scope = modal || document.querySelector('main,[role=main]') || document.body;
const PICK = 'h1,h2,h3,h4,a[href],button,input:not([type=hidden]),select,textarea,[role],[contenteditable],[data-action],[onclick],label,.error,[aria-invalid=true]';
const SPOKEN = new Set(['alert', 'status', 'heading', 'tab', 'option', 'menuitem', 'row', 'dialog']);
// What has two states tells it also where it is off; a native box is told by its own property, whatever its markup says.
const NATIVE = 'input[type=checkbox],input[type=radio]', ROLES = new Set(['switch', 'checkbox', 'radio', 'menuitemcheckbox', 'menuitemradio']);
const twoStates = el => {
  const checked = el.matches(NATIVE) ? String(el.checked) : el.getAttribute('aria-checked'), pressed = el.getAttribute('aria-pressed');
  if (checked === 'mixed' || pressed === 'mixed' || (el.matches(NATIVE) && el.indeterminate)) return 'partly';
  if (checked === 'true') return 'checked';
  if (pressed) return pressed === 'true' ? 'pressed' : 'not pressed';
  return checked === 'false' && role(el) !== 'radio' && ROLES.has(role(el)) ? 'not checked' : el.getAttribute('aria-selected') === 'true' ? 'selected' : '';
};
const state = el => [
  el.disabled ? 'disabled' : '', twoStates(el), el.getAttribute('aria-expanded') ? `expanded=${el.getAttribute('aria-expanded')}` : '',
  el.getAttribute('aria-invalid') === 'true' ? 'invalid' : '',
].filter(Boolean).map(s => ` [${s}]`).join('');
const heldValue = el => {
  if (!el.matches('input,textarea,select') || ['checkbox', 'radio', 'submit', 'button'].includes(el.type)) return '';
  const v = tag(el) === 'SELECT' ? (el.selectedOptions[0] || {}).label : el.value;
  if (!v) return '';
  return el.type === 'password' || /one-time-code|cc-/.test(el.autocomplete || '') ? ': ••••' : `: ${clip(shown(v), 40)}`;
};
const lines = [document.title ? `page "${clip(shown(document.title), 80)}"` : 'page', ...(modal ? [say(modal)] : [])];
let length = 0, cut = false;
for (const el of scope.querySelectorAll(PICK)) {
  if (!visible(el) || (el !== modal && el.parentElement && el.parentElement.closest('button,a') && within(scope, el.parentElement.closest('button,a')))) continue;
  const r = role(el);
  if (el.matches('label') || (!r && !el.matches('.error,[data-action],[onclick]'))) continue;
  if (r && !CLICK_ROLES.has(r) && !SPOKEN.has(r) && !isField(el)) continue;
  const line = `- ${say(el)}${state(el)}${heldValue(el)}`;
  length += line.length + 1;
  if (length > limit) { cut = true; break; }
  lines.push(line);
}
return lines.join('\n') + (cut ? '\n…' : '');
