import { startVisitSite, type VisitSite } from '../e2e/existing-clients/visit-site.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';

let site: VisitSite;
test.beforeAll(async () => {
  site = await startVisitSite('file');
});
test.afterAll(() => site.stop());

test('requests for a hosted service arrive in the service worker as a page has sent them', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  await engine.open(site.address(0));
  const seen = await engine.run(sendInAllWays, `${site.hosted.base}/v2`);
  await engine.open(app.url);
  expect(seen.uploads).toEqual(
    Object.fromEntries(Object.keys(seen.uploads).map((way) => [way, { status: 200, bytes: seen.bytes }])),
  );
  expect(Object.keys(seen.uploads)).toEqual(
    expect.arrayContaining(['form', 'form in a request', 'bytes in a request', 'xhr']),
  );
  expect(seen.addresses).toEqual(Array(3).fill(`${site.hosted.base}/v2/upload`));
  // Chromium reports no more of uploads that a service worker answers.
  expect(seen.progress[0]).toContain('loadstart');
  expect(seen.progress[0]).toEqual(seen.progress[1]);
  expect(seen.json).toBe(400);
  expect(seen.head).toBe(200);
  expect(seen.aborted).toBe('AbortError');
  expect(site.hosted.received).toEqual([]);
});

/** Runs in the page. */
async function sendInAllWays(base: string) {
  const { key: keyOfApp } = await import(`${location.origin}/earshot.js`);
  const key: string = await keyOfApp();
  const wave = () => {
    const bytes = new Uint8Array(300_044);
    const view = new DataView(bytes.buffer);
    const text = (at: number, letters: string) =>
      bytes.set(
        [...letters].map((letter) => letter.charCodeAt(0)),
        at,
      );
    text(0, 'RIFF');
    view.setUint32(4, 300_036, true);
    text(8, 'WAVEfmt ');
    for (const [at, value] of [
      [16, 16],
      [24, 16_000],
      [28, 32_000],
      [40, 300_000],
    ] as const)
      view.setUint32(at, value, true);
    for (const [at, value] of [
      [20, 1],
      [22, 1],
      [32, 2],
      [34, 16],
    ] as const)
      view.setUint16(at, value, true);
    text(36, 'data');
    return bytes;
  };
  const form = () => {
    const made = new FormData();
    made.append('audio', new File([wave()], 'talk.wav', { type: 'audio/wav' }));
    return made;
  };
  const headers = { 'x-gladia-key': key };
  const address = `${base}/upload`;
  const post = (body: BodyInit, more: RequestInit = {}) => ({ method: 'POST', headers, body, ...more });
  const bytesOf = async (response: Response) => {
    const { audio_url } = await response.json();
    if (!audio_url) return { status: response.status, bytes: 0 };
    const stored = await fetch(audio_url, { headers });
    return { status: response.status, bytes: (await stored.arrayBuffer()).byteLength };
  };
  /** A form as bytes: WebKit cannot read one that has files. */
  const disposition = 'content-disposition: form-data; name="audio"; filename="talk.wav"';
  const written = new Blob([`--end\r\n${disposition}\r\n\r\n`, wave(), '\r\n--end--\r\n']);
  const bytes = await written.arrayBuffer();
  const asBytes = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=end' },
  };

  const addresses: string[] = [];
  const uploads: Record<string, { status: number; bytes: number }> = {};
  const add = async (way: string, response: Response) => {
    uploads[way] = await bytesOf(response);
  };
  const first = await fetch(address, post(form()));
  addresses.push(first.url, first.clone().url);
  await add('form', first);
  await add('form in a request', await fetch(new Request(address, post(form()))));
  await add('bytes in a request', await fetch(new Request(address, { ...asBytes, body: bytes })));
  await add('bytes', await fetch(address, { ...asBytes, body: new Uint8Array(bytes) }));
  await add('outliving the page', await fetch(address, { ...asBytes, body: new Blob([bytes]) }));
  let aborted = 'AbortError';
  if ('duplex' in Request.prototype) {
    const stream = (isEndless: boolean) => ({
      ...asBytes,
      duplex: 'half',
      body: new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(bytes));
          if (!isEndless) controller.close();
        },
      }),
    });
    await add('stream', await fetch(address, stream(false)));
    const abortion = new AbortController();
    const endless = fetch(address, { ...stream(true), signal: abortion.signal });
    setTimeout(() => abortion.abort(), 500);
    aborted = await endless.then(String, ({ name }) => name);
  }
  const byXhr = (to: string) =>
    new Promise<{ text: string; responseUrl: string; told: string[] }>((resolve) => {
      const request = new XMLHttpRequest();
      const told: string[] = [];
      for (const name of ['loadstart', 'load', 'loadend'])
        request.upload.addEventListener(name, () => told.push(name));
      request.onloadend = () =>
        resolve({ text: request.responseText, responseUrl: request.responseURL, told });
      request.open('POST', to);
      request.setRequestHeader('x-gladia-key', key);
      request.send(form());
    });
  const sent = await byXhr(address);
  const own = await byXhr('/v2/upload');
  addresses.push(sent.responseUrl);
  await add('xhr', new Response(sent.text));
  const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  return {
    uploads,
    addresses,
    progress: [sent.told, own.told],
    aborted,
    bytes: wave().length,
    json: (await fetch(new Request(`${base}/pre-recorded`, json))).status,
    head: (await fetch(`${base}/pre-recorded`, { method: 'HEAD', headers })).status,
  };
}
