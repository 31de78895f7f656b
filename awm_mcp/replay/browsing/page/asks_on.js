// What the dialogs say that are open with something to choose between, but for the one that holds what was pressed.
const PRESSED = 'button,a[href],input[type=submit],input[type=button],[role=button]';
const CLOSES = /^[\s×✕✖x]*$/i;
const choices = box => [...box.querySelectorAll(PRESSED)].filter(b => visible(b) && !CLOSES.test(names(b)[0] || b.textContent));
return all(DIALOGS, roots()).filter(box => visible(box) && !(given && box.contains(given)) && choices(box).length > 1).map(box => clip(shown(box.textContent), 200)).slice(0, 3);
