import { expect, it } from 'vitest';
import { catalogue, findModel, isAsrModel } from './catalogue.ts';
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
