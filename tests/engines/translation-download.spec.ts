import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../src/cli/server/serve.ts';
import { folderOf, hasRealPair } from '../accuracy/translation/real-pair-here.ts';
import { clip } from '../e2e/clips.ts';
import { ReplicaHub } from '../rehearse/replica-hub.ts';
import { OWN_MODELS } from '../runner/test-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, giveFile } from './page-tasks.ts';
import { tinyDirections } from './tiny-directions.ts';

test.skip(!hasRealPair(), '../shared/models/marian-tiny-en-pt is absent: no real translation.');

const VOCABULARY = 'vocab.enpt.spm';

/** A folder as the hub's repository has it: each direction in one of its own. */
function repository(): { folder: string; vocabulary: string } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-hub-'));
  const direction = join(folder, 'tiny/enpt');
  mkdirSync(direction, { recursive: true });
  const from = fileURLToPath(folderOf('en-pt'));
  for (const name of ['model.enpt.intgemm.alphas.bin', 'lex.50.50.enpt.s2t.bin'])
    symlinkSync(join(from, name), join(direction, name));
  const vocabulary = join(direction, VOCABULARY);
  copyFileSync(join(from, VOCABULARY), vocabulary);
  return { folder, vocabulary };
}

/** Damages a file, and returns what mends it. */
function damage(path: string): () => void {
  const whole = readFileSync(path);
  const damaged = Buffer.from(whole);
  damaged.writeUInt8(damaged.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(path, damaged);
  return () => writeFileSync(path, whole);
}

/** Presses the first button, summary or label with these words, once it is there; returns all of its words. */
const press = (engine: BrowserEngine, words: string): Promise<string> =>
  engine.run(async (wanted: string) => {
    const found = () =>
      [...document.querySelectorAll<HTMLElement>('button, summary')].find(
        ({ innerText, offsetParent, ariaLabel }) =>
          offsetParent !== null && (innerText.trim().startsWith(wanted) || ariaLabel === wanted),
      );
    while (!found()) await new Promise((done) => setTimeout(done, 100));
    const button = found();
    const { innerText = '' } = button ?? {};
    button?.click();
    return innerText.trim();
  }, words);

/** Chooses in the list of this label. */
const choose = (engine: BrowserEngine, label: string, value: string): Promise<void> =>
  engine.run(
    async (wanted: string, chosen: string) => {
      const found = () =>
        [...document.querySelectorAll('label')].find(({ innerText }) => innerText.trim() === wanted)?.control;
      while (!(found() instanceof HTMLSelectElement)) await new Promise((done) => setTimeout(done, 100));
      const list = found();
      if (!(list instanceof HTMLSelectElement)) return;
      list.value = chosen;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    },
    label,
    value,
  );

const shows = (engine: BrowserEngine, pattern: string): Promise<string> =>
  engine.run(async (wanted: string) => {
    const found = () => new RegExp(wanted, 'u').exec(document.body.innerText)?.[0];
    while (!found()) await new Promise((done) => setTimeout(done, 200));
    return found() ?? '';
  }, pattern);

/** Writes the address of a mirror, and presses Enter. */
async function enterAddress(address: string): Promise<void> {
  const found = () => document.querySelector<HTMLInputElement>('dialog input[type=url]:enabled');
  while (!found()) await new Promise((done) => setTimeout(done, 100));
  const field = found();
  if (!field) return;
  field.value = address;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form?.requestSubmit();
}

test('feature: a translation model is chosen, downloaded, checked and run', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const { folder, vocabulary } = repository();
  const hub = await ReplicaHub.start(folder);
  // After the hub has listed its hash.
  const mend = damage(vocabulary);
  const server = await startServer({
    modelsDir: join(OWN_MODELS, 'mini-whisper'),
    port: 0,
    log: () => undefined,
    plugins: [tinyDirections('en-pt')],
  });
  try {
    await engine.open(server.url);
    await press(engine, 'Models');
    await press(engine, 'Model source');
    await engine.run(enterAddress, hub.address);
    await shows(engine, 'Saved');
    await press(engine, 'Close');
    await press(engine, 'Options');
    await choose(engine, 'Translation', 'pt');
    expect(await press(engine, 'Download')).toMatch(/Firefox en → pt \(22 MB\)$/u);
    // A file that is not what the table says is refused.
    expect(await shows(engine, '.*arrived damaged.*')).toContain(VOCABULARY);
    mend();
    await press(engine, 'Try again');
    await engine.run(async () => {
      const waits = () => document.querySelector('progress') ?? document.querySelector('[role=alert]');
      while (waits()) await new Promise((done) => setTimeout(done, 200));
    });
    await press(engine, 'Done');
    await engine.run(giveFile, fileToSend(clip('en_hello.wav').path));
    await shows(engine, 'John Smith');
    await press(engine, 'Portuguese');
    await shows(engine, 'meu nome é John Smith');
    await shows(engine, 'Onde está o trem');
  } finally {
    await engine.open(app.url);
    await server.close();
    await hub.close();
    rmSync(folder, { recursive: true });
  }
});
