document.title = 'Earshot';
