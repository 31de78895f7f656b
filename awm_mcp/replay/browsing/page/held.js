// What the page and its frames have set themselves to do for what the user did, as timers.js tells; null where it does not.
const accounts = books().map(book => book.held());
return accounts.length ? { set: accounts.flatMap(one => one.set), open: accounts.some(one => one.open), beat: Math.max(...accounts.map(one => one.beat)) } : null;
