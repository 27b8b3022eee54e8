/** A window of the page's origin, or of none. */
type Realm = Window & typeof globalThis;

/**
 * Runs in the page: sends to a hosted service by the windows and frames that a page makes without an address, or with one of `javascript:`,
 * all at once. Each way of `ways-out.ts` is named in the address. Resolves with what each came to.
 */
export async function sendByWindows(base: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'no answer'));
  const to = (way: string) => `${base}/v2/upload?${encodeURIComponent(way)}`;
  const moved = (way: string) => `${location.origin}/moved-away?${encodeURIComponent(way)}`;
  const post = { method: 'POST', body: 'words' };
  const code = (way: string) => `fetch('${to(way)}', { method: 'POST', body: 'words' })`;
  const page = (way: string) => `<script>${code(way)}</script>`;
  const address = (script: string) => `javascript:${encodeURIComponent(script)}`;
  const running = (way: string) => address(`void ${code(way)}`);
  /** The text becomes the document. */
  const becoming = (way: string) => address(`'<script>' + ${JSON.stringify(code(way))} + '</' + 'script>'`);
  const frame = (set: (made: HTMLIFrameElement) => void = () => undefined) => {
    const made = document.createElement('iframe');
    set(made);
    document.body.append(made);
    return made;
  };
  const windowOf = (made: HTMLIFrameElement) => made.contentWindow as Realm;
  const place = () => document.body.appendChild(document.createElement('div'));
  const last = () => frames[frames.length - 1] as Realm;
  const send = (realm: Realm, way: string) => realm.fetch(to(way), post).then((response) => response.text());
  const later = async (way: string, from: string) => {
    frame((made) => {
      made.src = from;
    });
    const made = last();
    await wait(1_500);
    return send(made, way);
  };
  const opened: Window[] = [];
  const open = (from: string | URL, name = '') => {
    const made = window.open(from, name);
    if (made) opened.push(made);
    return made as Realm | null;
  };
  const formIn = (made: Document, set: Partial<HTMLFormElement>) => {
    const form = made.createElement('form');
    Object.assign(form, { method: 'post', ...set });
    form.innerHTML = '<input name="words" value="words"><button></button>';
    made.body.append(form);
    return form;
  };
  const click = (made: Element, kind = 'button') => made.querySelector<HTMLElement>(kind)?.click();
  const link = (set: Partial<HTMLAnchorElement>) => {
    const made = document.createElement('a');
    Object.assign(made, set);
    return made;
  };
  const named = () => {
    const name = `target${Math.random()}`;
    frame((made) => {
      made.name = name;
    });
    return name;
  };
  const attempts: Record<string, (way: string) => unknown> = {
    'form in a blank frame, redirected': (way) => {
      const made = frame().contentDocument as Document;
      click(formIn(made, { action: moved(way) }));
    },
    'form in a blank frame, submit(), redirected': (way) => {
      const made = frame().contentDocument as Document;
      formIn(made, { action: moved(way) }).submit();
    },
    'form in a frame of its own document, redirected': (way) => {
      frame((made) => {
        made.srcdoc = `<form method="post" action="${moved(way)}"><input name="words" value="words"></form><script>document.forms[0].submit()</script>`;
      });
    },
    'form in a window, redirected': (way) => {
      const made = open('about:blank')?.document;
      if (made) formIn(made, { action: moved(way) }).submit();
    },
    'form, a new window': (way) => {
      click(formIn(document, { action: to(way), target: '_blank' }));
    },
    'form, its method and action set as its body is made': (way) => {
      const form = formIn(document, { action: '/arrived', method: 'get', target: named() });
      form.addEventListener('formdata', ({ formData }) => {
        Object.assign(form, { method: 'post', action: to(way) });
        formData.append('audio', 'words');
      });
      form.submit();
    },
    'form to another host, its action set as its body is made': (way) => {
      const form = formIn(document, { action: 'http://127.0.0.1:9/', target: named() });
      form.addEventListener('formdata', () => {
        form.action = to(way);
      });
      form.submit();
    },
    'form to another host, set as its body is made, redirected': (way) => {
      const form = formIn(document, { action: 'http://127.0.0.1:9/', target: named() });
      form.addEventListener('formdata', (event) => {
        event.stopImmediatePropagation();
        form.action = moved(way);
      });
      form.submit();
    },
    'form without a referrer, redirected': (way) => {
      const form = formIn(document, { action: moved(way), target: named() });
      form.rel = 'noreferrer';
      click(form);
    },

    'frame of “javascript:”': (way) => {
      frame((made) => {
        made.src = running(way);
      });
    },
    'frame of “javascript:”, in HTML': (way) => {
      place().innerHTML = `<iframe src="${running(way)}"></iframe>`;
    },
    'frame of “javascript:”, set later': (way) => {
      frame().src = running(way);
    },
    'frame of “javascript:”, its text': (way) => {
      frame((made) => {
        made.src = becoming(way);
      });
    },
    'frame of “javascript:”, in a shadow tree': (way) => {
      const made = document.createElement('iframe');
      made.src = running(way);
      place().attachShadow({ mode: 'closed' }).append(made);
    },
    'embedded “javascript:”': (way) => {
      place().innerHTML = `<embed src="${running(way)}"><object data="${running(way)}"></object>`;
    },
    'location of “javascript:”': (way) => {
      Object.assign(windowOf(frame()), { location: running(way) });
    },
    'location of “javascript:”, its text': (way) => {
      Object.assign(windowOf(frame()), { location: becoming(way) });
    },
    'location of “javascript:”, assign()': (way) => {
      windowOf(frame()).location.assign(running(way));
    },
    'location of “javascript:”, replace()': (way) => {
      windowOf(frame()).location.replace(becoming(way));
    },
    'window of “javascript:”': (way) => {
      open(running(way));
    },
    'window of “javascript:”, its text': (way) => {
      open(becoming(way));
    },
    'frame by its name of “javascript:”': (way) => {
      window.open(becoming(way), named());
    },
    'link of “javascript:”, a new window': (way) => {
      const made = link({ href: running(way), target: '_blank', rel: 'opener' });
      place().append(made);
      made.click();
    },
    'link of “javascript:”, in no document': (way) => {
      link({ href: running(way), target: '_blank', rel: 'opener' }).click();
    },
    'link of “javascript:”, an event': (way) => {
      link({ href: running(way), target: '_blank', rel: 'opener' }).dispatchEvent(new MouseEvent('click'));
    },
    'link of “javascript:”, a window by its name': (way) => {
      link({ href: running(way), target: `window${Math.random()}` }).click();
    },
    'link of “javascript:”, in a shadow tree': (way) => {
      const made = link({ href: running(way), target: '_blank', rel: 'opener' });
      place().attachShadow({ mode: 'closed' }).append(made);
      made.click();
    },
    'link of “javascript:”, a frame': (way) => {
      link({ href: becoming(way), target: named() }).click();
    },
    'form of “javascript:”, a new window': (way) => {
      const form = formIn(document, { action: running(way), target: '_blank' });
      form.rel = 'opener';
      click(form);
    },
    'form of “javascript:”': (way) => {
      click(formIn(document, { action: running(way), target: '_blank' }));
    },
    'form of “javascript:”, submit()': (way) => {
      formIn(document, { action: becoming(way), target: named() }).submit();
    },

    'frame, reloaded': async (way) => {
      const made = windowOf(frame());
      made.location.reload();
      await wait(1_500);
      return send(made, way);
    },
    'frame, navigated': async (way) => {
      const made = windowOf(frame());
      made.location.href = 'about:blank?q';
      await wait(1_500);
      return send(made, way);
    },
    'frame, navigated, in the next task': async (way) => {
      const made = frame();
      const held = windowOf(made);
      const own = held.Array;
      made.src = 'about:blank?q';
      while (held.Array === own && performance.now() < 60_000)
        await new Promise((resolve) => setTimeout(resolve));
      return send(held, way);
    },
    'frame of “about:blank?q”': (way) => later(way, 'about:blank?q'),
    'frame of “about:blank#x”': (way) => later(way, 'about:blank#x'),
    'window, later': async (way) => {
      const made = open('about:blank');
      await wait(1_500);
      return made && send(made, way);
    },
    'window, reloaded': async (way) => {
      const made = open('about:blank');
      await wait(500);
      made?.location.reload();
      await wait(1_500);
      return made && send(made, way);
    },
    'window, navigated': async (way) => {
      const made = open('');
      await wait(500);
      if (made) made.location.href = 'about:blank?q';
      await wait(1_500);
      return made && send(made, way);
    },
    'window by its name': async (way) => {
      const made = open('about:blank?q', `window${Math.random()}`);
      await wait(1_500);
      return made && send(made, way);
    },
    'frame by its number': (way) => {
      place().appendChild(document.createElement('iframe'));
      return send(last(), way);
    },
    'frame by its number, in HTML': (way) => {
      place().innerHTML = '<iframe></iframe>';
      return send(last(), way);
    },
    'frame by its number, beside': (way) => {
      place().insertAdjacentHTML('afterend', '<b><iframe></iframe></b>');
      return send(last(), way);
    },
    'frame by its number, in a template': (way) => {
      const made = document.createElement('template');
      made.innerHTML = '<p><iframe></iframe></p>';
      place().replaceWith(made.content.cloneNode(true));
      return send(last(), way);
    },
    'frame by its number, of another document': (way) => {
      const made = new DOMParser().parseFromString('<iframe></iframe>', 'text/html');
      place().append(document.adoptNode(made.body.firstElementChild as Element));
      return send(last(), way);
    },
    'frame by its number, in a range': (way) => {
      const range = new Range();
      range.selectNodeContents(place());
      range.insertNode(range.createContextualFragment('<iframe></iframe>'));
      return send(last(), way);
    },
    'object by its number': (way) => {
      place().innerHTML = '<object type="text/html" data="about:blank"></object>';
      return last() && send(last(), way);
    },
    'embedded by its number': async (way) => {
      place().innerHTML = '<embed type="text/html" src="about:blank">';
      await wait(500);
      return last() && send(last(), way);
    },
    'frame in a frame by its number': (way) => {
      const made = windowOf(frame());
      made.document.body.innerHTML = '<iframe></iframe>';
      return send(made[0] as Realm, way);
    },
    'text that a frame runs later': (way) => {
      windowOf(frame()).setTimeout(code(way));
    },
    'text that a frame runs again': (way) => {
      const made = windowOf(frame());
      const timer = made.setInterval(`clearInterval(window.timer); ${code(way)}`);
      Object.assign(made, { timer });
    },
    'function of a frame': (way) => windowOf(frame()).Function(`return ${code(way)}`)(),
    'text that a frame evaluates': (way) => windowOf(frame()).eval(code(way)),
    'script that is written into a frame': (way) => {
      frame().contentDocument?.write(page(way));
    },
    'frame with a base': (way) => {
      const made = windowOf(frame());
      made.document.head.innerHTML = `<base href="${base}/">`;
      return made.fetch(`v2/upload?${encodeURIComponent(way)}`, post);
    },
  };
  await Promise.all(
    Object.entries(attempts).map(async ([way, act]) => {
      try {
        outcomes[way] = String(await Promise.race([act(way), wait(9_000)]));
      } catch (error) {
        outcomes[way] = String(error);
      }
    }),
  );
  await wait(1_500);
  for (const each of opened) each.close();
  // The page's own address changes, and a frame keeps the one that it began with.
  const way = 'frame, and the page has another address then';
  const made = frame();
  await wait(100);
  const { href } = location;
  history.pushState(null, '', '/elsewhere/page');
  outcomes[way] = String(await send(windowOf(made), way).catch(String));
  history.replaceState(null, '', href);
  // From here on, no form leaves the site in Chromium.
  const late = 'form, its action set by a handler that ends the event, its body by another';
  const form = formIn(document, { action: '/arrived', target: '_blank' });
  form.addEventListener('submit', (event) => {
    event.stopPropagation();
    form.action = to(late);
  });
  form.addEventListener('formdata', (event) => {
    event.stopPropagation();
    event.formData.append('audio', 'words');
  });
  click(form);
  await wait(1_500);
  const name = named();
  formIn(document, { action: '/arrived', target: name }).submit();
  await wait(1_500);
  const own = document.querySelector<HTMLIFrameElement>(`iframe[name="${name}"]`);
  outcomes[late] = `then within this site: ${own?.contentWindow?.location.pathname}`;
  return outcomes;
}
