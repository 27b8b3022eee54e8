import { startVisitSite } from '../e2e/existing-clients/visit-site.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, openGuarded, test } from './engine-test.ts';

test('feature: nothing of a page leaves that sends its requests in unusual ways', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const site = await startVisitSite('page');
  try {
    await openGuarded(engine, site.address(0));
    const seen = await engine.run(sendUnusually, site.hosted.base);
    expect(seen.refused).toEqual(Array(2).fill(expect.stringContaining('a form that is submitted')));
    expect(seen.answered).toEqual({
      'doubled slash': 401,
      'doubled slash, XMLHttpRequest': 401,
      'doubled slash, worker': 404,
      'letters as codes': 401,
      'letters as codes, XMLHttpRequest': 401,
      'letters as codes, worker': 401,
      'request of a form, with headers': 401,
      'copy of a request of a form': 401,
      'request made in a frame': 401,
      'frame of its own document': 401,
      'worker of a class of the page': 'of the page',
    });
    expect(site.hosted.received).toEqual([]);
    expect(site.strayed).toEqual([]);
  } finally {
    await engine.open(app.url);
    await site.stop();
  }
});

/** Runs in the page. */
async function sendUnusually(base: string) {
  const to = `${base}/v2/upload`;
  const doubled = `${base}//v2/upload`;
  const coded = `${base}/%76%32/upload`;
  const form = () => {
    const made = new FormData();
    made.append('audio', new File([new Uint8Array(2_000)], 'talk.wav'));
    return made;
  };
  const post = () => ({ method: 'POST', body: form() });
  const told = (promise: Promise<Response>) => promise.then(({ status }) => status, String);
  const frame = (srcdoc = '') => {
    const made = document.createElement('iframe');
    made.srcdoc = srcdoc;
    document.body.append(made);
    return made;
  };
  const byFrame = new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data), { once: true });
    frame(
      `<script>fetch('${to}', { method: 'POST', body: 'words' }).then(({ status }) => parent.postMessage(status), (error) => parent.postMessage(String(error)))</script>`,
    );
  });
  const script = (address: string) =>
    `fetch('${address}', { method: 'POST', body: 'words' }).then(({ status }) => postMessage(status), (error) => postMessage(String(error)))`;
  const ofScript = (address: string) => URL.createObjectURL(new Blob([script(address)]));
  class OfPage extends Worker {
    ofWhom() {
      return 'of the page';
    }
  }
  const answerTo = (asking: Worker) =>
    new Promise((resolve) => {
      asking.onmessage = ({ data }) => resolve(data);
      asking.onerror = ({ message }) => resolve(message);
    });
  const worker = new OfPage(ofScript(doubled));
  const byWorker = answerTo(worker);
  const byCodedWorker = answerTo(new Worker(ofScript(coded)));
  const inFrame = frame().contentWindow as (Window & typeof globalThis) | null;
  if (!inFrame) throw new Error('The frame has no window.');
  const RequestOfFrame = inFrame.Request;
  const byXhr = (address: string) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onloadend = () => resolve(request.status);
      request.open('POST', address);
      request.send(form());
    });
  navigator.sendBeacon(doubled, form());
  navigator.sendBeacon(coded, form());

  // The page's own handler changes the form, and an event within a shadow tree does not leave it.
  const refused: string[] = [];
  const { error } = console;
  console.error = (reason: unknown) => refused.push(String(reason));
  const submitted = (root: ParentNode & Node, action: string) => {
    const name = `frame${Math.random()}`;
    frame().name = name;
    const made = document.createElement('form');
    Object.assign(made, { method: 'post', action, target: name });
    made.innerHTML = '<input name="words" value="words"><button></button>';
    made.addEventListener('submit', () => {
      made.action = to;
    });
    root.append(made);
    made.querySelector('button')?.click();
  };
  submitted(document.body, '/v2/elsewhere');
  const host = document.createElement('div');
  document.body.append(host);
  submitted(host.attachShadow({ mode: 'closed' }), to);
  console.error = error;

  const answered = {
    'doubled slash': await told(fetch(doubled, post())),
    'doubled slash, XMLHttpRequest': await byXhr(doubled),
    'doubled slash, worker': await byWorker,
    'letters as codes': await told(fetch(coded, post())),
    'letters as codes, XMLHttpRequest': await byXhr(coded),
    'letters as codes, worker': await byCodedWorker,
    'request of a form, with headers': await told(
      fetch(new Request(to, post()), { headers: { 'x-gladia-key': 'theirs' } }),
    ),
    'copy of a request of a form': await told(fetch(new Request(to, post()).clone())),
    'request made in a frame': await told(fetch(new RequestOfFrame(to, { method: 'POST', body: 'words' }))),
    'frame of its own document': await byFrame,
    'worker of a class of the page': worker.ofWhom(),
  };
  // What a form sends takes a moment.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return { refused, answered };
}
