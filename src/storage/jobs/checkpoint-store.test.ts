import { describe, expect, it } from 'vitest';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import { checkpointRecord } from '../database/records.ts';

const job_id = '11111111-1111-4111-8111-111111111111';

const heard: WindowTranscript = { index: 3, channel: 1, start: 60, end: 88.5, segments: [] };

describe('a checkpoint', () => {
  it('keeps who spoke in its window', () => {
    const speakers = {
      pieces: [{ windowStart: 0, fileStart: 60, duration: 28.5 }],
      voices: [
        { vector: [0.6, -0.8], followed: 0, cleanSeconds: 12.5 },
        { vector: null, followed: 1, cleanSeconds: 0 },
      ],
      chunks: [{ frames: [0, 589], speakers: [{ voice: 1, ranges: [[10, 20]] }] }],
      track: { stretchSamples: 25_600, stepSamples: 4096, size: 3, vectors: 'f4EA' },
      models: 'segmentation embedding',
      seconds: 1.5,
      stream: '{}',
    } satisfies WindowTranscript['speakers'];
    const record = { job_id, ...heard, speakers };
    expect(checkpointRecord.parse(record)).toEqual(record);
    const damaged = { ...speakers, track: { ...speakers.track, vectors: 'no vectors' } };
    expect(checkpointRecord.safeParse({ ...record, speakers: damaged }).success).toBe(false);
  });

  it('of an older version, or without speakers, is read as it is', () => {
    expect(checkpointRecord.parse({ job_id, ...heard })).toEqual({ job_id, ...heard });
    expect(checkpointRecord.parse({ job_id, ...heard, speakers: undefined })).toEqual({ job_id, ...heard });
  });
});
