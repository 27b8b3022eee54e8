/**
 * The script of an exported page: plain, so that every browser of today runs it, and without a word of the transcript, so
 * that the page's policy can name its hash. It must not contain "</script".
 */
export const PAGE_SCRIPT = `
(() => {
  'use strict';
  const audio = document.querySelector('audio');
  const main = document.querySelector('main');
  const button = document.getElementById('quote');
  const notice = document.getElementById('notice');
  const timeOf = (word) => Number(word.dataset.t);
  const written = [...main.querySelectorAll('[data-t]')];
  // Voices that talk over each other are one after the other.
  const words = [...written].sort((a, b) => timeOf(a) - timeOf(b));
  const times = words.map(timeOf);

  const wordAt = (seconds) => {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= seconds) low = middle + 1;
      else high = middle;
    }
    return words[Math.max(0, low - 1)];
  };

  const mark = (name, word) => {
    for (const old of main.querySelectorAll('.' + name)) old.classList.remove(name);
    if (word) word.classList.add(name);
  };

  const play = (seconds) => {
    if (!audio) return;
    audio.currentTime = seconds;
    audio.play().catch(() => {});
  };

  if (audio) {
    document.body.classList.add('plays');
    audio.addEventListener('timeupdate', () => mark('now', wordAt(audio.currentTime + 0.02)));
    main.addEventListener('click', (event) => {
      const word = event.target.closest('[data-t]');
      if (word && getSelection().isCollapsed) play(timeOf(word));
    });
  }

  const linkTime = () => {
    const given = /^#t=([0-9]+(?:[.][0-9]+)?)$/.exec(location.hash);
    return given ? Number(given[1]) : null;
  };
  const follow = () => {
    const seconds = linkTime();
    if (seconds === null) return;
    const word = wordAt(seconds + 0.001);
    mark('found', word);
    if (word) word.scrollIntoView({ block: 'center' });
    if (audio) audio.currentTime = seconds;
  };
  addEventListener('hashchange', follow);
  main.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#t="]');
    if (link) play(Number(link.getAttribute('href').slice(3)));
  });
  follow();

  const chosen = () => {
    const selection = getSelection();
    if (selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    const inside = written.filter((word) => range.intersectsNode(word));
    // Whole words, without the stamps and speakers between them.
    const text = inside.map((word) => (word.previousSibling?.nodeType === 1 ? '' : ' ') + word.textContent);
    return inside.length > 0 && { text: text.join('').trim(), first: inside[0] };
  };
  document.addEventListener('selectionchange', () => {
    const selection = getSelection();
    button.hidden = selection.isCollapsed || !main.contains(selection.anchorNode);
  });

  const clock = (seconds) =>
    [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
      .replace(/^(?:00:)?0?/, '');
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement('textarea');
      field.value = text;
      document.body.append(field);
      field.select();
      const done = document.execCommand('copy');
      field.remove();
      if (!done) throw new Error('The browser does not allow copying.');
    }
  };
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', async () => {
    const quote = chosen();
    if (!quote) return;
    const { voice } = quote.first.closest('section').dataset;
    const seconds = timeOf(quote.first);
    const source = [voice, clock(seconds)].filter(Boolean).join(', ');
    const link = location.href.split('#')[0] + '#t=' + seconds;
    try {
      await copy('\\u201c' + quote.text + '\\u201d\\n\\u2014 ' + source + '\\n' + link);
      notice.textContent = 'Quote copied.';
    } catch (error) {
      notice.textContent = error.message;
    }
    setTimeout(() => (notice.textContent = ''), 3000);
  });
})();
`;

/** Hash of the script, for the page's own policy; a test compares them. */
export const PAGE_SCRIPT_SHA256 = 'sha256-yCmd2R4LOzaRi0hlPW+/iF5MpswwVQSiHgaEgSN0DMQ=';
