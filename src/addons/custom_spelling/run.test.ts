import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { respell } from './run.ts';

/** Words of a text as recognised: each with its leading space, half a second long. */
const heard = (text: string): RecognisedWord[] =>
  (text.match(/\s*\S+/gu) ?? []).map((word, index) => ({
    word,
    start: index * 0.6,
    end: index * 0.6 + 0.5,
    confidence: 0.5 + (index % 5) / 10,
  }));
const textOf = (words: readonly RecognisedWord[]) => words.map(({ word }) => word).join('');
const spell = (text: string, dictionary: Record<string, string[]>) =>
  textOf(respell(heard(text), { spelling_dictionary: dictionary }));

describe('custom spelling', () => {
  it.each([
    [
      'writes the target exactly, at a sentence start too',
      'Eye phones. The eye phone.',
      { iPhone: ['eye phone'] },
      'Eye phones. The iPhone.',
    ],
    [
      'compares variants without regard to case',
      'GITLAB and Gitlab',
      { GitLab: ['gitlab'] },
      'GitLab and GitLab',
    ],
    ['takes several words for one', 'we use git lab daily', { GitLab: ['git lab'] }, 'we use GitLab daily'],
    ['writes several words for one', 'ask nyc now', { 'New York City': ['NYC'] }, 'ask New York City now'],
    ['replaces whole words only', 'sonja and jon', { John: ['jon'] }, 'sonja and John'],
    [
      'takes the longest variant',
      'acme cloud run is up',
      { Acme: ['acme'], 'Acme Cloud Run': ['acme cloud run'] },
      'Acme Cloud Run is up',
    ],
    ['keeps punctuation and quotes', '“jon,” (jon)! ¿jon?', { John: ['jon'] }, '“John,” (John)! ¿John?'],
    [
      'knows a dot inside, written or not',
      'St. Mary came. St Mary left. St.! Mary',
      { 'Saint Mary': ['st. mary'] },
      'Saint Mary came. Saint Mary left. St.! Mary',
    ],
    [
      'knows abbreviations and other marks inside',
      'Dr. Who and the U.S. Army use Yahoo! Mail, they say',
      { 'Doctor Who': ['Dr. Who'], 'US Army': ['U.S. Army'], YMail: ['yahoo! mail'] },
      'Doctor Who and the US Army use YMail, they say',
    ],
    ['stops at punctuation inside', 'the git. Lab work', { GitLab: ['git lab'] }, 'the git. Lab work'],
    ['keeps letters with other marks apart', 'José and Jose', { Joe: ['jose'] }, 'José and Joe'],
    ['knows composed and decomposed letters as one', 'Jose\u0301!', { Joseph: ['jos\u00e9'] }, 'Joseph!'],
    [
      'knows both apostrophes as one',
      "o’brian and O'Brian",
      { "O'Brien": ["o'brian"] },
      "O'Brien and O'Brien",
    ],
    ['leaves a contraction alone', "it's its", { IT: ['it'], Its: ['its'] }, "it's Its"],
    [
      'keeps a possessive',
      "jon’s car, air shot's page",
      { John: ['jon'], Earshot: ['air shot'] },
      "John’s car, Earshot's page",
    ],
    ['keeps an elided article', "j'ouvre l’air bus", { Airbus: ['air bus'] }, "j'ouvre l’Airbus"],
    [
      'knows hyphens',
      'an ear-shot off; the ear-shots',
      { Earshot: ['ear-shot'] },
      'an Earshot off; the ear-shots',
    ],
    [
      'takes a space for a hyphen and the other way round',
      'get hub, get-hub, wi fi, wi-fi, l’open-ai and open-ai’s',
      { GitHub: ['get-hub'], 'Wi-Fi': ['wi fi'], OpenAI: ['open ai'] },
      'GitHub, GitHub, Wi-Fi, Wi-Fi, l’OpenAI and OpenAI’s',
    ],
    [
      'takes the variant with the same hyphen first',
      'wi-fi and wi fi',
      { Radio: ['wi fi'], Net: ['wi-fi'] },
      'Net and Radio',
    ],
    [
      'leaves a verb and its preposition alone where the variant has a hyphen',
      'please check in at the check-in, set up a set-up',
      { Checkin: ['check-in'], Setup: ['set-up'] },
      'please check in at the Checkin, set up a Setup',
    ],
    [
      'leaves parts of words with hyphens alone',
      'pre-open-ai, ear-shots, jean-pierre, 10-12',
      { OpenAI: ['open ai'], Earshot: ['ear shot'], Peter: ['pierre'], '#': ['12'] },
      'pre-open-ai, ear-shots, jean-pierre, 10-12',
    ],
    [
      'knows words directly beside a dash or an ellipsis',
      'open ai—yes, (open ai)—no. Yes—jon… jon...well, jon–but 2019–2020',
      { OpenAI: ['open ai'], John: ['jon'], '#': ['2020'] },
      'OpenAI—yes, (OpenAI)—no. Yes—John… John...well, John–but 2019–2020',
    ],
    ['joins no words across a dash', 'open—ai', { OpenAI: ['open ai'] }, 'open—ai'],
    [
      'knows a title with and without its dot',
      'Mr. Smith, mr smith, Dr. Weber, the mister. Smith',
      { 'Mr. Smyth': ['mr smith', 'mister smith'], 'Doktor Weber': ['dr weber'] },
      'Mr. Smyth, Mr. Smyth, Doktor Weber, the mister. Smith',
    ],
    ['knows symbols', 'c++ and c', { 'C++ (language)': ['C++'] }, 'C++ (language) and c'],
    [
      'takes the dot of an abbreviation with it',
      'the a.i. team. Use A.I.',
      { AI: ['a.i.'] },
      'the AI team. Use AI.',
    ],
    [
      'takes the dot of a title with it before a name',
      'Dr. Weber sah St. Pauli. z.B. Anna.',
      { Doktor: ['Dr.'], Sankt: ['st.'], 'zum Beispiel': ['z.B.'] },
      'Doktor Weber sah Sankt Pauli. zum Beispiel Anna.',
    ],
    [
      'takes an abbreviation with spaces for the one without, and the other way round',
      'z.B. so, z. B. so, Das ist z. B. Rot. z.B. Anna',
      { 'zum Beispiel': ['z. B.'] },
      'zum Beispiel so, zum Beispiel so, Das ist zum Beispiel Rot. zum Beispiel Anna',
    ],
    [
      'takes an abbreviation with spaces or as letters for the one without',
      "in the U. S. A. today, the U.S.A., l’U.S.A. and the U.S.A's",
      { USA: ['U.S.A.'] },
      "in the USA today, the USA, l’USA and the USA's",
    ],
    ['takes letters for an abbreviation', 'in the U.S.A. today', { USA: ['u s a'] }, 'in the USA today'],
    [
      'leaves parts of an abbreviation alone',
      'the U.S.A. and S. A.',
      { S: ['s'], Us: ['u.s.'] },
      'the U.S.A. and S. A.',
    ],
    [
      'writes no mark twice',
      'go to yahoo! Acme ink.',
      { 'Yahoo!': ['yahoo'], 'Inc.': ['ink'] },
      'go to Yahoo! Acme Inc.',
    ],
    ['never replaces what it wrote', 'a b', { b: ['a'], c: ['b'] }, 'b c'],
    [
      'takes the first of the dictionary where two targets share a variant',
      'jon',
      { John: ['jon'], Jonathan: ['jon'] },
      'John',
    ],
    ['ignores empty targets and variants', 'well um yes', { '': ['um'], Yes: ['', ' '] }, 'well um yes'],
    ['reads Cyrillic', 'это яндех.', { Яндекс: ['Яндех'] }, 'это Яндекс.'],
  ] as [string, string, Record<string, string[]>, string][])('%s', (_, text, dictionary, expected) => {
    expect(spell(text, dictionary)).toBe(expected);
  });

  it.each([
    ['Japanese', ['私は', '東京', 'タワー', 'にいる。'], { 東京塔: ['東京タワー'] }, '私は東京塔にいる。'],
    ['only where words begin and end', ['東京', '都は'], { Kyoto: ['京都'] }, '東京都は'],
    [
      'Chinese, within what was heard as one word',
      ['我用葛特哈布。'],
      { GitHub: ['葛特哈布'] },
      '我用GitHub。',
    ],
  ] as [string, string[], Record<string, string[]>, string][])(
    'replaces in languages without spaces: %s',
    (_, pieces, dictionary, expected) => {
      const words = pieces.map((word, index) => ({ word, start: index, end: index + 1, confidence: 0.9 }));
      const written = respell(words, { spelling_dictionary: dictionary });
      expect(textOf(written)).toBe(expected);
      expect(written[0]?.start).toBe(0);
      expect(written.at(-1)?.end).toBe(pieces.length);
    },
  );

  it('gives merged words the time from first start to last end, and the mean confidence', () => {
    const words = [
      { word: ' git', start: 1, end: 1.2, confidence: 0.4 },
      { word: ' lab,', start: 1.3, end: 1.6, confidence: 0.8 },
    ];
    const [word, ...none] = respell(words, { spelling_dictionary: { GitLab: ['git lab'] } });
    expect(none).toEqual([]);
    expect(word).toMatchObject({ word: ' GitLab,', start: 1, end: 1.6 });
    expect(word?.confidence).toBeCloseTo(0.6);
  });

  it('joins no words across silence', () => {
    const words = [
      { word: ' git', start: 1, end: 1.3, confidence: 1 },
      { word: ' lab', start: 61, end: 61.3, confidence: 1 },
    ];
    expect(respell(words, { spelling_dictionary: { GitLab: ['git lab'] } })).toEqual(words);
  });

  it('divides the time of one word by the letters of several', () => {
    const words = [{ word: ' nyc.', start: 2, end: 3.1, confidence: 0.7 }];
    const written = respell(words, { spelling_dictionary: { 'New York City': ['nyc'] } });
    expect(written.map(({ word }) => word)).toEqual([' New', ' York', ' City.']);
    expect(written.map(({ start }) => Number(start.toFixed(3)))).toEqual([2, 2.3, 2.7]);
    expect(written.map(({ end }) => Number(end.toFixed(3)))).toEqual([2.3, 2.7, 3.1]);
    expect(written.every(({ confidence }) => confidence === 0.7)).toBe(true);
  });

  it('keeps times and confidences if the number of words is the same', () => {
    const words = heard('jon smith');
    const written = respell(words, { spelling_dictionary: { 'John Smyth': ['jon smith'] } });
    expect(written.map(({ start, end, confidence }) => [start, end, confidence])).toEqual(
      words.map(({ start, end, confidence }) => [start, end, confidence]),
    );
  });
});

describe('custom spelling of arbitrary words', () => {
  const token = fc.constantFrom('jon', 'Git', 'lab', 'lab,', '“a”', "it's", 'x.', '東京', 'は', 'ñu', '–');
  const words = fc
    .array(
      fc.tuple(
        token,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.constantFrom(0, 0, 0.5, 3),
      ),
      { maxLength: 12 },
    )
    .map((all) => {
      let time = 0;
      return all.map(([word, seconds, spaced, silence]): RecognisedWord => {
        const start = time + silence;
        time = start + seconds;
        return { word: spaced ? ` ${word}` : word, start, end: time, confidence: seconds };
      });
    });
  const dictionary = fc.dictionary(
    fc.constantFrom('Jon', 'GitLab', 'New York', '東京都', 'A.'),
    fc.array(fc.array(token, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))),
  );

  it('keeps order and times', () => {
    fc.assert(
      fc.property(words, dictionary, (input, spelling_dictionary) => {
        const written = respell(input, { spelling_dictionary });
        let time = 0;
        for (const { start, end } of written) {
          expect(start).toBeGreaterThanOrEqual(time - 1e-9);
          expect(end).toBeGreaterThanOrEqual(start - 1e-9);
          time = end;
        }
        expect(written[0]?.start).toBe(input[0]?.start);
        expect(written.at(-1)?.end).toBe(input.at(-1)?.end);
      }),
    );
  });

  it('lets no word span silence', () => {
    fc.assert(
      fc.property(words, dictionary, (input, spelling_dictionary) => {
        const silences = input.flatMap(({ end }, index) => {
          const next = input[index + 1];
          return next && next.start - end > 1 ? [end] : [];
        });
        for (const { start, end } of respell(input, { spelling_dictionary })) {
          expect(silences.filter((silence) => start < silence && silence < end)).toEqual([]);
        }
      }),
    );
  });

  it('neither loses nor repeats a word that it does not replace', () => {
    fc.assert(
      fc.property(words, (input) => {
        const marked = respell(input, { spelling_dictionary: { '#': ['git lab'], '%': ['jon'] } });
        const undone = textOf(marked).replaceAll('#', 'git lab').replaceAll('%', 'jon');
        const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');
        expect(plain(undone)).toBe(plain(textOf(input)));
      }),
    );
  });

  it('changes nothing if there is nothing to replace', () => {
    fc.assert(
      fc.property(words, (input) => {
        expect(respell(input, { spelling_dictionary: {} })).toEqual(input);
        expect(respell(input, { spelling_dictionary: { Absent: ['absent'] } })).toEqual(input);
      }),
    );
  });
});
