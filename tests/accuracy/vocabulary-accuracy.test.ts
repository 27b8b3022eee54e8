import { describe, expect, it } from 'vitest';
import { applyVocabulary } from '../../src/addons/custom_vocabulary/run.ts';
import ordinaryText from './vocabulary/ordinary-text.json' with { type: 'json' };
import {
  fixedNumbers,
  rightConfidence,
  spokenWords,
  textOf,
  wrongConfidence,
} from './vocabulary/spoken-words.ts';
import { TERMS } from './vocabulary/term-lists.ts';

const vocabularyOf = (language: string) => (TERMS[language] ?? []).map(({ value }) => value);

describe('a custom vocabulary at the default intensity', () => {
  it.each(Object.entries(ordinaryText))(
    'replaces less than 0.3 % of the words of talk without its terms: %s',
    async (language, text) => {
      const number = fixedNumbers(21);
      const words = spokenWords(text.split(/\s+/u), () => rightConfidence(number));
      const written = new Set(await applyVocabulary(words, language, { vocabulary: vocabularyOf(language) }));
      const replaced = words.filter((word) => !written.has(word));
      expect(words.length).toBeGreaterThan(250);
      expect(replaced.length / words.length).toBeLessThan(0.003);
    },
  );

  it.each(Object.keys(TERMS))(
    'finds at least four of five terms that were mis-heard: %s',
    async (language) => {
      const number = fixedNumbers(23);
      const said = (TERMS[language] ?? []).flatMap(({ value, heardAs }) =>
        heardAs.map((heard) => ({ value, heard })),
      );
      let found = 0;
      for (const { value, heard } of said) {
        const words = spokenWords(heard.split(' '), () => wrongConfidence(number));
        const written = await applyVocabulary(words, language, { vocabulary: vocabularyOf(language) });
        if (textOf(written) === value) found += 1;
      }
      expect(found / said.length).toBeGreaterThan(0.8);
    },
  );
});
