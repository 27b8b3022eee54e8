import { describe, expect, it } from 'vitest';
import { writeOnnx } from '../../../../tests/fixtures/transducer/write-onnx.ts';
import { configureNodeRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { loadVoxlingua } from './load-voxlingua.ts';

const LABELS = ['ceb', 'de', 'en', 'iw', 'jw'];
const RATE = 16_000;

/**
 * The published contract (`waveform` [1, n] to `language_probs` [1, languages]): the sound's mean, 0 to 1, is the share of
 * the second language; the rest is the third's.
 */
const graph = (languages = LABELS.length) =>
  writeOnnx({
    inputs: [{ name: 'waveform', type: 'float32', shape: [1, 'n'] }],
    outputs: [{ name: 'language_probs', type: 'float32', shape: [1, languages] }],
    constants: [
      { name: 'slope', type: 'float32', shape: [1, 5], values: [0, 1, -1, 0, 0] },
      { name: 'start', type: 'float32', shape: [languages], values: [0, 0, 1, 0, 0].slice(0, languages) },
    ],
    nodes: [
      { op: 'ReduceMean', inputs: ['waveform'], outputs: ['mean'], attributes: { axes: [1], keepdims: 1 } },
      { op: 'MatMul', inputs: ['mean', 'slope'], outputs: ['raised'] },
      { op: 'Add', inputs: ['raised', 'start'], outputs: ['language_probs'] },
    ],
  });

const parts = { graph: 'model.onnx', data: 'model.onnx.data', labels: 'labels.json' };

function load(given: Partial<Record<string, BodyInit>> = {}) {
  const files: Record<string, BodyInit> = {
    'model.onnx': new Uint8Array(graph()),
    'model.onnx.data': new Uint8Array(4),
    'labels.json': JSON.stringify(LABELS),
    ...given,
  } as Record<string, BodyInit>;
  return loadVoxlingua({
    by: 'voxlingua107',
    parts,
    files: async (path) => new Response(files[path]),
    configureRuntime: configureNodeRuntime,
  });
}

/** Sound in which the share of German is this, second by second. */
function spoken(...shares: number[]) {
  const pcm = new Float32Array(shares.length * RATE);
  for (const [second, share] of shares.entries()) pcm.fill(share, second * RATE, (second + 1) * RATE);
  const pieces = shares.map((_, second) => ({ windowStart: second, fileStart: second, duration: 1 }));
  return { index: 0, channel: 0, pcm, pieces };
}

const { signal } = new AbortController();

describe('VoxLingua107 finds the spoken language', () => {
  it('of the first five seconds, or of all where these do not tell', async () => {
    const finder = await load();
    const sure = spoken(1, 1, 1, 1, 1, 0, 0, 0, 0, 0);
    expect(await finder.findLanguage(sure, [], signal)).toEqual({
      language: 'de',
      confidence: 1,
      by: 'voxlingua107',
    });
    const open = spoken(1, 1, 1, 0, 0, 1, 1, 1, 1, 1);
    const found = await finder.findLanguage(open, [], signal);
    expect(found).toMatchObject({ language: 'de', confidence: expect.closeTo(0.8) });
    await finder.release();
  });

  it('among those to choose from, unless another one is spoken', async () => {
    const finder = await load();
    expect(await finder.findLanguage(spoken(0.8), ['de'], signal)).toMatchObject({
      language: 'de',
      confidence: expect.closeTo(1),
    });
    expect(await finder.findLanguage(spoken(0.2), ['de'], signal)).toMatchObject({
      language: 'en',
      confidence: expect.closeTo(0.8),
    });
    await finder.release();
  });

  it('in the codes of the API, and is sure of none where speech has no code there', async () => {
    const renamed = await load({ 'labels.json': JSON.stringify(['de', 'iw', 'ceb', 'en', 'jw']) });
    expect(await renamed.findLanguage(spoken(1), [], signal)).toMatchObject({
      language: 'he',
      confidence: 1,
    });
    expect(await renamed.findLanguage(spoken(0.3), [], signal)).toMatchObject({
      language: 'he',
      confidence: expect.closeTo(0.3),
    });
    await renamed.release();
  });

  it.each([
    ['a graph of something else', { 'model.onnx': 'no graph' }, 'model.onnx'],
    ['labels of something else', { 'labels.json': '{}' }, 'labels.json'],
    ['labels that are no JSON', { 'labels.json': '<html>' }, 'labels.json'],
  ])('refuses %s', async (_, files, named) => {
    const refused = await load(files).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'model_missing' });
    expect(String(refused)).toContain(named);
  });

  it('refuses a graph with another number of languages', async () => {
    const finder = await load({ 'labels.json': JSON.stringify(LABELS.slice(1)) });
    await expect(finder.findLanguage(spoken(1), [], signal)).rejects.toMatchObject({ code: 'model_missing' });
    await finder.release();
  });

  it('stops when it is told to', async () => {
    const finder = await load();
    const stopped = AbortSignal.abort();
    await expect(finder.findLanguage(spoken(1), [], stopped)).rejects.toMatchObject({ name: 'AbortError' });
    await finder.release();
  });
});
