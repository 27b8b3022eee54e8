import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { applyVocabulary } from './run.ts';
import type { CustomVocabularyConfig } from './schema.ts';

const SURE = 0.93;
const UNSURE = 0.5;

/** Words of a text as recognised, all with the same confidence. */
const heard = (text: string, confidence = UNSURE): RecognisedWord[] =>
  (text.match(/\s*\S+/gu) ?? []).map((word, index) => ({
    word,
    start: index * 0.5,
    end: index * 0.5 + 0.4,
    confidence,
  }));
const textOf = (words: readonly RecognisedWord[]) => words.map(({ word }) => word).join('');

interface Case {
  confidence?: number;
  language?: string;
}
const apply = async (
  text: string,
  config: CustomVocabularyConfig,
  { confidence = UNSURE, language = 'en' }: Case = {},
) => textOf(await applyVocabulary(heard(text, confidence), language, config));
const terms = (...vocabulary: CustomVocabularyConfig['vocabulary']): CustomVocabularyConfig => ({
  vocabulary,
});

describe('custom vocabulary', () => {
  it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'found'))(
    'finds %s',
    async (_, text, vocabulary, expected) => {
      expect(await apply(text, terms(...vocabulary))).toBe(expected);
    },
  );

  it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'dots'))(
    'keeps the dots of a term %s',
    async (_, text, vocabulary, expected) => {
      for (const confidence of [UNSURE, SURE]) {
        expect(await apply(text, terms(...vocabulary), { confidence })).toBe(expected);
      }
    },
  );

  it.each(caseRows<[string, string]>(import.meta.url, 'leavesNeighbourTerm'))(
    'leaves the neighbour of a term that sounds like it: %s',
    async (text, term) => {
      for (const confidence of [UNSURE, SURE]) {
        expect(await apply(text, terms(term), { confidence })).toBe(text);
      }
    },
  );

  it.each(caseRows<[string, string]>(import.meta.url, 'leavesOrdinaryWord'))(
    'leaves an ordinary word behind an article: %s',
    async (text, term) => {
      for (const confidence of [UNSURE, SURE]) {
        expect(await apply(text, terms(term), { confidence })).toBe(text);
      }
    },
  );

  it('takes an ordinary word for a name elsewhere, for its other spelling, and eagerly', async () => {
    expect(await apply('we met mat there', terms('Matt'))).toBe('we met Matt there');
    expect(await apply('the git repo', terms('Git'))).toBe('the Git repo');
    expect(await apply('the mold', terms('mould'))).toBe('the mould');
    expect(await apply('the mat', terms({ value: 'Matt', intensity: 1 }))).toBe('the Matt');
  });

  it('writes the case of the entry, however confident the recogniser was', async () => {
    const config = terms('GitLab', 'kubectl');
    expect(await apply('Gitlab, GITLAB and Kubectl', config, { confidence: 1 })).toBe(
      'GitLab, GitLab and kubectl',
    );
  });

  it('joins no words across punctuation or a pause', async () => {
    expect(await apply('the git. lab works', terms('GitLab'))).toBe('the git. lab works');
    const words = heard('git lab');
    const apart = words.map((word, index) => ({ ...word, start: word.start + index, end: word.end + index }));
    expect(textOf(await applyVocabulary(apart, 'en', terms('GitLab')))).toBe('git lab');
  });

  it('replaces uncertain words sooner', async () => {
    const config = terms('Kubernetes');
    const spoken = 'cooper netties is hard';
    expect(await apply(spoken, config)).toBe('Kubernetes is hard');
    expect(await apply(spoken, config, { confidence: SURE })).toBe(spoken);
  });

  it('leaves common words alone', async () => {
    const text = 'who will come with us and what may it be';
    const config = terms('Will', 'Kam', 'Witt', 'Watt', 'IT', 'May', 'Ann');
    expect(await apply(text, config, { confidence: SURE })).toBe(text);
  });

  it('keeps the times if the number of words is the same, and merges them if it is lower', async () => {
    const words = heard('acme clout run by git lab');
    const written = await applyVocabulary(words, 'en', terms('Acme Cloud Run', 'GitLab'));
    expect(written.map(({ word }) => word.trim())).toEqual(['Acme', 'Cloud', 'Run', 'by', 'GitLab']);
    expect(written.slice(0, 4).map(({ start, end }) => [start, end])).toEqual(
      words.slice(0, 4).map(({ start, end }) => [start, end]),
    );
    expect(written[4]).toMatchObject({ start: words[4]?.start, end: words[5]?.end, confidence: UNSURE });
  });
});

it('leaves a pasted text out, and takes the other entries', async () => {
  const pasted = 'Take the metal bridge to London by tomorrow. '.repeat(200);
  const entries = terms('GitLab', pasted, { value: 'Metformin', pronunciations: [pasted] });
  expect(await apply('we use git lab, take metformin', entries)).toBe('we use GitLab, take Metformin');
});

describe('the fields of a custom vocabulary', () => {
  const text = 'cooper netties is hard';

  it('intensity: 0 never replaces, 1 does so eagerly', async () => {
    const at = (intensity: number) =>
      apply(text, terms({ value: 'Kubernetes', intensity }), { confidence: SURE });
    expect(await at(0)).toBe(text);
    expect(await at(0.3)).toBe(text);
    expect(await at(1)).toBe('Kubernetes is hard');
    expect(await apply('gitlab', terms({ value: 'GitLab', intensity: 0 }))).toBe('gitlab');
  });

  it('default_intensity: applies to strings and to entries without their own', async () => {
    const vocabulary = ['GitLab', { value: 'PyTorch' }, { value: 'Okta', intensity: 0.6 }];
    const spoken = 'get lab and pie torch with octa';
    expect(await apply(spoken, { vocabulary, default_intensity: 0 })).toBe('get lab and pie torch with Okta');
    expect(await apply(spoken, { vocabulary, default_intensity: 1 })).toBe('GitLab and PyTorch with Okta');
    expect(await apply(spoken, { vocabulary })).toBe(
      await apply(spoken, { vocabulary, default_intensity: 0.5 }),
    );
  });

  it('pronunciations: how the term sounds', async () => {
    const spoken = 'i run cube control apply';
    expect(await apply(spoken, terms('kubectl'))).toBe(spoken);
    expect(await apply(spoken, terms({ value: 'kubectl', pronunciations: ['cube control'] }))).toBe(
      'i run kubectl apply',
    );
  });

  it('language: whose pronunciation rules apply [§2.4 CustomVocabularyEntry.language]', async () => {
    const spoken = 'ich traf dschonny gestern';
    const german = { language: 'de', confidence: SURE };
    const word = { value: 'Johnny', intensity: 0.4 };
    expect(await apply(spoken, terms(word), german)).toBe(spoken);
    expect(await apply(spoken, terms({ ...word, language: 'en' }), german)).toBe('ich traf Johnny gestern');
  });

  it.each(caseRows<[string, string, string, string]>(import.meta.url, 'comparesSounds'))(
    'compares by the sounds of %s',
    async (language, spoken, value, expected) => {
      expect(await apply(spoken, terms(value), { language })).toBe(expected);
    },
  );

  it('compares by sound in unspaced scripts', async () => {
    const words = ['我', '姓', '张', '为'].map((word, index) => ({
      word,
      start: index,
      end: index + 1,
      confidence: 0.4,
    }));
    expect(textOf(await applyVocabulary(words, 'zh', terms('张伟')))).toBe('我姓张伟');
  });
});

describe('a custom vocabulary on arbitrary words', () => {
  const token = fc.oneof(
    fc.constantFrom(
      'git',
      'lab',
      'Gitlab',
      'acme',
      "l'acme",
      "lab's",
      'run.',
      '(git',
      '東京',
      'x',
      '–',
      '42',
    ),
    fc.string({ maxLength: 6, unit: 'grapheme' }).map((text) => text || 'a'),
  );
  const words = fc
    .array(fc.tuple(token, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 14 })
    .map((all) => {
      let time = 0;
      return all.map(([word, number]): RecognisedWord => {
        const start = time;
        time += 0.01 + number;
        return { word: ` ${word}`, start, end: time, confidence: number };
      });
    });
  const value = fc.constantFrom('GitLab', 'Acme Cloud Run', 'Git', '東京', 'X', 'C++', 'Ägypten');
  const vocabulary = fc.array(
    fc.oneof(
      value,
      fc.record({
        value,
        intensity: fc.double({ min: 0, max: 1, noNaN: true }),
        pronunciations: fc.array(fc.string({ maxLength: 5 }), { maxLength: 2 }),
      }),
    ),
    { maxLength: 5 },
  );
  const language = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'ja', 'pl', 'ar');

  it('keeps order and times, and the words between its terms', async () => {
    await fc.assert(
      fc.asyncProperty(words, vocabulary, language, async (input, entries, code) => {
        const written = await applyVocabulary(input, code, { vocabulary: entries });
        // The words were spoken without a pause, so a lost word would leave a gap.
        let time = 0;
        for (const { start, end } of written) {
          expect(start).toBeCloseTo(time, 9);
          expect(end).toBeGreaterThan(start);
          time = end;
        }
        expect(written.at(-1)?.end).toBe(input.at(-1)?.end);
        // Words that were not replaced are the same objects, in the same order.
        const untouched = written.filter((word) => input.includes(word));
        expect(untouched).toEqual(input.filter((word) => written.includes(word)));
        // Each new word belongs to a term.
        const spoken = entries.map((entry) => (typeof entry === 'string' ? entry : entry.value)).join(' ');
        for (const { word } of written.filter((one) => !input.includes(one))) {
          const bare = word.replaceAll(/[^\p{L}\p{N}+]/gu, '');
          expect(spoken.split(/\s/).some((part) => bare.includes(part))).toBe(true);
        }
      }),
    );
  });

  it('changes nothing with intensity 0 or without entries', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.array(value), language, async (input, entries, code) => {
        const never = { vocabulary: entries, default_intensity: 0 };
        expect(await applyVocabulary(input, code, never)).toEqual(input);
        expect(await applyVocabulary(input, code, { vocabulary: [] })).toEqual(input);
      }),
    );
  });
});

describe('terms that are said more than once, or not at all', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'findsBoth'))(
    'finds both in "%s"',
    async (text, written) => {
      expect(await apply(text, terms('ComfyUI'))).toBe(written);
    },
  );

  /** Words as a recogniser wrote them of synthetic speech, each with its confidence. */
  const written = (text: string): RecognisedWord[] =>
    text.split(' ').map((part, index) => {
      const [word = '', confidence] = part.split('~');
      return {
        word: ` ${word}`,
        start: index / 3,
        end: index / 3 + 0.3,
        confidence: Number(confidence ?? 0.9),
      };
    });

  it.each(caseRows<[string, string, string]>(import.meta.url, 'recognised'))(
    'finds both as %s heard them',
    async (_, spoken, text) => {
      const found = await applyVocabulary(written(spoken), 'en', terms('ComfyUI'));
      expect(textOf(found).trim()).toBe(text);
    },
  );

  it('is strict about what sounds like a term once, and about what does again a minute later', async () => {
    const once = written('and~.96 confir~.71 you~.81 I~.85 as~.48 great');
    expect(await applyVocabulary(once, 'en', terms('ComfyUI'))).toEqual(once);
    const later = once.map((word) => ({ ...word, start: word.start + 60, end: word.end + 60 }));
    const twice = [...once, ...later];
    expect(await applyVocabulary(twice, 'en', terms('ComfyUI'))).toEqual(twice);
  });

  it.each([0.3, 0.5, 0.7])(
    'leaves words alone that are like it, each in another way, at confidence %d',
    async (confidence) => {
      const text = 'She told me to hold the older boulder.';
      expect(await apply(text, terms('moulder', 'mould'), { confidence })).toBe(text);
      const again = 'The boulder lies beside the boulder.';
      expect(await apply(again, terms('moulder'), { confidence })).toBe(again);
      const named = 'The better letter was a matter of butter.';
      expect(await apply(named, terms('Netter', 'Ketter', 'Hetter'), { confidence })).toBe(named);
    },
  );

  it('is stricter the lower the intensity is', async () => {
    const twice = written('confir~.71 you~.81 I~.85 and confir~.71 you~.81 I~.85');
    const at = async (intensity: number) =>
      textOf(await applyVocabulary(twice, 'en', terms({ value: 'ComfyUI', intensity }))).trim();
    expect(await at(0.5)).toBe('ComfyUI and ComfyUI');
    expect(await at(0.2)).toBe('confir you I and confir you I');
  });

  it('is strict about short terms, common words and long vocabularies', async () => {
    const short = written('the octet and the octet again');
    expect(await applyVocabulary(short, 'en', terms('Okta'))).toEqual(short);
    const common = written('the table and the table again');
    expect(await applyVocabulary(common, 'en', terms('Tableau'))).toEqual(common);
    const names = Array.from({ length: 40 }, (_, index) => `Qualitrix${index}`);
    const many = written('confir~.71 you~.81 I~.85 as confir~.71 you~.81 I~.85');
    expect(await applyVocabulary(many, 'en', terms('ComfyUI', ...names))).toEqual(many);
  });

  it.each(['Bonjour mon copain', 'bonjour', 'Bonjour à tous'])(
    'leaves "%s" alone beside "Gladia"',
    async (text) => {
      for (const language of ['fr', 'en']) {
        expect(await apply(text, terms('Gladia'), { language })).toBe(text);
      }
    },
  );
});
