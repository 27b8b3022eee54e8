import { describe, expect, it } from 'vitest';
import type { PoolViewMember } from '../../contract/realms/pool-view.ts';
import { msg } from '../../lib/errors/msg.ts';
import { catalogue, isAsrModel } from '../../models/manifest/catalogue.ts';
import { deviceClassOf } from './able-to.ts';
import { capabilityOf } from './pool-spec.ts';

const member = (facts: Partial<PoolViewMember>): PoolViewMember => ({
  id: 'a',
  name: 'A',
  models: ['stt-1'],
  device: 'webgpu',
  job: null,
  done: 0,
  failed: 0,
  seconds: 0,
  failure: null,
  busy: 0,
  since: '2026-01-01T00:00:00Z',
  present: true,
  ...facts,
});

function choiceOf(id: string) {
  const model = catalogue.find((one) => one.id === id);
  if (!model || !isAsrModel(model)) throw new Error(`${id} is no speech model of the catalogue.`);
  return { installed: true as const, model };
}

describe('the device class of a pool job', () => {
  const large = choiceOf('whisper-large-v3-turbo');

  it('is webgpu where its model runs here on a GPU alone, and a device of the pool has one', () => {
    expect(deviceClassOf(large, 'stt-1', [member({})])).toBe('webgpu');
    expect(deviceClassOf(large, 'automatic', [member({ models: ['stt-3'] })])).toBe('webgpu');
  });

  it.each([
    ['no device has a GPU', [member({ device: 'wasm' })]],
    ['the one that has was not heard of lately', [member({ present: false })]],
    ['the one that has runs another engine', [member({ models: ['stt-3'] })]],
  ])('is wasm where %s', (_, members) => {
    expect(deviceClassOf(large, 'stt-1', members)).toBe('wasm');
  });

  it('is wasm where its model runs on CPUs, too, or none is installed here', () => {
    expect(deviceClassOf(choiceOf('whisper-base'), 'stt-1', [member({})])).toBe('wasm');
    const offer = { modelId: 'whisper-base', title: 'Whisper base', bytes: 1, fits: true };
    const missing = { installed: false as const, offer, reason: msg``, remedy: msg`` };
    expect(deviceClassOf(missing, 'stt-1', [member({})])).toBe('wasm');
  });

  it('is part of the capability beside engine and language', () => {
    const params = { model: 'stt-1', language_config: { languages: ['de'], code_switching: false } };
    const job = { params: params as Parameters<typeof capabilityOf>[0]['params'] };
    expect(capabilityOf(job, 'webgpu')).toEqual({ engine: 'stt-1', language: 'de', device: 'webgpu' });
  });
});
