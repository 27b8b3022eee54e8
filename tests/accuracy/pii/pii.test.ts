import { describe, expect, it } from 'vitest';
import { readLabelledSentences } from './read-labelled-sentences.ts';
import { FORMED, precision, recall, scoreRedaction } from './score-redaction.ts';

const sentences = readLabelledSentences();
const { scores, misses } = scoreRedaction(sentences);
const wronglySeen = scores.filter(({ right, missed }) => right + missed === 0);

describe('personal data in the labelled test set', () => {
  it('is looked for in at least 3,000 sentences of five languages, written and spoken, with hard negatives', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(sentences.map(({ language }) => language)).size).toBe(5);
    expect(new Set(sentences.map(({ form }) => form)).size).toBe(2);
    expect(sentences.filter(({ entity }) => !entity).length).toBeGreaterThanOrEqual(500);
    for (const type of FORMED) expect(scores.map((score) => score.type)).toContain(type);
  });

  it.each(scores.filter(({ type }) => FORMED.has(type)))(
    'has recall ≥ 99 % and precision ≥ 97 % if it has a checksum or a fixed form: $type',
    (score) => {
      expect(recall(score)).toBeGreaterThanOrEqual(0.99);
      expect(precision(score)).toBeGreaterThanOrEqual(0.97);
    },
  );

  it.each(scores.filter(({ type, right, missed }) => !FORMED.has(type) && right + missed > 0))(
    'has recall and precision ≥ 90 % if it is known by context: $type',
    (score) => {
      expect(recall(score)).toBeGreaterThanOrEqual(0.9);
      expect(precision(score)).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('is not found in 99 of 100 sentences without any', () => {
    const negatives = sentences.filter(({ entity }) => !entity).length;
    const seen = misses.filter(({ sentence }) => !sentence.entity).length;
    expect(seen / negatives).toBeLessThanOrEqual(0.01);
    expect(wronglySeen.reduce((sum, { wrong }) => sum + wrong, 0)).toBeLessThanOrEqual(
      sentences.length / 100,
    );
  });
});
