// What opens a further menu, in a menu that is open; the first few.
return submenus(roots()).slice(0, 3);
