import { Tensor } from 'onnxruntime-web';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import config from '../../../../tests/fixtures/mini/mini-whisper/config.json' with { type: 'json' };
import generation from '../../../../tests/fixtures/mini/mini-whisper/generation_config.json' with {
  type: 'json',
};
import { useWasmRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import type { OrtSession, OrtTensor } from '../../kernels/runtime/onnx-sessions.ts';
import { parseWhisperConfig } from './whisper-config.ts';

const POSITIONS = 2;
const TEXT = 'past_key_values.0.decoder.key';
const AUDIO = 'past_key_values.0.encoder.key';
const zeros = (dims: number[]) =>
  new Tensor('float32', new Float32Array(dims.reduce((product, size) => product * size, 1)), dims);

/** A decoder whose graph or memory sets limits; notes the rows of the audio's keys that each run was given. */
function decoder(refuse: (rows: number, audioRows: number) => string | null) {
  const audioRows: number[] = [];
  const run = async (feeds: Readonly<Record<string, unknown>>): Promise<Record<string, OrtTensor>> => {
    const rows = dimsOf(feeds.input_ids)[0] ?? 0;
    const given = dimsOf(feeds[AUDIO])[0] ?? 0;
    audioRows.push(given);
    const refusal = refuse(rows, given);
    if (refusal) throw new Error(refusal);
    const length = dimsOf(feeds[TEXT])[2] ?? 0;
    return {
      logits: zeros([rows, 1, 10]),
      'present.0.decoder.key': zeros([rows, 1, length + 1, 1]),
      'present.0.encoder.key': zeros([1, 1, POSITIONS, 1]),
    };
  };
  const session: OrtSession = {
    run,
    release: async () => undefined,
    inputNames: ['input_ids', TEXT, AUDIO],
    outputNames: ['logits', 'present.0.decoder.key', 'present.0.encoder.key'],
    inputMetadata: [],
  };
  return { session, audioRows };
}

const dimsOf = (value: unknown): readonly number[] => (value instanceof Tensor ? value.dims : []);

async function started(session: OrtSession) {
  const { WhisperModel } = await import('./whisper-model.ts');
  const model = new WhisperModel(session, session, {
    ...parseWhisperConfig(config, generation),
    alignment: null,
  });
  const audio = { hidden: zeros([1, POSITIONS, 1]), positions: POSITIONS };
  const { state } = await model.start(audio, [1], false);
  return { model, audio, state };
}

const FIVE = [1, 2, 3, 4, 5].map((token) => ({ row: 0, token }));

beforeAll(useWasmRuntime);

describe('several hypotheses', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it('share the keys and values of the audio', async () => {
    const { session, audioRows } = decoder(() => null);
    const { model, audio, state } = await started(session);
    const { state: next, logits } = await model.stepRows(audio, state, FIVE, false);
    expect(audioRows.slice(1)).toEqual([1]);
    expect(next.text[TEXT]?.dims).toEqual([5, 1, 2, 1]);
    expect(logits).toHaveLength(50);
  });

  it('get a copy each from a graph that does not share them, which is found out once', async () => {
    const { session, audioRows } = decoder((rows, given) =>
      rows > 1 && given !== rows ? 'broadcast' : null,
    );
    const { model, audio, state } = await started(session);
    const { state: next } = await model.stepRows(audio, state, FIVE, false);
    await model.stepRows(
      audio,
      next,
      [
        { row: 3, token: 1 },
        { row: 0, token: 2 },
      ],
      false,
    );
    expect(audioRows.slice(1)).toEqual([1, 5, 2]);
  });

  it('get no copies where sharing has worked: then memory is short', async () => {
    let isFull = false;
    const { session, audioRows } = decoder(() => (isFull ? 'std::bad_alloc' : null));
    const { model, audio, state } = await started(session);
    const { state: next } = await model.stepRows(audio, state, FIVE, false);
    isFull = true;
    await expect(model.stepRows(audio, next, FIVE, false)).rejects.toThrow('std::bad_alloc');
    expect(audioRows.slice(1)).toEqual([1, 1]);
  });
});
