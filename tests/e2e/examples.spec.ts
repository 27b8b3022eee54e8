import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { type ExampleServer, serveExamples } from '../../examples/serve-examples.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { allow } from './embedding/embedding-page.ts';
import { test } from './test.ts';

const SAMPLE = join(PROJECT_ROOT, 'public/demo/speech.flac');
/** Start of the sample's transcript. */
const FIRST_WORDS = 'I believe that this nation';

test.describe('in a page', () => {
  let examples: ExampleServer;
  /** One browser for all: the app is on their common origin. */
  let context: BrowserContext;
  test.beforeAll(async ({ browser }) => {
    examples = await serveExamples(0);
    context = await browser.newContext();
  });
  test.afterAll(async () => {
    await context.close();
    await examples.close();
  });

  for (const name of ['fetch', 'page-library', 'existing-client'] as const) {
    // The same calls are made in page-library.spec.ts and existing-clients.spec.ts.
    test(`the example ${name} transcribes the sample`, { tag: THOROUGH }, async () => {
      const page = await context.newPage();
      await page.goto(examples.addressOf(name));
      await expect(page.getByRole('status')).toHaveText('done', { timeout: 60_000 });
      await expect(page.locator('pre')).toContainText(FIRST_WORDS);
      if (name === 'existing-client') return;
      const buffer = Buffer.from('not a recording');
      await page.locator('input').setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer });
      await expect(page.getByRole('status')).toContainText('not audio');
    });
  }

  test('the example web-speech finds recognition at once, and says what keeps it', {
    tag: THOROUGH,
  }, async () => {
    const page = await context.newPage();
    await page.goto(examples.addressOf('web-speech'));
    await page.evaluate(() => {
      const refused = new DOMException('', 'NotAllowedError');
      navigator.mediaDevices.getUserMedia = () => Promise.reject(refused);
    });
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText(/^not-allowed: Microphone access is blocked/);
  });

  test('the example captions-overlay shows the latest lines of a live session', {
    tag: THOROUGH,
  }, async () => {
    const page = await context.newPage();
    await page.goto(examples.addressOf('captions-overlay'));
    const session = await context.newPage();
    await session.goto(examples.addressOf('fetch'));
    await session.evaluate(() => {
      const line = (settled: string, unsettled = '', text = '') => ({
        id: settled,
        name: 'Me',
        language: 'en',
        settled,
        unsettled,
        translation: text ? { language: 'de', text, isWaiting: true } : null,
      });
      new BroadcastChannel('earshot').postMessage({
        type: 'live-text',
        lines: [line('one'), line('two', '', 'zwei'), line('three', 'and four')],
      });
    });
    await expect(page.getByRole('status')).toHaveText(/^Me: two\s+zwei\s*Me: three and four$/);
  });

  test('the example embedding asks, then transcribes the sample on another origin', {
    tag: THOROUGH,
  }, async () => {
    const page = await context.newPage();
    await page.goto(examples.addressOf('embedding'));
    await page.getByRole('button', { name: 'Transcribe the sample' }).click();
    await allow(page);
    await expect(page.getByRole('status')).toHaveText('done', { timeout: 60_000 });
    await expect(page.locator('pre')).toContainText(FIRST_WORDS);
  });
});

test.describe('in a terminal', () => {
  let folder = '';
  const running: ChildProcess[] = [];

  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-examples-'));
  });
  test.afterEach(async () => {
    for (const child of running.splice(0)) await end(child);
    rmSync(folder, { recursive: true, force: true });
  });

  /** `npm run example -- …`, in the folder of the test. */
  function start(...given: string[]): { child: ChildProcess; output: () => string } {
    const tsx = join(PROJECT_ROOT, 'node_modules/tsx/dist/cli.mjs');
    const child = spawn(process.execPath, [tsx, join(PROJECT_ROOT, 'examples/example.ts'), ...given], {
      cwd: folder,
    });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    return { child, output: () => output };
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  test('the example captions writes subtitles of the sample', { tag: THOROUGH }, async () => {
    const { child, output } = start('captions');
    await once(child, 'exit');
    expect(child.exitCode, output()).toBe(0);
    expect(readFileSync(join(folder, 'speech.srt'), 'utf8')).toMatch(
      /^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\nI believe/,
    );
  });

  test('the example watch-folder transcribes each whole file once, across a restart', {
    tag: THOROUGH,
  }, async () => {
    const bytes = readFileSync(SAMPLE);
    const growing = join(folder, 'growing.flac');
    writeFileSync(growing, bytes.subarray(0, bytes.length / 2));
    writeFileSync(join(folder, 'broken.wav'), 'not a recording');
    writeFileSync(join(folder, 'notes.txt'), 'not audio at all');

    const first = start('watch-folder', folder, '--stable', '6');
    await expect.poll(first.output, { timeout: 60_000, intervals: [50] }).toContain('Watching');
    // The other half arrives before the first counts as complete.
    appendFileSync(growing, bytes.subarray(bytes.length / 2));

    await expect.poll(first.output, { timeout: 60_000 }).toContain('growing.flac: done');
    expect(readFileSync(`${growing}.txt`, 'utf8')).toContain(FIRST_WORDS);
    expect(readFileSync(`${growing}.srt`, 'utf8')).toContain('-->');
    await expect.poll(first.output).toContain('broken.wav: failed');
    expect(readFileSync(join(folder, 'broken.wav.error.txt'), 'utf8')).toContain('not audio');
    await end(first.child);
    const written = statSync(`${growing}.txt`).mtimeMs;

    copyFileSync(SAMPLE, join(folder, 'later.flac'));
    const second = start('watch-folder', folder);
    await expect.poll(second.output, { timeout: 60_000 }).toContain('later.flac: done');
    expect(statSync(`${growing}.txt`).mtimeMs).toBe(written);
    expect(second.output()).not.toContain('growing');
    expect(second.output()).not.toContain('broken');
    expect(readdirSync(folder).sort()).toEqual([
      'broken.wav',
      'broken.wav.error.txt',
      'growing.flac',
      'growing.flac.srt',
      'growing.flac.txt',
      'later.flac',
      'later.flac.srt',
      'later.flac.txt',
      'notes.txt',
    ]);
  });

  test('the example podcast writes transcripts and prints their tags', { tag: THOROUGH }, async () => {
    const { child, output } = start('podcast');
    await once(child, 'exit');
    expect(child.exitCode, output()).toBe(0);
    expect(output()).toContain(
      '<podcast:transcript url="https://pod.example/speech.json" type="application/json" />',
    );
    expect(JSON.parse(readFileSync(join(folder, 'speech.json'), 'utf8')).segments[0].body).toContain(
      'I believe',
    );
    expect(readFileSync(join(folder, 'speech.srt'), 'utf8')).toContain('-->');
  });

  test('an unknown example is named with those that there are', { tag: THOROUGH }, async () => {
    const { child, output } = start('fech');
    await once(child, 'exit');
    expect(child.exitCode).toBe(2);
    expect(output()).toContain('fetch');
    expect(output()).toContain('watch-folder');
  });
});
