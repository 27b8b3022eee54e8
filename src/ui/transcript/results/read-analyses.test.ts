import { describe, expect, it } from 'vitest';
import { countSentiments, groupEntities, readSentiments } from './read-analyses.ts';

describe('entities of a job', () => {
  it('are grouped by type, each text once with all its times', () => {
    const at = (entity_type: string, text: string, start: number) => ({
      entity_type,
      text,
      start,
      end: start + 1,
    });
    expect(
      groupEntities([at('NAME', 'Emma', 1), at('IP_ADDRESS', '10.0.0.1', 2), at('NAME', 'Emma', 5)]),
    ).toEqual([
      { type: 'NAME', label: 'Name', items: [{ text: 'Emma', times: [1, 5] }] },
      { type: 'IP_ADDRESS', label: 'IP address', items: [{ text: '10.0.0.1', times: [2] }] },
    ]);
  });
});

describe('sentiments of a job', () => {
  const one = { text: 'Yes.', sentiment: 'positive', emotion: 'joy', start: 0, end: 1, channel: 0 };

  it('are read from the JSON string, and counted', () => {
    const read = readSentiments(JSON.stringify([one, { ...one, sentiment: 'neutral' }, one]));
    expect(read).toHaveLength(3);
    expect(countSentiments(read)).toEqual([
      { sentiment: 'positive', count: 2 },
      { sentiment: 'neutral', count: 1 },
    ]);
  });

  it('are empty if the string has another shape', () => {
    expect(readSentiments('')).toEqual([]);
    expect(readSentiments('[{"text":1}]')).toEqual([]);
  });
});
