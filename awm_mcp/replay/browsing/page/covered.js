// Whether something that can be put away lies over an element.
const { box } = coverOf(given);
return !!box && closersOf(box).length > 0;
