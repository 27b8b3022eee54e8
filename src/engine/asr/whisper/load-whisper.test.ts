import { afterEach, expect, it, vi } from 'vitest';
import { MINI_WHISPER } from '../../../../tests/miniatures/mini-whisper.ts';
import { useWasmRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import { readVocabulary } from './words/read-vocabulary.ts';

vi.setConfig({ testTimeout: 60_000 });

afterEach(() => vi.restoreAllMocks());

/** Loads the miniature and notes what happens in which order. */
async function loaded() {
  await useWasmRuntime();
  const { InferenceSession } = await import('onnxruntime-web');
  const { loadWhisperParts } = await import('./load-whisper.ts');
  const steps: string[] = [];
  const create = InferenceSession.create.bind(InferenceSession);
  vi.spyOn(InferenceSession, 'create').mockImplementation(async (model, ...options) => {
    const isWhole = model instanceof Uint8Array && model.length > 1000;
    steps.push(isWhole ? 'session' : 'runtime');
    return create(model, ...options);
  });
  const files = async (path: string) => {
    steps.push(path);
    return MINI_WHISPER.files(path);
  };
  return { steps, parts: await loadWhisperParts({ ...MINI_WHISPER, files }) };
}

it('starts the runtime before it reads a file of the model', async () => {
  const { steps, parts } = await loaded();
  await parts.model.dispose();
  expect(steps[0]).toBe('runtime');
  expect(steps).toContain('session');
});

it('reads the tokenizer only where text is to become tokens, and once', async () => {
  const { steps, parts } = await loaded();
  expect(steps).not.toContain('tokenizer_config.json');
  const tokens = await parts.encodeText(' Hello my name is John');
  const { length } = steps;
  await parts.encodeText(' again');
  await parts.model.dispose();
  expect(parts.text.textOf(tokens)).toBe(' Hello my name is John');
  expect(steps).toContain('tokenizer_config.json');
  expect(steps).toHaveLength(length);
});

it('tries again after a tokenizer that could not be read', async () => {
  await useWasmRuntime();
  const { loadWhisperParts } = await import('./load-whisper.ts');
  let isBroken = true;
  const files = async (path: string) => {
    if (isBroken && path === 'tokenizer_config.json') throw new Error('unreadable');
    return MINI_WHISPER.files(path);
  };
  const parts = await loadWhisperParts({ ...MINI_WHISPER, files });
  await expect(parts.encodeText('a')).rejects.toThrow('unreadable');
  isBroken = false;
  await expect(parts.encodeText('a')).resolves.not.toHaveLength(0);
  await parts.model.dispose();
});

it('knows the tokens that the library knows', async () => {
  await useWasmRuntime();
  const { AutoTokenizer } = await import('@huggingface/transformers');
  const { withModelFiles } = await import('../../onnx/with-model-files.ts');
  const tokenizer = await withModelFiles(
    MINI_WHISPER.files,
    () => undefined,
    (id) => AutoTokenizer.from_pretrained(id),
  );
  const text = await (await MINI_WHISPER.files('tokenizer.json')).text();
  const known = [...tokenizer.get_vocab()];
  const ends = [known.length, Math.floor(known.length / 2)];
  for (const end of ends) {
    const wanted = known.filter(([, id]) => id < end);
    expect(new Map(readVocabulary(text, end))).toEqual(new Map(wanted));
  }
});

it.each([
  ['no JSON', 'tokens'],
  ['no vocabulary', '{"model":{}}'],
  ['a vocabulary without ids', '{"model":{"vocab":[["a",-1.5]]}}'],
])('refuses a tokenizer with %s', (_, text) => {
  expect(() => readVocabulary(text, 10)).toThrow();
});
