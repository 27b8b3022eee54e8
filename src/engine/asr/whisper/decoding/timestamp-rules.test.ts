import { describe, expect, it } from 'vitest';
import { smallWhisper } from '../../../../../tests/fakes/whisper-config.ts';
import { timedSegments } from './timed-segments.ts';
import { applyTimestampRules } from './timestamp-rules.ts';

/** Text tokens 0–9, end 10, start 11, no-timestamps 12, then times from 13: 13 is 0.00 s. */
const config = {
  ...smallWhisper,
  suppressed: [3, 11],
  suppressedFirst: [4, 10],
  textPositions: 448,
  maxInitialTimestamp: 2,
};

/** Ids still allowed if all were equally likely except the raised ones. */
function allowed(said: number[], raised: Record<number, number> = {}, maxInitial = 2): number[] {
  const logits = new Float32Array(20);
  for (const [id, logit] of Object.entries(raised)) logits[Number(id)] = logit;
  applyTimestampRules(logits, said, config, maxInitial);
  return [...logits.keys()].filter((id) => logits[id] !== Number.NEGATIVE_INFINITY);
}

describe('timestamp rules', () => {
  it('a text starts with a timestamp, no later than allowed', () => {
    expect(allowed([])).toEqual([13, 14, 15]);
    expect(allowed([], {}, 4)).toEqual([13, 14, 15, 16, 17]);
  });

  it('after the first timestamp comes text or the end', () => {
    expect(allowed([13])).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('after text and a timestamp comes the second of the pair, or the end', () => {
    expect(allowed([13, 1, 15], { 10: 9 })).toEqual([10, 15, 16, 17, 18, 19]);
  });

  it('after a pair comes text', () => {
    expect(allowed([13, 1, 15, 15], { 1: 1 })).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('timestamps do not go back, and no segment is empty', () => {
    expect(allowed([13, 1, 16, 16, 2], { 5: 9 })).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 17, 18, 19]);
  });

  it('a timestamp comes if all together are likelier than any text', () => {
    expect(allowed([13, 1])).toEqual([14, 15, 16, 17, 18, 19]);
    expect(allowed([13, 1], { 2: 3 })).toContain(2);
  });

  it('suppressed tokens never come', () => {
    expect(allowed([13], { 3: 50 })).not.toContain(3);
  });
});

describe('timed segments', () => {
  it('are the texts between timestamps, the last one without an end if the model wrote none', () => {
    expect(timedSegments([13, 1, 2, 18, 18, 5, 23, 28, 6], 13)).toEqual([
      { tokens: [1, 2], start: 0, end: 0.1 },
      { tokens: [5], start: 0.1, end: 0.2 },
      { tokens: [8], start: 0.3, end: null },
    ]);
    expect(timedSegments([13], 13)).toEqual([]);
  });
});
