import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { findSentences } from './find-sentences.ts';

const texts = (utterances: Utterance[]) => findSentences(utterances).map(({ text }) => text);

/** Utterances in sequence, each after this many seconds of silence. */
function inTurn(parts: [text: string, silence: number, voice?: Partial<Utterance>][]): Utterance[] {
  let at = 0;
  return parts.map(([text, silence, voice]) => {
    const utterance = spokenUtterance(text, { ...voice, start: at + silence });
    at = utterance.end;
    return utterance;
  });
}

describe('findSentences', () => {
  it('finds nothing if nothing was said', () => {
    expect(findSentences([])).toEqual([]);
  });

  it.each([
    ['en', ['Mr. Quilter met Dr. Smith at 3.5 km.', 'Why?', 'Nobody knows.']],
    ['de', ['Am 3. Oktober ist frei.', 'Dr. Weber kommt z.B. morgen.']],
    ['fr', ["M. Dupont est là aujourd'hui.", 'Oui ! Bien sûr.']],
    ['es', ['¿Qué tal, Sr. López?', '¡Muy bien!']],
    ['ja', ['客観的実在である。', 'はい。']],
    ['zh', ['你好！', '今天的天气非常好。']],
    ['hi', ['नमस्ते।', 'आप कैसे हैं।']],
    ['ar', ['كيف حالك؟', 'أنا بخير.']],
  ] as const)(
    'separates the sentences of one utterance by the rules of its language: %s',
    (language, sentences) => {
      const joint = language === 'ja' || language === 'zh' ? '' : ' ';
      const found = texts([spokenUtterance(sentences.join(joint), { language })]);
      // French puts a space before the mark: with the mark as a separate word, both texts are the same.
      expect(found.join(joint)).toBe(sentences.join(joint));
      if (language !== 'fr') expect(found).toEqual(sentences);
    },
  );

  it('gives times, channel, speaker, language and words of each', () => {
    const utterance = spokenUtterance(' Good morning. Bye.', { start: 3, speaker: 2, channel: 1 });
    const [first, second] = findSentences([utterance]);
    expect(first).toEqual({
      text: 'Good morning.',
      start: 3,
      end: utterance.words[1]?.end,
      channel: 1,
      speaker: 2,
      language: 'en',
      words: utterance.words.slice(0, 2),
    });
    expect(second?.words[0]).toBe(utterance.words[2]);
    expect(findSentences([spokenUtterance('Hi.')])[0]).not.toHaveProperty('speaker');
  });

  it('joins a sentence that its speaker interrupted for less than two seconds', () => {
    expect(
      texts(
        inTurn([
          ['Well, I', 0],
          ['think so.', 1.5],
          ['Yes.', 0.2],
        ]),
      ),
    ).toEqual(['Well, I think so.', 'Yes.']);
    expect(
      texts(
        inTurn([
          ['Well, I', 0],
          ['think so.', 2.1],
          ['Yes.', 0.2],
        ]),
      ),
    ).toEqual(['Well, I', 'think so.', 'Yes.']);
  });

  it('ends a sentence where the speaker, the channel or the language changes', () => {
    expect(
      texts(
        inTurn([
          ['Well, I', 0, { speaker: 0 }],
          ['think so.', 0.1, { speaker: 1 }],
        ]),
      ),
    ).toEqual(['Well, I', 'think so.']);
    expect(
      texts(
        inTurn([
          ['Well, I', 0, { language: 'en' }],
          ['denke ja.', 0.1, { language: 'de' }],
        ]),
      ),
    ).toEqual(['Well, I', 'denke ja.']);
    const channels = inTurn([
      ['I think that', 0],
      ['Yes.', 0, { channel: 1 }],
      ['it is late.', 0.1],
    ]);
    expect(texts(channels)).toEqual(['I think that it is late.', 'Yes.']);
  });

  it('treats utterances as sentences in unpunctuated languages', () => {
    expect(
      texts(
        inTurn([
          ['and so it begins', 0],
          ['this is what it sounds like', 0.8],
        ]),
      ),
    ).toEqual(['and so it begins', 'this is what it sounds like']);
  });

  it('reads a translation that has a text but no words', () => {
    const translated = { ...spokenUtterance('Guten Morgen. Bis bald.', { language: 'de' }), words: [] };
    const sentences = findSentences([translated]);
    expect(sentences.map(({ text }) => text)).toEqual(['Guten Morgen.', 'Bis bald.']);
    expect(sentences[0]?.end).toBeLessThan(translated.end);
  });

  it('for any utterances: no word lost or in two sentences, order and times kept', () => {
    const anyUtterances = fc
      .array(
        fc.record({
          language: fc.constantFrom<TranscriptionLanguageCode>('en', 'de', 'ja'),
          text: fc
            .array(fc.constantFrom(' so', ' Mr.', ' end.', ' Why?', ' 3.', '。', 'です', ' …', ' "No."'), {
              minLength: 1,
              maxLength: 12,
            })
            .map((words) => words.join('')),
          silence: fc.double({ min: 0, max: 3, noNaN: true }),
          channel: fc.integer({ min: 0, max: 1 }),
          speaker: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
        }),
        { maxLength: 8 },
      )
      .map((parts) =>
        inTurn(parts.map(({ text, silence, ...voice }) => [text, silence, voice])).toSorted(
          (a, b) => a.start - b.start,
        ),
      );
    fc.assert(
      fc.property(anyUtterances, (utterances) => {
        const sentences = findSentences(utterances);
        for (const channel of [0, 1]) {
          const own = sentences.filter((sentence) => sentence.channel === channel);
          expect(own.flatMap(({ words }) => words)).toEqual(
            utterances.filter((utterance) => utterance.channel === channel).flatMap(({ words }) => words),
          );
        }
        sentences.forEach(({ start, end, words, text }, index) => {
          expect(start).toBe(words[0]?.start);
          expect(end).toBe(words.at(-1)?.end);
          expect(text).toBe(text.trim());
          expect(sentences[index + 1]?.start ?? start).toBeGreaterThanOrEqual(start);
        });
      }),
    );
  });
});
