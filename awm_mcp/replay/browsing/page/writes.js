// What acting on an element would change on the site, judged from the page before acting: why in words, or what has to be
// judged by words, which the page has none of: the address that is asked for, the name of a button that sends a form (`name`
// with `posts`), of a link (`link`), or of a button alone (`name`).
const el = given, form = el.form || el.closest('form');
const signIn = f => f && f.querySelectorAll('input[type=password]').length === 1 && !f.querySelector('[autocomplete=new-password]');
const sent = f => ((f && f.getAttribute('method')) || 'get').toLowerCase() === 'post' && !signIn(f);
const button = el.closest('button,input[type=submit],input[type=image],[role=button],a,[role=menuitem],[role=option]') || el;
const name = shown(names(button)[0] || pageText(button) || '');
const method = (button.getAttribute('data-method') || button.getAttribute('data-turbo-method') || 'get').toLowerCase();
// One field of text that is sent by POST may be a search; the words of its address decide, and those of its button.
const typed = f => [...f.elements].filter(n => n.matches('textarea,input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=checkbox]):not([type=radio])'));
const posted = (f, why, name) => ({ ...(typed(f).length === 1 && !typed(f)[0].matches('textarea,[type=file]') ? asked(f) : {}), posts: why, name });
const asked = f => ({ address: new URL(f.getAttribute('action') || location.href, location.href).pathname });
if (q.action === 'press' && (q.key !== 'Enter' || el.matches('textarea') || !form)) return '';
if (q.action === 'press') return sent(form) ? posted(form, 'the key sends a form by POST', '') : signIn(form) ? '' : asked(form);
if (!['click', 'dblclick'].includes(q.action)) return '';
if (['hx-post', 'hx-put', 'hx-patch', 'hx-delete'].some(a => button.hasAttribute(a))) return 'it sends a request that is no GET';
if (method !== 'get') return `it sends a ${method.toUpperCase()} request`;
if (form && signIn(form)) return '';
const submits = button.matches('input[type=submit],input[type=image]') || (tag(button) === 'BUTTON' && (button.type || 'submit') === 'submit' && form);
if (submits && sent(form)) return posted(form, 'it sends a form by POST', name);
if (submits && form && !sent(form) && (form.getAttribute('method') || '').toLowerCase() === 'get') return asked(form);
const linkAway = tag(button) === 'A' && button.getAttribute('href') && !button.getAttribute('href').startsWith('#') && !/^javascript:/i.test(button.getAttribute('href'));
if (linkAway) return { address: button.pathname + button.search, link: name };
const opens = button.getAttribute('aria-haspopup') || button.hasAttribute('data-bs-toggle') || button.getAttribute('aria-expanded') !== null || role(button) === 'tab';
if (opens || isField(button)) return '';
// What answers a question about cookies changes nothing that a task is about.
const asks = button.closest('dialog,[role=dialog],[role=alertdialog],[role=region],[id*=cookie i],[class*=cookie i],[id*=consent i],[class*=consent i]');
const consent = !!asks && /cookie|consent|gdpr|datenschutz/i.test(`${asks.id} ${asks.getAttribute('class') || ''} ${regionName(asks)}`);
return { name: name.slice(0, 60), consent };
