// Whether the page lists something: rows, or blocks that look alike, outside of what leads on to other pages.
const ASIDE = 'nav,header,footer,menu,[role=navigation],[role=banner],[role=contentinfo],[role=menu],[role=menubar],form';
return !!document.body && ownTexts(document.body).some(([el]) => !el.closest(ASIDE) && (el.closest(`article,${IN_ROW}`) || oneOfMany(el)));
