import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '../../../tests/miniatures/node-runtime.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import type { ModelFiles } from '../../engine/onnx/with-model-files.ts';
import { loadMarian, type MarianModel } from './marian-model.ts';
import { tagWords } from './tagged-words.ts';

const FOLDER = new URL('../../../../shared/models/', import.meta.url);
const folderOf = (pair: string) => new URL(`marian-tiny-${pair}/`, FOLDER);
const isHere = existsSync(folderOf('en-pt'));

const pathsOf = (pair: string) => ({
  model: `model.${pair}.intgemm.alphas.bin`,
  shortlist: `lex.50.50.${pair}.s2t.bin`,
  vocabularies: [`vocab.${pair}.spm`],
});

const binary = async () =>
  Uint8Array.from(
    await readFile(
      createRequire(import.meta.url).resolve(
        '@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm',
      ),
    ),
  );

const load = (pair: string, files: ModelFiles = filesIn(folderOf(pair))) =>
  loadMarian({ files, paths: pathsOf(pair.replace('-', '')), binary });

/** Limits each WebAssembly memory that is made from now on, as on a device that has no more. */
const limitMemory = (megabytes: number) => setFlagsFromString(`--wasm-max-mem-pages=${megabytes * 16}`);

/** Each word of a translation with the one it comes from. */
function pairsOf({ text, source, words = [] }: ReturnType<MarianModel['translate']>[number]) {
  return words.map((word) => [
    text.slice(word.start, word.end),
    /^\S+/u.exec(source.slice(word.source))?.[0] ?? '',
  ]);
}

it('finds the words of a script without spaces', () => {
  const tagged = tagWords('客観的な実在を私たちは何らかの形で知ることができると考えている。', 'ja');
  expect(tagged.match(/<i id/gu)?.length).toBeGreaterThan(8);
});

it('ends its engine where a model does not load and no other one is in it', async () => {
  let engines = 0;
  const failing = {
    paths: pathsOf('enpt'),
    // A file that was cut off, and none at all.
    files: async () => (engines % 2 === 0 ? Promise.reject(new Error('missing')) : new Response('MARIAN')),
    binary: () => {
      engines += 1;
      return binary();
    },
  };
  const tried = async () => {
    await expect(loadMarian(failing)).rejects.toThrow();
    return engines;
  };
  // The first may end before its engine has started, and the second then shares that one.
  await expect.poll(tried, { timeout: 30_000 }).toBeGreaterThan(2);
});

// Left out without the weights, which are beside the project.
describe.runIf(isHere)('the real models between English and Portuguese', () => {
  let into: MarianModel;
  let back: MarianModel;

  beforeAll(async () => {
    into = await load('en-pt');
    back = await load('pt-en');
  });

  it('translate several texts a call, each with the words that its words come from', () => {
    const [first, second] = into.translate(
      ['Can you send me the quarterly report, please?', 'She lives in the red house.'],
      'en',
    );
    expect(first?.text).toBe('Você pode me enviar o relatório trimestral, por favor?');
    expect(second?.text).toBe('Ela mora na casa vermelha.');
    expect(second && pairsOf(second)).toEqual([
      ['Ela', 'She'],
      ['mora', 'lives'],
      ['na', expect.stringMatching(/in|the/u)],
      ['casa', 'house.'],
      ['vermelha.', 'red'],
    ]);
  });

  it('go through English in one call', () => {
    const [again] = back.translate(['Ela mora na casa vermelha.'], 'pt', into);
    expect(again?.text).toBe('Ela mora na casa vermelha.');
    expect(again && pairsOf(again)).toContainEqual(['casa', 'casa']);
  });

  it('keep signs of HTML, emoji, marks of redaction and scripts from right to left', () => {
    const texts = ['Tom & Jerry: 5 < 6 > 4 &amp; "so" 😀', 'Call [NAME_1] today.', 'He said שלום to me.', ''];
    const [signs, marks, script, nothing] = into.translate(texts, 'en').map(({ text }) => text);
    expect(signs).toContain('Tom & Jerry');
    expect(signs).toContain('&amp;');
    expect(signs).not.toContain('<i');
    expect(marks).toContain('[NAME_1]');
    expect(script).toContain('Ele disse');
    expect(nothing).toBe('');
  });

  it('translate a text of many sentences, and a long one without an end', { tags: THOROUGH_TAG }, () => {
    const sentence = 'The meeting begins at nine and ends at ten. ';
    const long = sentence.repeat(Math.ceil(20_000 / sentence.length));
    const unbroken = 'word '.repeat(2_000);
    const [first, second] = into.translate([long, unbroken], 'en');
    expect(first?.text.match(/reunião/gu)?.length).toBeGreaterThan(400);
    expect(second?.text.length).toBeGreaterThan(1_000);
  });

  it('are read while their engine is fetched', async () => {
    for (const model of [into, back]) await model.dispose();
    const fetching = new EventEmitter();
    const asked = once(fetching, 'asked');
    const files = filesIn(folderOf('en-pt'));
    into = await loadMarian({
      paths: pathsOf('enpt'),
      files: (path) => asked.then(() => files(path)),
      binary: () => {
        fetching.emit('asked');
        return binary();
      },
    });
    back = await load('pt-en');
    expect(into.isUsable).toBe(true);
  });

  it('are refused when damaged, and an undamaged one loads afterwards', async () => {
    const damaged: ModelFiles = async (path) => {
      const bytes = new Uint8Array(await (await filesIn(folderOf('en-pt'))(path)).arrayBuffer());
      return new Response(path.startsWith('model') ? bytes.slice(0, bytes.length / 2) : bytes);
    };
    const broken: ModelFiles = async (path) =>
      path.startsWith('vocab') ? new Response(new Uint8Array(5_000)) : filesIn(folderOf('en-pt'))(path);
    for (const files of [damaged, broken]) {
      await expect(load('en-pt', files)).rejects.toMatchObject({ code: 'model_missing' });
    }
    const whole = await load('en-pt');
    expect(whole.translate(['Good morning.'], 'en')[0]?.text).toBe('Bom dia.');
    await whole.dispose();
  });

  it('are not called damaged where their engine gets no more memory, and load again once it does', {
    tags: THOROUGH_TAG,
  }, async () => {
    // Limits hold for an engine that is started now.
    for (const model of [into, back]) await model.dispose();
    const last = await load('en-pt');
    await last.dispose();
    expect(last.isUsable).toBe(false);
    const lack = { code: 'internal', message: expect.stringContaining('run out of memory') };

    // Too little to start with, for a model, and for a second one.
    for (const megabytes of [1, 100, 200, 300]) {
      limitMemory(megabytes);
      await expect(load('en-pt'), `${megabytes} MB`).rejects.toMatchObject(lack);
    }
    limitMemory(500);
    const alone = await load('en-pt');
    await expect(load('pt-en')).rejects.toMatchObject(lack);
    // They shared the engine.
    expect(alone.isUsable).toBe(false);

    limitMemory(4096);
    const [there, thence] = [await load('en-pt'), await load('pt-en')];
    const [again] = thence.translate(['Ela mora na casa vermelha.'], 'pt', there);
    expect(again?.text).toBe('Ela mora na casa vermelha.');
  });
});
