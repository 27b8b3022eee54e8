import { startVisitSite } from '../e2e/existing-clients/visit-site.ts';
import { expect, openGuarded, test } from './engine-test.ts';

test('feature: nothing leaves by functions that a page takes from a frame, nor from workers within workers', async ({
  engine,
  app,
}) => {
  const site = await startVisitSite('page');
  try {
    await openGuarded(engine, site.address(0));
    site.hosted.received.length = 0;
    const seen = await engine.run(sendByOthers, site.hosted.base);
    const { refused, answered } = seen;
    expect(answered).toEqual(Object.fromEntries(Object.keys(answered).map((by) => [by, 401])));
    expect(refused.WebSocket).toContain('only the WebSocket of a live session');
    expect(refused.EventSource).toContain('no stream of events');
    expect(refused.forms).toEqual(Array(5).fill(expect.stringContaining('a form that is submitted')));
    expect(site.hosted.received).toEqual([]);
    expect(site.hosted.connected).toEqual([]);
    expect(site.strayed).toEqual([]);
  } finally {
    await engine.open(app.url);
    await site.stop();
  }
});

/** Runs in the page. */
async function sendByOthers(base: string) {
  const to = (by: string) => `${base}/v2/upload?by=${by}`;
  type Taken = Window & typeof globalThis;
  const frame = (set: (made: HTMLIFrameElement) => void = () => undefined) => {
    const made = document.createElement('iframe');
    set(made);
    document.body.append(made);
    return made;
  };
  const taken = () => frame().contentWindow as Taken;
  const soon = <T>(promise: Promise<T>) =>
    Promise.race([promise, new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'no answer'))]);
  const told = (promise: Promise<Response>) => soon(promise.then(({ status }) => status, String));
  const thrown = (act: () => unknown) => {
    try {
      return String(act());
    } catch (error) {
      return String(error);
    }
  };
  const byXhr = (request: XMLHttpRequest, address: string) =>
    soon(
      new Promise((resolve) => {
        request.onloadend = () => resolve(request.status);
        request.open('POST', address);
        request.send('words');
      }),
    );
  const post = { method: 'POST', body: 'words' };

  const { fetch: fetchOfFrame } = taken();
  const ofDocument = frame().contentDocument?.defaultView as Taken;
  const removed = frame();
  const { fetch: fetchOfRemoved } = removed.contentWindow as Taken;
  removed.remove();
  const written = frame();
  const byWritten = soon(
    new Promise((resolve) => {
      addEventListener('message', ({ data }) => data?.written !== undefined && resolve(data.written));
      written.contentDocument?.write(
        `<script>fetch('${to('written')}', { method: 'POST', body: 'words' }).then(({ status }) => parent.postMessage({ written: status }, '*'), (error) => parent.postMessage({ written: String(error) }, '*'))</script>`,
      );
    }),
  );
  const XhrOfFrame = taken().XMLHttpRequest;
  const sendOfFrame = taken().XMLHttpRequest.prototype;
  const mixed = new XMLHttpRequest();

  /** A frame of the page, into which a form is sent. */
  const target = () => {
    const name = `target${Math.random()}`;
    frame((made) => {
      made.name = name;
    });
    return name;
  };
  const formIn = (from: Document, by: string) => {
    const made = from.createElement('form');
    Object.assign(made, { method: 'post', action: to(by), target: target() });
    made.innerHTML = '<input name="words" value="words"><button></button>';
    document.body.append(made);
    return made;
  };
  const { submit } = taken().HTMLFormElement.prototype;
  const borrowed = formIn(document, 'submit');
  const ofFrame = formIn(frame().contentDocument as Document, 'adopted');
  const clicked = formIn(frame().contentDocument as Document, 'adopted-click');
  const requested = formIn(frame().contentDocument as Document, 'adopted-request');

  const say = (by: string) =>
    `fetch('${to(by)}', { method: 'POST', body: 'words' }).then(({ status }) => postMessage(status), (error) => postMessage(String(error)))`;
  const blob = (script: string) => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const within = (address: string) =>
    `const inner = new Worker(${JSON.stringify(address)}); inner.onmessage = ({ data }) => postMessage(data); inner.onerror = ({ message }) => postMessage('error ' + message)`;
  const made = (script: string) =>
    `const made = URL.createObjectURL(new Blob([${JSON.stringify(script)}])); const inner = new Worker(made); inner.onmessage = ({ data }) => postMessage(data); inner.onerror = ({ message }) => postMessage('error ' + message)`;
  const answer = (worker: Worker) =>
    soon(
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(`error ${message}`);
      }),
    );
  const ownWorker = new URL('/visit-worker.js', location.href).href;

  // A click reports on the console alone.
  const forms: string[] = [];
  const { error } = console;
  console.error = (reason: unknown) => forms.push(String(reason));
  forms.push(
    thrown(() => Reflect.apply(submit, borrowed, [])),
    thrown(() => ofFrame.submit()),
  );
  clicked.querySelector('button')?.click();
  requested.requestSubmit();
  const own = frame().contentDocument as Document;
  own.body.append(formIn(own, 'form-in-frame'));
  own.querySelector('button')?.click();
  console.error = error;

  const opened = window.open('about:blank') as Taken | null;
  // Before the frames of forms, which may be gone.
  frame();
  await Promise.resolve();
  const indexed = frames[frames.length - 1] as Taken;
  const answered = {
    fetch: await told(fetchOfFrame(to('fetch'), post)),
    'fetch of the document': await told(ofDocument.fetch(to('document'), post)),
    'fetch called by the page': await told(Reflect.apply(taken().fetch, window, [to('called'), post])),
    'fetch of a removed frame': await told(fetchOfRemoved(to('removed'), post)),
    'fetch of frames[n]': await told(indexed.fetch(to('indexed'), post)),
    // WebKit's driver opens none.
    'fetch of a window': opened ? await told(opened.fetch(to('window'), post)) : 401,
    'script that is written into a frame': await byWritten,
    XMLHttpRequest: await byXhr(new XhrOfFrame(), to('xhr')),
    'XMLHttpRequest, send alone': await soon(
      new Promise((resolve) => {
        mixed.onloadend = () => resolve(mixed.status);
        mixed.open('POST', to('send'));
        Reflect.apply(sendOfFrame.send, mixed, ['words']);
      }),
    ),
    'worker of a frame': await answer(new (taken().Worker)(blob(say('worker-of-frame')))),
    'worker in a worker': await answer(new Worker(blob(within(blob(say('nested-blob')))))),
    'worker made in a worker': await answer(new Worker(blob(made(say('nested-made'))))),
    'own worker in a worker': await answer(
      new Worker(
        blob(`${within(ownWorker)}; inner.postMessage({ address: ${JSON.stringify(to('nested-own'))} });`),
      ),
    ),
    'three deep': await answer(new Worker(blob(made(made(say('three-deep')))))),
  };
  opened?.close();
  const refused = {
    WebSocket: thrown(() => new (taken().WebSocket)(`${base.replace('http', 'ws')}/v2/elsewhere`).url),
    EventSource: thrown(() => new (taken().EventSource)(to('events')).url),
    forms,
  };
  taken().navigator.sendBeacon(to('beacon'), 'words');
  // What a form or a beacon sends takes a moment.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return { answered, refused };
}
