import { describe, expect, it } from 'vitest';
import { msg } from '../../lib/errors/msg.ts';
import type { Capabilities } from '../device/capabilities.ts';
import { catalogue } from '../manifest/catalogue.ts';
import type { Installation } from '../store/installations.ts';
import { chooseDiarizationFrom } from './choose-diarization.ts';

const CAPABILITIES: Capabilities = {
  webgpu: { supported: false, reason: msg`this browser does not support WebGPU` },
  threading: { supported: true },
  hardwareConcurrency: 8,
  jspi: true,
  memoryGb: 8,
};

function choose(...installed: string[]) {
  const installations = catalogue.map((model): Installation => {
    const paths = installed.includes(model.id) ? model.files.map(({ path }) => path) : [];
    const available = new Set(paths);
    return { model, stored: new Map(), served: available, inParts: new Map(), available, given: false };
  });
  const chosen = chooseDiarizationFrom(installations, CAPABILITIES);
  return [(chosen.sortformer ?? chosen.segmentation).id, chosen.embedding?.id ?? null];
}

const SMALL = ['pyannote-segmentation-3.0-int8', 'speaker-lstm-256'];
const FULL = ['pyannote-segmentation-3.0', 'wespeaker-resnet34'];

describe('models for diarization', () => {
  it('are the best installed ones', () => {
    expect(choose(...SMALL)).toEqual(SMALL);
    expect(choose(...SMALL, ...FULL)).toEqual(FULL);
    expect(choose('pyannote-segmentation-3.0-int8', 'wespeaker-resnet34')).toEqual([
      'pyannote-segmentation-3.0-int8',
      'wespeaker-resnet34',
    ]);
  });

  it('are the one for eight people where it is installed, with the best one for voices', () => {
    expect(choose(...SMALL, ...FULL, 'nemotron-3-diarization')).toEqual([
      'nemotron-3-diarization',
      'wespeaker-resnet34',
    ]);
    expect(choose('nemotron-3-diarization')).toEqual(['nemotron-3-diarization', null]);
  });

  it.each([
    [[], 'diarization needs Pyannote segmentation 3.0 and WeSpeaker ResNet34.'],
    [['pyannote-segmentation-3.0'], 'needs WeSpeaker ResNet34.'],
    [['speaker-lstm-256'], 'needs Pyannote segmentation 3.0.'],
  ])('are named if they are missing: %j', (installed, message) => {
    expect(() => choose(...installed)).toThrow(message);
    expect(() => choose(...installed)).toThrow(
      expect.objectContaining({ code: 'model_missing', status: 503 }),
    );
  });
});
