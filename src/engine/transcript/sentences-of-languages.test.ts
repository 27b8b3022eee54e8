import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { sentencesOf } from './text-sentences.ts';

it.each(caseRows<[string, string[]]>(import.meta.url, 'sentences'))('of %s: %j', (language, sentences) => {
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim());
  // A stroke of India is followed by the next sentence at once, or by a space.
  const text = sentences.join(language === 'hi' ? ' ' : '');
  expect(trimmed(sentencesOf(text, language)), text).toEqual(trimmed(sentences));
});
