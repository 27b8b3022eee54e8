/** What the types of the DOM lack. */
interface Senders {
  fetchLater?: (address: string, init: RequestInit) => unknown;
  WebSocketStream?: new (address: string) => { opened: Promise<unknown> };
  WebTransport?: new (address: string) => { closed: Promise<unknown> };
}

interface BackgroundFetcher {
  backgroundFetch?: { fetch(id: string, requests: unknown[]): Promise<unknown> };
}

/**
 * Runs in the page: sends to a hosted service by each way of `ways-out.ts`, which is named in the address. Resolves with what each came to,
 * which is a refusal, an answer of this device, or nothing where the browser has no such way.
 */
export async function sendByAll(base: string): Promise<Record<string, string>> {
  const all: typeof globalThis & Senders = globalThis;
  const outcomes: Record<string, string> = {};
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'no answer'));
  const to = (way: string) => `${base}/v2/upload?${encodeURIComponent(way)}`;
  const moved = (way: string, where = 'away') =>
    `${location.origin}/moved-${where}?${encodeURIComponent(way)}`;
  const form = () => {
    const made = new FormData();
    made.append('audio', new File([new Uint8Array(2_000)], 'talk.wav'));
    return made;
  };
  const post = () => ({ method: 'POST', body: form() });
  const attempt = async (way: string, act: (way: string) => unknown) => {
    try {
      outcomes[way] = String(await Promise.race([act(way), wait(4_000)]));
    } catch (error) {
      outcomes[way] = String(error);
    }
  };
  const textOf = (response: Response) => response.text();
  const byXhr = (address: string) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onloadend = () => resolve(request.responseText);
      request.open('POST', address);
      request.send(form());
    });
  const scriptTo = (address: string) =>
    `const say = (text) => postMessage(text);
     fetch('${address}', { method: 'POST', body: 'words' }).then((response) => response.text()).then(say, (error) => say(String(error)))`;
  const blobOf = (script: string) => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const dataOf = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;
  const byWorker = (address: string) =>
    new Promise((resolve) => {
      const worker = new Worker(address);
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve(event.message);
      };
    });
  const frame = (set: (made: HTMLIFrameElement) => void = () => undefined) => {
    const made = document.createElement('iframe');
    set(made);
    document.body.append(made);
    return made;
  };
  /** A form for a frame of the page, and what comes to be in that frame. */
  const byForm = async (
    action: string,
    act: (made: HTMLFormElement, button: HTMLButtonElement) => void,
    set: Partial<HTMLFormElement> = {},
  ) => {
    const target = frame((made) => {
      made.name = `target${Math.random()}`;
    });
    const made = document.createElement('form');
    Object.assign(made, { method: 'post', action, target: target.name, ...set });
    made.innerHTML = '<input name="words" value="words"><button></button>';
    document.body.append(made);
    const button = made.querySelector('button');
    if (!button) throw new Error('The form has no button.');
    const { error } = console;
    let refusal = '';
    console.error = (reason: unknown) => {
      refusal = String(reason);
    };
    act(made, button);
    await wait(1_500);
    console.error = error;
    if (refusal) return refusal;
    try {
      return target.contentDocument?.body.textContent?.trim();
    } catch (reason) {
      return String(reason);
    }
  };
  const click = (_: HTMLFormElement, button: HTMLButtonElement) => button.click();
  /** A handler of the page that changes the form at the last moment, and ends the event. */
  const late =
    (change: (made: HTMLFormElement, button: HTMLButtonElement, event: Event) => void) =>
    (made: HTMLFormElement, button: HTMLButtonElement) => {
      made.addEventListener('submit', (event) => {
        event.stopImmediatePropagation();
        change(made, button, event);
      });
      button.click();
    };
  const bySrcdoc = (address: string) =>
    new Promise((resolve) => {
      addEventListener('message', ({ data }) => data?.srcdoc !== undefined && resolve(data.srcdoc));
      frame((made) => {
        made.srcdoc = `<script>fetch('${address}', { method: 'POST', body: 'words' })
          .then((response) => response.text()).catch(String)
          .then((srcdoc) => parent.postMessage({ srcdoc }))</script>`;
      });
    });
  const inBackground = async (requests: unknown[]) => {
    const registration: ServiceWorkerRegistration & BackgroundFetcher = await navigator.serviceWorker.ready;
    return registration.backgroundFetch?.fetch(`id${Math.random()}`, requests);
  };

  await attempt('fetch', (way) => fetch(to(way), post()).then(textOf));
  await attempt('fetch of a request', (way) => fetch(new Request(to(way), post())).then(textOf));
  await attempt('fetch, redirected', (way) => fetch(moved(way), post()).then(textOf));
  await attempt('fetch of a request, redirected', (way) =>
    fetch(new Request(moved(way), post())).then(textOf),
  );
  await attempt('fetch, redirected within this site', (way) =>
    fetch(moved(way, 'here'), post()).then(textOf),
  );
  await attempt('fetch of a frame, redirected', (way) =>
    (frame().contentWindow as Window & typeof globalThis).fetch(moved(way), post()).then(textOf),
  );
  await attempt('XMLHttpRequest', (way) => byXhr(to(way)));
  await attempt('XMLHttpRequest, redirected', (way) => byXhr(moved(way)));
  await attempt('XMLHttpRequest, redirected within this site', (way) => byXhr(moved(way, 'here')));
  await attempt('XMLHttpRequest, synchronous', (way) => {
    const request = new XMLHttpRequest();
    request.open('POST', moved(way), false);
    request.send('words');
  });
  await attempt('beacon', (way) => navigator.sendBeacon(to(way), form()));
  await attempt('beacon, redirected', (way) => navigator.sendBeacon(moved(way), form()));
  await attempt('fetchLater', (way) =>
    all.fetchLater?.(to(way), { method: 'POST', body: 'words', activateAfter: 0 } as RequestInit),
  );
  await attempt('fetchLater, redirected', (way) =>
    all.fetchLater?.(moved(way), { method: 'POST', body: 'words', activateAfter: 0 } as RequestInit),
  );
  await attempt('background fetch', (way) =>
    inBackground([new Request(to(way), { method: 'POST', body: 'words' })]),
  );
  await attempt('background fetch, redirected', (way) =>
    inBackground(['/favicon.ico', new Request(moved(way), { method: 'POST', body: 'words' })]),
  );
  await attempt(
    'WebSocket',
    (way) => new WebSocket(to(way).replace('http', 'ws').replace('upload', 'other')).url,
  );
  await attempt(
    'WebSocketStream',
    (way) => all.WebSocketStream && new all.WebSocketStream(to(way).replace('http', 'ws')).opened,
  );
  await attempt(
    'WebTransport',
    (way) => all.WebTransport && new all.WebTransport(to(way).replace('http:', 'https:')).closed,
  );
  await attempt('EventSource', (way) => new EventSource(to(way)).url);

  await attempt('form', (way) => byForm(to(way), click));
  await attempt('form, submit()', (way) => byForm(to(way), (made) => made.submit()));
  await attempt('form, requestSubmit()', (way) => byForm(to(way), (made) => made.requestSubmit()));
  await attempt('form, formaction', (way) =>
    byForm('/arrived', (made, button) => {
      button.formAction = to(way);
      made.requestSubmit(button);
    }),
  );
  await attempt('form, action set by a handler that ends the event', (way) =>
    byForm(
      '/arrived',
      late((made) => Object.assign(made, { action: to(way) })),
    ),
  );
  await attempt('form, formaction set by a handler that ends the event', (way) =>
    byForm(
      '/arrived',
      late((_, button) => Object.assign(button, { formAction: to(way) })),
    ),
  );
  await attempt('form, sent by a handler later', (way) =>
    byForm(
      '/arrived',
      late((made, _, event) => {
        event.preventDefault();
        made.action = to(way);
        setTimeout(() => made.requestSubmit());
      }),
    ),
  );
  await attempt('form, redirected', (way) => byForm(moved(way), click));
  await attempt('form, submit(), redirected', (way) => byForm(moved(way), (made) => made.submit()));
  await attempt('form with files, redirected', (way) =>
    byForm(moved(way), click, { enctype: 'multipart/form-data' }),
  );
  await attempt('form, redirected within this site', (way) => byForm(moved(way, 'here'), click));

  await attempt('worker of “data:”', (way) => byWorker(dataOf(scriptTo(to(way)))));
  await attempt('worker of a Blob', (way) => byWorker(blobOf(scriptTo(to(way)))));
  await attempt('worker, redirected', (way) => byWorker(blobOf(scriptTo(moved(way)))));
  await attempt('worker, redirected within this site', (way) =>
    byWorker(blobOf(scriptTo(moved(way, 'here')))),
  );
  await attempt('worker of “data:” in a worker', (way) =>
    byWorker(
      blobOf(
        `const inner = new Worker(${JSON.stringify(dataOf(scriptTo(to(way))))});
         inner.onmessage = ({ data }) => postMessage(data);
         inner.onerror = () => postMessage('error')`,
      ),
    ),
  );
  await attempt('shared worker of “data:”', (way) => new SharedWorker(dataOf(scriptTo(to(way)))).port);
  await attempt('shared worker of a Blob', (way) => new SharedWorker(blobOf(scriptTo(to(way)))).port);
  await attempt('service worker of the page', () =>
    navigator.serviceWorker.register('/visit-worker.js', { scope: '/visit' }),
  );
  await attempt('frame of its own document', (way) => bySrcdoc(to(way)));
  await attempt('frame of its own document, redirected', (way) => bySrcdoc(moved(way)));
  // What a form or a beacon sends takes a moment.
  await wait(1_500);
  return outcomes;
}
