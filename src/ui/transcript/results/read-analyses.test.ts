import { afterEach, describe, expect, it } from 'vitest';
import { ENTITY_GROUPS } from '../../../addons/pii_redaction/entity-groups.ts';
import { EMOTIONS } from '../../../addons/sentiment_analysis/emotions.ts';
import { ENTITY_LABELS } from '../../../contract/transcripts/entity-labels.ts';
import { PII_ENTITY_TYPES } from '../../../contract/transcripts/pii-entity-type.ts';
import { takeTextsFrom } from '../../texts/texts.ts';
import { countSentiments, groupEntities, readSentiments, sentimentLabel } from './read-analyses.ts';
import { FEELINGS } from './sentiment-labels.ts';

afterEach(() => takeTextsFrom(() => ({ language: 'en', catalogue: {} })));

it('types and feelings are in the language of the interface; types of other models keep their words', () => {
  const catalogue = { City: 'Stadt', Positive: 'Positiv', Joy: 'Freude' };
  takeTextsFrom(() => ({ language: 'de', catalogue }));
  const named = ['LOCATION_CITY', 'BOAT_NAME'].map((entity_type) => ({
    entity_type,
    text: 'Ada',
    start: 0,
    end: 1,
  }));
  expect(groupEntities(named).map(({ label }) => label)).toEqual(['Stadt', 'Boat name']);
  expect(sentimentLabel({ sentiment: 'positive', emotion: 'joy' })).toBe('Positiv, Freude');
  expect(sentimentLabel({ sentiment: 'positive', emotion: 'unknown' })).toBe('Positiv');
});

it('every type and every feeling that an add-on finds has a label', () => {
  const types = PII_ENTITY_TYPES.filter((type) => !Object.hasOwn(ENTITY_GROUPS, type));
  expect(Object.keys(ENTITY_LABELS).toSorted()).toEqual(types.toSorted());
  expect(Object.keys(FEELINGS)).toEqual(expect.arrayContaining([...EMOTIONS]));
});

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
