// Whether the page is one to sign in on: a single shown password field that is not for a new password.
const fields = all('input[type=password]', roots()).filter(visible);
return fields.length === 1 && fields[0].autocomplete !== 'new-password';
