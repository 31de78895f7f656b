// Behind timers.js, where nothing may be sent that writes: what a page sends while it goes is seen by nobody, and kept back.
{ const book = window[Symbol.for('awm.timers')]; if (book) book.keeps = true; }
