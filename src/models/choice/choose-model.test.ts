import { describe, expect, it } from 'vitest';
import { inEnglishOf } from '../../../tests/fakes/in-english-of.ts';
import { ANY_OWN } from '../../contract/jobs/own-model-id.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { Capabilities } from '../device/capabilities.ts';
import { catalogue } from '../manifest/catalogue.ts';
import type { Device } from '../manifest/manifest.ts';
import { filesFor } from '../manifest/manifest-files.ts';
import type { Installation } from '../store/installations.ts';
import { type ChoiceInput, chooseFrom } from './choose-model.ts';

const PLAIN: Capabilities = {
  webgpu: { supported: false, reason: msg`this browser does not support WebGPU` },
  threading: { supported: true },
  hardwareConcurrency: 8,
  jspi: true,
  memoryGb: 8,
};
const WITH_GPU: Capabilities = {
  ...PLAIN,
  webgpu: { supported: true, adapter: 'acme gpu', shaderF16: true, maxBufferBytes: 2 ** 31 },
};
const RECORDING = {};
const ANY = { languages: [] };

/** Installs models: `id` for all devices, `id@device` for one, `id!` from a supplied folder. */
function input(
  installed: string[],
  capabilities = PLAIN,
  preferred: Record<string, string> = {},
): ChoiceInput {
  const installations = catalogue.map((model): Installation => {
    const entry = installed.find((name) => name.replace(/[@!].*$/, '') === model.id);
    const device = /@(webgpu|wasm)$/.exec(entry ?? '')?.[1];
    const devices = entry === undefined ? [] : model.devices.filter((on) => !device || on === device);
    const paths = devices.flatMap((on: Device) => filesFor(model, on).map((file) => file.path));
    const available = new Set(paths);
    return {
      model,
      stored: new Map(),
      served: available,
      inParts: new Map(),
      available,
      given: entry?.endsWith('!') ?? false,
    };
  });
  return { installations, capabilities, preferred };
}

/** The same where the app's own address has a model in parts, which this browser has yet to store. */
function withShipped(given: ChoiceInput, id = 'whisper-base-q8'): ChoiceInput {
  const installations = given.installations.map((one) =>
    one.model.id === id
      ? {
          ...one,
          served: new Set(one.model.files.map(({ path }) => path)),
          inParts: new Map([['onnx/decoder_model_merged_quantized.onnx', 3]]),
        }
      : one,
  );
  return { ...given, installations };
}

const idOf = (choice: ReturnType<typeof chooseFrom>) => (choice.installed ? choice.model.id : null);

/** A model of the user's own, installed beside the others. */
/** @param isServed with the app, by its operator; otherwise imported on this device */
function withOwn(given: ChoiceInput, isServed = false): ChoiceInput {
  const base = catalogue.find(({ id }) => id === 'whisper-base');
  if (base?.engine !== 'whisper') throw new Error('The manifest has no Whisper base.');
  const model = {
    ...base,
    id: 'mine',
    folder: 'mine',
    source: null,
    own: true as const,
    rank: { webgpu: 0.5, wasm: 0.5 },
  };
  const paths = new Set(model.files.map(({ path }) => path));
  const own = {
    model,
    stored: new Map(),
    served: paths,
    inParts: new Map(),
    available: paths,
    given: isServed,
  };
  return { ...given, installations: [...given.installations, own] };
}

describe('a model of the user’s own', () => {
  it('runs where the app is served with it and there is no other', () => {
    expect(idOf(chooseFrom(withOwn(input([]), true), 'stt-1', ANY, RECORDING))).toBe('mine');
    expect(idOf(chooseFrom(withOwn(input(['whisper-tiny']), true), 'stt-1', ANY, RECORDING))).toBe(
      'whisper-tiny',
    );
  });

  it('otherwise runs only where the request or the settings name it', () => {
    const alone = withOwn(input([]));
    expect(inEnglishOf(chooseFrom(alone, 'stt-1', ANY, RECORDING))).toMatchObject({
      installed: false,
      offer: { modelId: 'whisper-base' },
      reason: expect.stringMatching(/Choose Whisper base in the list of models to use your own\.$/),
    });
    expect(idOf(chooseFrom(withOwn(input(['whisper-tiny'])), 'stt-fusion', ANY, RECORDING))).toBe(
      'whisper-tiny',
    );
    expect(idOf(chooseFrom({ ...alone, preferred: { 'stt-1': 'mine' } }, 'stt-1', ANY, RECORDING))).toBe(
      'mine',
    );
    const both = withOwn(input(['whisper-tiny']));
    expect(idOf(chooseFrom(both, 'stt-1', ANY, RECORDING))).toBe('whisper-tiny');
    expect(idOf(chooseFrom(both, 'stt-1', ANY, { ...RECORDING, named: 'mine' }))).toBe('mine');
    const preferred = { ...both, preferred: { 'stt-1': 'mine' } };
    expect(idOf(chooseFrom(preferred, 'stt-1', ANY, RECORDING))).toBe('mine');
  });

  it('comes before all others where the settings prefer the user’s own', () => {
    const preferring = (given: ChoiceInput) => ({ ...withOwn(given), preferred: { 'stt-1': ANY_OWN } });
    for (const installed of [[], ['whisper-base'], ['mini-whisper!']])
      expect(idOf(chooseFrom(preferring(input(installed)), 'stt-1', ANY, RECORDING))).toBe('mine');
    const without = input(['whisper-base'], PLAIN, { 'stt-1': ANY_OWN });
    expect(idOf(chooseFrom(without, 'stt-1', ANY, RECORDING))).toBe('whisper-base');
  });

  it('is missing if it was removed after it was named', () => {
    expect(() => chooseFrom(input(['whisper-tiny']), 'stt-1', ANY, { ...RECORDING, named: 'mine' })).toThrow(
      '"mine" is no longer installed',
    );
  });
});

describe('choosing a model for stt-1', () => {
  it('offers Whisper base, with its size, if nothing is installed and there is no GPU', () => {
    const choice = chooseFrom(input([]), 'stt-1', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: false,
      offer: { modelId: 'whisper-base', title: 'Whisper base', bytes: 79_641_437 },
      reason: 'No speech model for stt-1 is installed. Download Whisper base (80 MB).',
    });
  });

  it('offers Whisper small on a GPU', () => {
    const choice = chooseFrom(input([], WITH_GPU), 'stt-1', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: false,
      offer: { modelId: 'whisper-small', bytes: 512_357_156 },
    });
  });

  it('offers what a small device can hold', () => {
    const choice = chooseFrom(input([], { ...PLAIN, memoryGb: 1 }), 'stt-1', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({ installed: false, offer: { modelId: 'whisper-tiny' } });
  });

  it('offers a model with a reason if none fits the device', () => {
    const choice = chooseFrom(input([], { ...PLAIN, memoryGb: 0.25 }), 'stt-1', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: false,
      reason: expect.stringContaining('of memory'),
    });
  });

  it('takes the best-ranked installed model for the device', () => {
    const installed = ['whisper-tiny', 'whisper-base', 'whisper-small'];
    expect(idOf(chooseFrom(input(installed), 'stt-1', ANY, RECORDING))).toBe('whisper-base');
    expect(idOf(chooseFrom(input(installed, WITH_GPU), 'stt-1', ANY, RECORDING))).toBe('whisper-small');
  });

  it('runs what is installed for WASM although there is a GPU', () => {
    const choice = chooseFrom(input(['whisper-base@wasm'], WITH_GPU), 'stt-1', ANY, RECORDING);
    expect(idOf(choice)).toBe('whisper-base');
  });

  it('runs files made for the GPU on WASM when the GPU is gone', () => {
    expect(idOf(chooseFrom(input(['whisper-small@webgpu']), 'stt-1', ANY, RECORDING))).toBe('whisper-small');
  });

  it('prefers the user’s choice to a better rank', () => {
    const wanting = input(['whisper-tiny', 'whisper-base'], PLAIN, { 'stt-1': 'whisper-tiny' });
    expect(idOf(chooseFrom(wanting, 'stt-1', ANY, RECORDING))).toBe('whisper-tiny');
  });

  it("forgets the user's choice once it is deleted", () => {
    const wanting = input(['whisper-base'], PLAIN, { 'stt-1': 'whisper-tiny' });
    expect(idOf(chooseFrom(wanting, 'stt-1', ANY, RECORDING))).toBe('whisper-base');
  });
});

describe('the miniature', () => {
  it('never serves a user’s own recording', () => {
    expect(chooseFrom(input(['mini-whisper']), 'stt-1', ANY, RECORDING)).toMatchObject({ installed: false });
    const wanting = input(['mini-whisper'], PLAIN, { 'stt-1': 'mini-whisper' });
    expect(chooseFrom(wanting, 'stt-1', ANY, RECORDING)).toMatchObject({ installed: false });
    expect(chooseFrom(input(['mini-whisper']), 'stt-fusion', ANY, RECORDING)).toMatchObject({
      installed: false,
    });
  });

  it('serves stt-1 if its folder was supplied', () => {
    expect(idOf(chooseFrom(input(['mini-whisper!']), 'stt-1', ANY, RECORDING))).toBe('mini-whisper');
  });

  it('comes after each other model of the folder, also one that is too large for the device', () => {
    const folder = withOwn(input(['mini-whisper!']), true);
    expect(idOf(chooseFrom(folder, 'stt-1', ANY, RECORDING))).toBe('mine');
    const large = input(['mini-whisper!', 'whisper-large-v3-turbo'], { ...PLAIN, memoryGb: 0.5 });
    expect(idOf(chooseFrom(large, 'stt-1', ANY, RECORDING))).toBe('whisper-large-v3-turbo');
    const both = input(['mini-whisper!', 'zipformer-gigaspeech-3.3m!']);
    expect(idOf(chooseFrom(both, 'stt-fusion', ANY, RECORDING))).toBe('zipformer-gigaspeech-3.3m');
  });

  it('does not serve an unsupported language', () => {
    const choice = chooseFrom(input(['mini-whisper!']), 'stt-1', { languages: ['ja'] }, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: false,
      reason: expect.stringContaining('do not know ja'),
    });
  });
});

describe('models for timing', () => {
  it('are never chosen automatically, only by name', () => {
    const installed = ['bench-whisper-tiny!', 'bench-whisper-base!'];
    expect(chooseFrom(input(installed), 'stt-1', ANY, RECORDING)).toMatchObject({ installed: false });
    const wanting = input(installed, PLAIN, { 'stt-1': 'bench-whisper-tiny' });
    expect(idOf(chooseFrom(wanting, 'stt-1', ANY, RECORDING))).toBe('bench-whisper-tiny');
  });
});

describe('choosing a model for stt-3', () => {
  it('uses parakeet if it is installed, without a note', () => {
    const choice = chooseFrom(input(['parakeet-tdt-0.6b-v3', 'zipformer-en-20m']), 'stt-3', ANY, RECORDING);
    expect(choice).toEqual({
      installed: true,
      model: expect.objectContaining({ id: 'parakeet-tdt-0.6b-v3' }),
    });
  });

  it('uses parakeet’s GPU version where both are installed and there is a GPU', () => {
    const both = ['parakeet-tdt-0.6b-v3', 'parakeet-tdt-0.6b-v3-fp16'];
    const on = (capabilities: typeof PLAIN) =>
      idOf(chooseFrom(input(both, capabilities), 'stt-3', ANY, RECORDING));
    expect(on(WITH_GPU)).toBe('parakeet-tdt-0.6b-v3-fp16');
    expect(on(PLAIN)).toBe('parakeet-tdt-0.6b-v3');
  });

  it('offers Parakeet Ultra first, for the GPU where there is one, and the small one where memory is short', () => {
    const offered = (capabilities: Capabilities) =>
      chooseFrom(input([], capabilities), 'stt-3', { languages: ['de'] }, RECORDING);
    expect(offered(PLAIN)).toMatchObject({ offer: { modelId: 'parakeet-ultra' } });
    expect(offered(WITH_GPU)).toMatchObject({ offer: { modelId: 'parakeet-ultra-fp16' } });
    expect(offered({ ...PLAIN, memoryGb: 4 })).toMatchObject({ offer: { modelId: 'parakeet-redux' } });
    expect(offered({ ...PLAIN, memoryGb: 2 })).toMatchObject({ offer: { modelId: 'parakeet-redux' } });
  });

  it('serves languages that stt-3 does not promise with a model that knows them', () => {
    const choice = chooseFrom(input(['parakeet-ultra']), 'stt-3', { languages: ['pl'] }, RECORDING);
    expect(choice).toEqual({ installed: true, model: expect.objectContaining({ id: 'parakeet-ultra' }) });
  });

  it('lets a smaller model serve English, and says so', () => {
    const choice = chooseFrom(input(['zipformer-gigaspeech-3.3m!']), 'stt-3', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: true,
      model: { id: 'zipformer-gigaspeech-3.3m' },
      note: 'stt-3 ran on Zipformer English 3.3M, which knows only en; fr, de, es, it needs another model. Download Parakeet Ultra for the others.',
    });
  });

  it('needs no note if only English was requested', () => {
    const choice = chooseFrom(
      input(['zipformer-gigaspeech-3.3m!']),
      'stt-3',
      { languages: ['en'] },
      RECORDING,
    );
    expect(choice).toEqual({
      installed: true,
      model: expect.objectContaining({ id: 'zipformer-gigaspeech-3.3m' }),
    });
  });

  it('offers parakeet if English is excluded', () => {
    const choice = chooseFrom(
      input(['zipformer-gigaspeech-3.3m!']),
      'stt-3',
      { languages: ['de'] },
      RECORDING,
    );
    expect(inEnglishOf(choice)).toMatchObject({
      installed: false,
      offer: { modelId: 'parakeet-ultra', title: 'Parakeet Ultra', bytes: 902_000_000 },
      reason: 'The models installed for stt-3 do not know de. Download Parakeet Ultra (about 902 MB).',
    });
  });

  it('prefers the larger of two drafts', () => {
    const choice = chooseFrom(
      input(['zipformer-gigaspeech-3.3m!', 'zipformer-en-20m']),
      'stt-3',
      ANY,
      RECORDING,
    );
    expect(idOf(choice)).toBe('zipformer-en-20m');
  });
});

describe('choosing a model for stt-fusion', () => {
  it('uses the models of both engines [§2.5 stt-fusion is accepted]', () => {
    const choice = chooseFrom(input(['whisper-base', 'parakeet-tdt-0.6b-v3']), 'stt-fusion', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: true,
      model: { id: 'whisper-base' },
      second: { id: 'parakeet-tdt-0.6b-v3' },
    });
  });

  it('falls back to stt-1 for languages only it knows', () => {
    const both = input(['whisper-base', 'parakeet-tdt-0.6b-v3']);
    const choice = chooseFrom(both, 'stt-fusion', { languages: ['ja'] }, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({ installed: true, model: { id: 'whisper-base' } });
    expect(choice).not.toHaveProperty('second');
    const mixed = chooseFrom(both, 'stt-fusion', { languages: ['ja', 'fr'] }, RECORDING);
    expect(mixed).toHaveProperty('second');
  });

  it('runs stt-1’s alone if no model for stt-3 is installed, and says so', () => {
    const choice = chooseFrom(input(['whisper-base']), 'stt-fusion', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({
      installed: true,
      model: { id: 'whisper-base' },
      note: expect.stringMatching(/Whisper base.* alone: .*stt-3.*Download/),
    });
    expect(choice).not.toHaveProperty('second');
  });

  it("falls back to stt-3's, and says both things", () => {
    const choice = chooseFrom(input(['zipformer-en-20m']), 'stt-fusion', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({ installed: true, model: { id: 'zipformer-en-20m' } });
    expect(inEnglishOf(choice).note).toMatch(/no model for stt-1 is installed.*knows only en/);
  });

  it('waits for stt-1’s if the only installed one is stt-3’s and does not know the language', () => {
    for (const installed of ['zipformer-en-20m', 'parakeet-tdt-0.6b-v3']) {
      const choice = chooseFrom(input([installed]), 'stt-fusion', { languages: ['ja'] }, RECORDING);
      expect(inEnglishOf(choice)).toMatchObject({ installed: false, offer: { modelId: 'whisper-base' } });
    }
  });

  it('offers stt-1’s if nothing is installed', () => {
    const choice = chooseFrom(input([]), 'stt-fusion', ANY, RECORDING);
    expect(inEnglishOf(choice)).toMatchObject({ installed: false, offer: { modelId: 'whisper-base' } });
  });
});

describe('the model that is part of the app', () => {
  const offerIn = (given: ChoiceInput, languages: string[] = []) => {
    const choice = chooseFrom(given, 'stt-1', { languages }, RECORDING);
    return choice.installed ? null : choice;
  };

  it.each([PLAIN, WITH_GPU])('is what comes before every download, in any language', (capabilities) => {
    for (const languages of [[], ['cy'], ['de', 'fr']]) {
      const choice = offerIn(withShipped(input([], capabilities)), languages);
      expect(choice?.offer).toEqual({
        modelId: 'whisper-base-q8',
        title: 'Whisper base',
        bytes: 75_745_708,
        fits: true,
        shipped: true,
      });
      expect(inEnglishOf(choice ?? {})).toMatchObject({
        reason: 'Whisper base is part of the app and is fetched first (76 MB).',
      });
    }
  });

  it('runs once it is stored, and comes after a larger one that a person installed', () => {
    expect(idOf(chooseFrom(input(['whisper-base-q8']), 'stt-1', ANY, RECORDING))).toBe('whisper-base-q8');
    for (const larger of ['whisper-small', 'whisper-base'])
      expect(idOf(chooseFrom(input([larger, 'whisper-base-q8']), 'stt-1', ANY, RECORDING))).toBe(larger);
    expect(idOf(chooseFrom(withShipped(input(['whisper-small'])), 'stt-1', ANY, RECORDING))).toBe(
      'whisper-small',
    );
  });

  it('is not fetched by a device that cannot hold it', () => {
    expect(offerIn(withShipped(input([], { ...PLAIN, memoryGb: 1 })))?.offer).not.toHaveProperty('shipped');
  });

  it('is offered as a download where the app comes without it', () => {
    expect(offerIn(input([]))?.offer).toMatchObject({ modelId: 'whisper-base' });
  });

  it('can be named, before and after it is stored', () => {
    const named = (given: ChoiceInput) => chooseFrom(given, 'stt-1', ANY, { named: 'whisper-base-q8' });
    expect(idOf(named(input(['whisper-base-q8', 'whisper-small'])))).toBe('whisper-base-q8');
    expect(named(withShipped(input(['whisper-small'])))).toMatchObject({ offer: { shipped: true } });
    expect(() => named(input([]))).toThrow('no longer installed');
  });
});
