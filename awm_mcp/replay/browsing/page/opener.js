// Whether an element is, or stands in, what says that it has opened something, or may have.
return !!given.closest('summary,[aria-expanded=true]');
