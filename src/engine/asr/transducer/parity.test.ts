import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { configureNodeRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import { readWav } from '../../../../tests/miniatures/read-wav.ts';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { PROJECT_ROOT } from '../../../cli/project-root.ts';
import { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { loadOnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { CanaryRecogniser } from './recognisers/canary-recogniser.ts';
import { ParakeetRecogniser } from './recognisers/parakeet-recogniser.ts';
import { parseTokenTable } from './words/token-table.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Small graphs with random weights, and what onnx-asr reads out of them: `tests/rehearse/make_parity.py`. */
const PARITY = join(PROJECT_ROOT, 'tests/fixtures/transducer/parity');
const [pcm = new Float32Array(0)] = readWav(
  readFileSync(join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav')),
);
const { signal } = new AbortController();

async function open(name: string, file: string): Promise<OnnxGraph> {
  const runtime = await loadOnnxRuntime('wasm', configureNodeRuntime);
  const bytes = new Uint8Array(readFileSync(join(PARITY, name, file)));
  return OnnxGraph.open({ runtime, name: file, bytes, externalData: [], device: 'wasm' });
}

const table = (name: string, needsBlank: boolean) =>
  parseTokenTable(readFileSync(join(PARITY, name, 'vocab.txt'), 'utf8'), needsBlank);
const expected = (name: string): Record<string, { tokens: string[]; times: number[] }> =>
  JSON.parse(readFileSync(join(PARITY, name, 'expected.json'), 'utf8'));

it('Parakeet: the tokens and times of onnx-asr', async () => {
  const recogniser = new ParakeetRecogniser(
    {
      encoder: await open('parakeet', 'encoder-model.onnx'),
      decoderJoint: await open('parakeet', 'decoder_joint-model.onnx'),
    },
    table('parakeet', true),
  );
  const tokens = await recogniser.recognise(pcm, signal);
  const { en } = expected('parakeet');
  expect(new Set(en?.tokens).size).toBeGreaterThan(2);
  expect(tokens.map(({ text }) => text)).toEqual(en?.tokens.map((text) => (text === '<unk>' ? '' : text)));
  for (const [index, { time }] of tokens.entries())
    expect(time).toBeCloseTo(en?.times[index] ?? Number.NaN, 6);
  await recogniser.dispose();
});

it.each(['en', 'de'])('Canary: the tokens of onnx-asr for speech in %s', async (language) => {
  const recogniser = new CanaryRecogniser(
    {
      encoder: await open('canary', 'encoder-model.onnx'),
      decoder: await open('canary', 'decoder-model.onnx'),
    },
    table('canary', false),
  );
  const tokens = await recogniser.recognise(pcm, signal, [], language);
  const wanted = expected('canary')[language]?.tokens ?? [];
  expect(wanted.length).toBeGreaterThan(4);
  expect(tokens.map(({ text }) => text).filter(Boolean)).toEqual(wanted);
  const times = tokens.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(pcm.length / 16_000);
  await recogniser.dispose();
});

it.each(caseRows<[string, string, string, string]>(import.meta.url, 'graphsOtherNames'))(
  '%s: graphs with other names (%s: %s, %s) are a model to install anew',
  async (kind, name, encoder, decoder) => {
    const graphs = { encoder: await open(name, encoder), decoder: await open(name, decoder) };
    const recognise = async () => {
      if (kind === 'Canary')
        return new CanaryRecogniser(graphs, table('canary', false)).recognise(pcm, signal, [], 'en');
      const both = { encoder: graphs.encoder, decoderJoint: graphs.decoder };
      return new ParakeetRecogniser(both, table('parakeet', true)).recognise(pcm, signal);
    };
    await expect(recognise()).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringMatching(/install/i),
    });
    await graphs.encoder.release();
    await graphs.decoder.release();
  },
);

it('the languages differ, so that the prompt counts, and the fixtures are small', () => {
  const { en, de } = expected('canary');
  expect(en?.tokens).not.toEqual(de?.tokens);
  for (const path of readdirSync(PARITY, { recursive: true, encoding: 'utf8' })) {
    const file = join(PARITY, path);
    if (existsSync(file)) expect(statSync(file).size).toBeLessThan(400_000);
  }
});

it('Canary: a token table of another model is refused with the name that it lacks', async () => {
  const encoder = await open('canary', 'encoder-model.onnx');
  const decoder = await open('canary', 'decoder-model.onnx');
  const recogniser = new CanaryRecogniser({ encoder, decoder }, table('parakeet', true));
  await expect(recogniser.recognise(pcm, signal, [], 'en')).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('<|endoftext|>'),
  });
  await recogniser.dispose();
});
