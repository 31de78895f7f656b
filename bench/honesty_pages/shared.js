// What all pages of the honesty bench share. Twins change `twin`; pages call `send` and `done`.
const twin = { blind: false, life: 5000, words: text => text, before: async data => data, after: answer => {} };
async function send(path, data, method = 'POST') {
  const given = await twin.before(data, path);
  if (given === null) return { quiet: true };
  let answer;
  try {
    const got = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) });
    const body = await got.json().catch(() => null);
    answer = { ok: twin.blind || got.ok, why: (body && (body.error || body.message)) || 'That did not work (' + got.status + ')' };
  } catch (error) {
    answer = { ok: twin.blind, why: 'The site could not be reached' };
  }
  await twin.after(answer);
  return answer;
}
function done(answer, text) {
  if (answer.quiet) return false;
  if (answer.ok) toast(twin.words(text)); else toast(answer.why, 'alert');
  return answer.ok;
}
function toast(text, role = 'status') {
  if (!text) return;
  const box = document.createElement('div');
  box.setAttribute('role', role);
  box.className = 'toast';
  box.textContent = text;
  document.body.append(box);
  if (twin.life) setTimeout(() => box.remove(), twin.life);
}
function shown() { return document.getElementById('shown'); }
// `act` before the control that writes hears of a press on it; `act` says whether the press goes on.
function onPress(label, act) {
  document.addEventListener('click', event => {
    const control = event.target.closest && event.target.closest('button');
    if (control && control.textContent.trim() === label && !act(control)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
}
// A dialog of the page's own; answers with the label that was pressed.
function ask(text, ...labels) {
  return new Promise(resolve => {
    const box = document.createElement('dialog');
    box.setAttribute('aria-label', text);
    box.innerHTML = `<p>${text}</p>` + labels.map(label => `<button type=button>${label}</button>`).join(' ');
    box.addEventListener('click', event => { if (event.target.tagName === 'BUTTON') { box.remove(); resolve(event.target.textContent); } });
    document.body.append(box); box.showModal();
  });
}
// How a page complains, in places that are easily overlooked.
const complain = {
  alert: text => toast(text, 'alert'),
  plain: text => { const p = document.createElement('p'); p.textContent = text; document.querySelector('main').prepend(p); },
  title: text => { document.title = text; },
  live: text => { const p = document.createElement('div'); p.setAttribute('aria-live', 'assertive'); p.style.cssText = 'position:absolute;left:-9999px'; document.body.append(p); p.textContent = text; },
  far: text => { const p = document.createElement('p'); p.style.cssText = 'margin-top:4000px'; p.textContent = text; document.body.append(p); },
  brief: text => { const life = twin.life; twin.life = 250; toast(text, 'alert'); twin.life = life; },
  field: text => { const one = document.querySelector('main input, main select, main textarea'); if (!one) return complain.plain(text); one.setAttribute('aria-invalid', 'true'); one.insertAdjacentHTML('afterend', `<small>${text}</small>`); },
  entry: text => { const row = shown().lastElementChild; if (row) row.insertAdjacentHTML('beforeend', ` <em>${text}</em>`); },
};
