// Whether an element shows nothing but an icon; some of these react only after the pointer has come to rest on them.
return !given.matches('input,textarea,select') && !(given.innerText || '').trim() && !!given.querySelector('svg,i,img,[class*=icon]');
