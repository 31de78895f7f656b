// Whether nothing more can come of the page, by all accounts of it (timers.js).
const book = window[Symbol.for('awm.timers')];
return !!book && book.idle();
