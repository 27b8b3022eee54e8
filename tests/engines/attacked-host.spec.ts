import { INTEGRITY_FILE, REFUSED_FILES } from '../../src/contract/realms/integrity-list.ts';
import { CACHE_THE_REST } from '../../src/contract/realms/offline-message.ts';
import { filesUnder } from '../budgets/built-app.ts';
import { clip } from '../e2e/clips.ts';
import { askForTheRest } from '../e2e/page-service.ts';
import { builtFile, nextVersion, withOneByteMore } from '../runner/next-version.ts';
import { startStaticHost } from '../runner/static-host.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { type Answer as Answered, call, fileToSend, trySample, upload } from './page-tasks.ts';

/** Cached by its revision, so that an update fetches it. */
const CHANGED = 'browser-check.js';
const [runtime = ''] = filesUnder('dist').filter((path) => /^assets\/ort-wasm[^/]*\.wasm$/.test(path));
const [model = ''] = filesUnder('dist').filter((path) => /^models\/zipformer.*joiner.*\.onnx$/.test(path));

type Answer = NonNullable<NonNullable<Parameters<typeof startStaticHost>[0]>['inPlaceOf']>;
type Attack = (path: string, isWorker: boolean) => Buffer | undefined;

const next = nextVersion('0.9.0', CHANGED);
const older = nextVersion('0.0.9', CHANGED);

/** The host serves a new version, in which something is wrong. */
const updateWith =
  (wrong: Attack): Attack =>
  (path, isWorker) =>
    wrong(path, isWorker) ?? next.get(path);

const nothing: Attack = () => undefined;
const only =
  (wanted: string, content: Buffer): Attack =>
  (path) =>
    path === wanted ? content : undefined;

const rewritten = Buffer.from(
  builtFile('index.html').toString().replace('</head>', '<script src="/cdn/insight.js"></script></head>'),
);
const listWithOtherByte = Buffer.from(
  next.get(INTEGRITY_FILE)?.toString().replace('"index.html"', '"index.htm1"') ?? '',
);

/** Attacks on an update, and the file that is refused. */
const UPDATES: [attack: string, answer: Attack, refused: string][] = [
  ['one byte more in a script', updateWith(only(CHANGED, withOneByteMore(CHANGED))), CHANGED],
  ['another byte in the list', updateWith(only(INTEGRITY_FILE, listWithOtherByte)), INTEGRITY_FILE],
  [
    'the list of an older version',
    updateWith(only(INTEGRITY_FILE, builtFile(INTEGRITY_FILE))),
    INTEGRITY_FILE,
  ],
  ['an older version as a whole', (path) => older.get(path), `${INTEGRITY_FILE}?version=0.0.9`],
  ['files of two versions', updateWith(only(CHANGED, builtFile(CHANGED))), CHANGED],
  [
    'other bytes for the worker than for the page',
    updateWith((path, isWorker) => (path === CHANGED && isWorker ? withOneByteMore(CHANGED) : undefined)),
    CHANGED,
  ],
];

let answer: Attack = nothing;
const inPlaceOf: Answer = (path, headers) => answer(path.slice(1), headers['sec-fetch-dest'] === 'empty');

/**
 * Has the browser look for an update. Returns whether one waits, and the refused files. A look that joins one from before the host's change,
 * such as that after a navigation, finds nothing: then it is repeated.
 */
const update = async (refusedFiles: string) => {
  const registration = await navigator.serviceWorker.ready;
  await caches.delete(refusedFiles);
  for (let look = 0; ; look += 1) {
    await registration.update().catch(() => undefined);
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    const refused = await (await caches.open(refusedFiles)).keys();
    const waits = registration.waiting !== null;
    if (waits || refused.length > 0 || look === 9)
      return { waits, refused: refused.map(({ url }) => url.slice(location.origin.length + 1)) };
  }
};

const fetched = async (path: string, refusedFiles: string) => {
  await caches.delete(refusedFiles);
  // What a page fetched before would be answered from there.
  for (const kept of ['runtime-files', 'served-models']) await caches.delete(kept);
  const answered = await fetch(path).then(
    ({ ok }) => ok,
    () => false,
  );
  const refused = await (await caches.open(refusedFiles)).keys();
  return { answered, refused: refused.map(({ url }) => url.slice(location.origin.length + 1)) };
};

/** The recording, the finished job and the page of the version that was installed first are there. */
async function expectUntouched(engine: BrowserEngine, recording: string, jobs: unknown): Promise<void> {
  expect((await call(engine, 'GET', `/v2/upload/${recording}`)).status).toBe(200);
  expect((await call(engine, 'GET', '/v2/pre-recorded')).body).toEqual(jobs);
}

test.describe
  .serial('a host that serves other code', () => {
    let host: Awaited<ReturnType<typeof startStaticHost>>;
    let recording = '';
    let jobs: Answered['body'] = null;

    test.beforeAll(async ({ engine }) => {
      answer = nothing;
      host = await startStaticHost({ inPlaceOf });
      await engine.open(host.url);
      const uploaded = await upload(engine, fileToSend(clip('en_yes.wav').path));
      recording =
        String(Reflect.get(uploaded.body ?? {}, 'audio_url'))
          .split('/')
          .at(-1) ?? '';
      await trySample(engine);
      jobs = (await call(engine, 'GET', '/v2/pre-recorded')).body;
      expect(jobs?.items).toMatchObject([{ status: 'done' }]);
      expect(await engine.run(askForTheRest, CACHE_THE_REST)).toBe(true);
    });
    test.afterAll(async ({ engine, app }) => {
      await engine.open(app.url);
      await host.close();
    });

    for (const [attack, answers, refused] of UPDATES)
      test(`an update with ${attack} is refused by its name`, { tag: THOROUGH }, async ({ engine }) => {
        answer = answers;
        expect(await engine.run(update, REFUSED_FILES)).toEqual({ waits: false, refused: [refused] });
        await expectUntouched(engine, recording, jobs);
      });

    test('a page that is rewritten on its way is refused by its name', { tag: THOROUGH }, async ({
      engine,
    }) => {
      answer = updateWith(only('index.html', rewritten));
      // Its revision is the same: the cached page remains, and the rewritten one is never used.
      await engine.reload();
      expect(await engine.run(() => document.documentElement.outerHTML)).not.toContain('insight');
      expect(await engine.run(fetched, '/embed.html', REFUSED_FILES)).toEqual({
        answered: true,
        refused: [],
      });
      await expectUntouched(engine, recording, jobs);
    });

    test('other bytes of WebAssembly, of a model, and a script that is not in the list are refused by their names', async ({
      engine,
    }) => {
      answer = (path) =>
        path === runtime || path === model
          ? withOneByteMore(path)
          : path === 'assets/a-1234567.js'
            ? Buffer.from('')
            : undefined;
      for (const path of [runtime, model, 'assets/a-1234567.js'])
        expect(await engine.run(fetched, `/${path}`, REFUSED_FILES), path).toEqual({
          answered: false,
          // An update that the former test began may be refused later.
          refused: expect.arrayContaining([path]),
        });
      answer = nothing;
      expect(await engine.run(fetched, `/${runtime}`, REFUSED_FILES)).toEqual({
        answered: true,
        refused: expect.not.arrayContaining([runtime]),
      });
      await expectUntouched(engine, recording, jobs);
    });

    test('a host that sends no headers gets those of the app from the worker', { tag: THOROUGH }, async ({
      engine,
    }) => {
      await engine.reload();
      expect(await engine.run(() => crossOriginIsolated)).toBe(true);
      // Firefox lets its driver compile what the policy refuses to the page.
      const runsInline = () => {
        const script = document.createElement('script');
        try {
          script.textContent = 'document.body.dataset.ran = "1"';
        } catch {
          // Trusted Types.
        }
        document.body.append(script);
        return document.body.dataset.ran === '1';
      };
      expect(await engine.run(runsInline)).toBe(false);
    });

    test('a right update is installed, and without a network the first version goes on', {
      tag: THOROUGH,
    }, async ({ engine }) => {
      answer = updateWith(nothing);
      expect(await engine.run(update, REFUSED_FILES)).toEqual({ waits: true, refused: [] });
      await host.close();
      await engine.reload();
      await expect
        .poll(() => engine.run(() => document.querySelector('h1')?.textContent ?? ''), { timeout: 20_000 })
        .not.toBe('');
      await expectUntouched(engine, recording, jobs);
    });
  });
