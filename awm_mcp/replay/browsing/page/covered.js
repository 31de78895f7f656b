// Whether something that can be put away lies over an element; 'own', where it is what shows the choice of that field.
const { top, box } = coverOf(given);
if (top && choiceField(top) === given) return 'own';
return !!box && !isOwn(box) && (closersOf(box).length > 0 || managesOf(box).length > 0);
