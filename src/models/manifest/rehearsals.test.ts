import { expect, it } from 'vitest';
import { catalogue, findModel, isAsrModel } from './catalogue.ts';
import { purposeOf } from './model-purpose.ts';
import { rehearsals, rehearsedSpeed } from './rehearsals.ts';

it('were made of every transducer that is offered first on the CPU, and each was faster than the speech', () => {
  const first = catalogue.filter(
    (model) =>
      isAsrModel(model) &&
      model.engine === 'transducer' &&
      model.offeredFirstOn.includes('wasm') &&
      model.devices.includes('wasm'),
  );
  expect(first.length).toBeGreaterThan(1);
  for (const { id } of first) expect(rehearsedSpeed(id, 'wasm') ?? 0, id).toBeGreaterThan(1);
});

/** Models without a rehearsal, and why; docs/rehearsals.md says more. */
const WITHOUT: Readonly<Record<string, string>> = {
  'whisper-base': 'runs with its weights in the tests',
  'pyannote-segmentation-3.0': 'runs with its weights in the tests',
  'rampart-pii': 'runs with its weights in the tests',
  'zipformer-en-20m': 'as the bundled one, which runs in the tests',
  'parakeet-tdt-0.6b-v3': 'as Parakeet Ultra',
  'whisper-tiny': 'as Whisper base, and smaller',
  'whisper-small': 'was loaded only',
  'punctuation-88': 'as Multilingual NER, with a larger vocabulary',
  'qwen3-0.6b': 'was loaded only',
  'privacy-filter': 'no exporter writes its graph',
  'all-minilm-l6-v2': 'runs with its weights in the tests',
  'language-detection': 'nothing asks it',
};

it('were made of every model that people can download for the CPU, or there is a reason', () => {
  const offered = catalogue.filter(
    (model) =>
      model.source !== null &&
      model.devices.includes('wasm') &&
      purposeOf(model) !== null &&
      // The engine of Mozilla's translators runs in the tests.
      model.engine !== 'marian' &&
      // One of them represents the others.
      !model.id.startsWith('opus-mt-'),
  );
  expect(offered.length).toBeGreaterThan(15);
  const isRehearsed = ({ id }: { id: string }) => id in rehearsals && !('failure' in (rehearsals[id] ?? {}));
  expect(offered.filter((model) => !isRehearsed(model)).map(({ id }) => id)).toEqual(
    offered.filter(({ id }) => id in WITHOUT).map(({ id }) => id),
  );
  expect('opus-mt-en-fr' in rehearsals).toBe(true);
});

it('took no more memory than the manifest says before a download', () => {
  const entries = Object.entries(rehearsals);
  expect(entries.length).toBeGreaterThan(1);
  for (const [id, result] of entries) {
    const { needs } = findModel(id);
    if (!('failure' in result)) expect((needs.memoryGb ?? 0) * 1000, id).toBeGreaterThan(result.peakMb);
  }
});

it('have no speed where nothing was measured', () => {
  expect(rehearsedSpeed('whisper-base', 'wasm')).toBeNull();
  expect(rehearsedSpeed('parakeet-ultra', 'webgpu')).toBeNull();
});
