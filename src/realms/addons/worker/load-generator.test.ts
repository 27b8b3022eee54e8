import { describe, expect, it, vi } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import type { Device } from '../../../engine/onnx/device.ts';
import type { LoadedTextGenerator } from '../../../language/text/text-generator.ts';
import type { WrittenText } from '../../../language/text/text-models.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { inEnglish, msg } from '../../../lib/errors/msg.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { loadGenerator } from './load-generator.ts';

const text = (written: string, ended: WrittenText['ended'] = 'itself'): WrittenText => ({
  text: written,
  ended,
});

/** A device that writes the given output or throws the given error. */
function device(...written: (WrittenText | Error)[]) {
  let asked = 0;
  const dispose = vi.fn(async () => undefined);
  const generator: LoadedTextGenerator = {
    contextTokens: 100,
    countTokens: (counted) => counted.length,
    dispose,
    async generate(_, { signal }) {
      signal?.throwIfAborted();
      const next = written[Math.min(asked++, written.length - 1)] ?? text('');
      if (next instanceof Error) throw next;
      return next;
    },
  };
  return { generator, dispose };
}

const on = (device: Device): DeviceChoice => ({
  device,
  threads: 1,
  reason: msg``,
  fits: true,
  filesOf: device,
});

/** A GPU and the CPU beside it; null if the model does not run there. */
function start(gpu: ReturnType<typeof device> | Error, wasm: ReturnType<typeof device> | null) {
  const reasons: string[] = [];
  const generator = loadGenerator({
    title: 'Qwen',
    async choose(withoutGpu) {
      if (withoutGpu === undefined) return on('webgpu');
      reasons.push(inEnglish(withoutGpu));
      if (!wasm) throw new AppError('model_missing', msg`It runs nowhere else.`);
      return on('wasm');
    },
    async load({ device }) {
      const loaded = device === 'webgpu' ? gpu : wasm;
      if (!loaded || loaded instanceof Error) throw loaded ?? new Error('It runs nowhere else.');
      return loaded.generator;
    },
  });
  const ask = async (signal?: AbortSignal) =>
    (await generator).generate([{ role: 'user', content: 'Who?' }], {
      maximumTokens: 9,
      ...(signal && { signal }),
    });
  return { ask, reasons };
}

vi.spyOn(console, 'error').mockImplementation(() => undefined);

describe('a language model on a GPU', () => {
  it('stays there as long as it works', async () => {
    const { ask, reasons } = start(device(text('Anna.')), device(text('Nobody.')));
    expect([await ask(), await ask()]).toEqual([text('Anna.'), text('Anna.')]);
    expect(reasons).toEqual([]);
  });

  it.each([
    ['that cannot load it', new Error('lost'), /could not load it/],
    ['that fails', device(new Error('lost')), /failed/],
    ['that gives blank text', device(text('')), /blank or looping/],
    ['that gives looping text', device(text('a a', 'loop')), /blank or looping/],
  ])('%s is replaced by WASM permanently', async (_, gpu, reason) => {
    const { ask, reasons } = start(gpu, device(text('Anna.'), text('')));
    expect([await ask(), await ask()]).toEqual([text('Anna.'), text('')]);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    if (!(gpu instanceof Error)) expect(gpu.dispose).toHaveBeenCalledOnce();
  });

  it('keeps looping text if it runs nowhere else, but reports blank text', async () => {
    expect(await start(device(text('a a', 'loop')), null).ask()).toEqual(text('a a', 'loop'));
    await expect(start(device(text('')), null).ask()).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('does not switch because of an abort or an oversized request', async () => {
    const stopped = start(device(text('Anna.')), device(text('Nobody.')));
    await expect(stopped.ask(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const asked = start(device(new AppError('internal', msg`Too long.`)), device(text('Nobody.')));
    await expect(asked.ask()).rejects.toThrow('Too long.');
    expect([...stopped.reasons, ...asked.reasons]).toEqual([]);
  });

  it.each(
    caseRows<
      [string, string, { read: number; written: number }, { words: number | null; read: number | null }]
    >(import.meta.url, 'tellsHowFast'),
  )('tells how fast it was on which device: %s', async (_, written, tokens, perSecond) => {
    const note = vi.fn();
    const took = { ...tokens, readSeconds: 60, writeSeconds: 3 };
    const generator = device({ ...text(written), took }).generator;
    const loader = { title: 'Qwen', choose: async () => on('wasm'), load: async () => generator };
    const loaded = await loadGenerator(loader, note);
    await loaded.generate([{ role: 'user', content: 'Count.' }], { maximumTokens: 9 });
    expect(note.mock.calls).toEqual([['wasm', perSecond]]);
  });
});
