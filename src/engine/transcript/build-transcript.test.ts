import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcription } from '../../contract/transcripts/transcription-result.ts';
import type { RecognisedWord, WindowTranscript } from '../asr/asr-engine.ts';
import { buildTranscript } from './build-transcript.ts';

const word = (text: string, start: number, end: number, confidence = 0.9): RecognisedWord => ({
  word: text,
  start,
  end,
  confidence,
});

/** Words of 0.3 s, one every 0.4 s. */
const spoken = (text: string, start: number): RecognisedWord[] =>
  text.split(' ').map((part, index) => word(` ${part}`, start + index * 0.4, start + index * 0.4 + 0.3));

function windowOf(
  words: RecognisedWord[],
  { index = 0, channel = 0, language = 'en' } = {},
): WindowTranscript {
  return {
    index,
    channel,
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    segments: words.length > 0 ? [{ language, languageConfidence: 1, words }] : [],
  };
}

const texts = (windows: WindowTranscript[]) => buildTranscript(windows).utterances.map(({ text }) => text);

describe('buildTranscript', () => {
  it('is empty if nothing was said', () => {
    const empty = { full_transcript: '', languages: [], utterances: [] };
    expect(buildTranscript([])).toEqual(empty);
    expect(buildTranscript([windowOf([])])).toEqual(empty);
  });

  it('writes utterances in API form [§2.8 Transcription.full_transcript, Transcription.utterances, Utterance.start, Utterance.end, Utterance.confidence, Utterance.channel, Utterance.words, Utterance.text, Utterance.language]', () => {
    const words = [
      word(' Hello', 0.4004, 0.94, 0.876),
      word(' there.', 1.0566, 1.5416, 0.912),
      word(' Bye.', 1.7, 2, 1),
    ];
    const built = buildTranscript([windowOf(words)]);
    expect(built).toEqual({
      full_transcript: 'Hello there. Bye.',
      languages: ['en'],
      utterances: [
        {
          start: 0.4,
          end: 1.542,
          confidence: 0.9,
          channel: 0,
          language: 'en',
          text: 'Hello there.',
          words: [
            { word: 'Hello', start: 0.4, end: 0.94, confidence: 0.88 },
            { word: ' there.', start: 1.057, end: 1.542, confidence: 0.91 },
          ],
        },
        {
          start: 1.7,
          end: 2,
          confidence: 1,
          channel: 0,
          language: 'en',
          text: 'Bye.',
          words: [{ word: ' Bye.', start: 1.7, end: 2, confidence: 1 }],
        },
      ],
    });
    expect(transcription.parse(built)).toEqual(built);
  });

  it('joins sentences over the border of two windows', () => {
    expect(
      texts([windowOf(spoken('where is', 0)), windowOf(spoken('the train? Here.', 0.8), { index: 1 })]),
    ).toEqual(['where is the train?', 'Here.']);
  });

  it('never spans a pause of a second, sentence or not', () => {
    expect(texts([windowOf([...spoken('Well, I', 0), ...spoken('think so.', 1.7)])])).toEqual([
      'Well, I',
      'think so.',
    ]);
    expect(texts([windowOf([...spoken('Well, I', 0), ...spoken('think so.', 1.6)])])).toEqual([
      'Well, I think so.',
    ]);
  });

  it('breaks unpunctuated text at shorter pauses and between windows', () => {
    const first = windowOf([...spoken('and so it', 0), ...spoken('begins this', 1.85)]);
    const second = windowOf(spoken('is it', 2.65), { index: 1 });
    expect(texts([first, second])).toEqual(['and so it', 'begins this', 'is it']);
  });

  it('splits unpunctuated text without any pause at its widest gap', () => {
    const words = Array.from({ length: 50 }, (_, index) =>
      word(` w${index}`, index * 0.4, index * 0.4 + 0.38),
    );
    const gap = words[24];
    if (gap) gap.end -= 0.2;
    const utterances = buildTranscript([windowOf(words)]).utterances;
    expect(utterances.map((utterance) => utterance.words.length)).toEqual([25, 25]);
  });

  it('splits an endless sentence at a comma', () => {
    const words = Array.from({ length: 100 }, (_, index) =>
      word(index === 99 ? ' end.' : index === 44 ? ' so,' : ' word', index * 0.4, index * 0.4 + 0.35),
    );
    const utterances = buildTranscript([windowOf(words)]).utterances;
    expect(utterances.map((utterance) => utterance.words.length)).toEqual([45, 55]);
  });

  it('breaks where the language changes, and orders languages by the time spoken in them [§2.8 Transcription.languages]', () => {
    const mixed: WindowTranscript = {
      ...windowOf([]),
      segments: [
        { language: 'fr', languageConfidence: 1, words: spoken('bonjour', 0) },
        { language: 'de', languageConfidence: 1, words: spoken('guten Morgen meine Herren', 0.5) },
        { language: 'en', languageConfidence: 1, words: spoken('good morning', 2.2) },
      ],
    };
    const built = buildTranscript([mixed]);
    expect(built.utterances.map(({ language, text }) => `${language}: ${text}`)).toEqual([
      'fr: bonjour',
      'de: guten Morgen meine Herren',
      'en: good morning',
    ]);
    expect(built.languages).toEqual(['de', 'en', 'fr']);
  });

  it('orders the utterances of all channels by start, then channel', () => {
    const left = windowOf([...spoken('One.', 0), ...spoken('Three.', 4)]);
    const right = windowOf([...spoken('Uno.', 0), ...spoken('Two.', 2)], { index: 1, channel: 1 });
    const built = buildTranscript([right, left]);
    expect(built.utterances.map(({ channel, text }) => [channel, text])).toEqual([
      [0, 'One.'],
      [1, 'Uno.'],
      [1, 'Two.'],
      [0, 'Three.'],
    ]);
    expect(built.utterances.map(({ words }) => words[0]?.word)).toEqual([
      'One.',
      ' Uno.',
      ' Two.',
      ' Three.',
    ]);
  });

  it('takes windows in any order', () => {
    const first = windowOf(spoken('One two.', 0));
    const second = windowOf(spoken('Three four.', 3), { index: 1 });
    expect(buildTranscript([second, first])).toEqual(buildTranscript([first, second]));
  });

  it('writes unspaced languages as they are', () => {
    const words = ['客観的', '実在', 'である。', 'はい。'].map((text, index) =>
      word(text, index, index + 0.9),
    );
    const built = buildTranscript([windowOf(words, { language: 'ja' })]);
    expect(built.utterances.map(({ text }) => text)).toEqual(['客観的実在である。', 'はい。']);
    expect(built.full_transcript).toBe('客観的実在である。 はい。');
  });

  it('uses the API’s language codes, and rejects any other', () => {
    expect(buildTranscript([windowOf(spoken('ja', 0), { language: 'nb-NO' })]).languages).toEqual(['no']);
    expect(() => buildTranscript([windowOf(spoken('x', 0), { language: 'tlh' })])).toThrow(/tlh/);
  });

  it('separates the times of words that were heard at the same moment', () => {
    const built = buildTranscript([windowOf([word(' a', 1, 1), word(' b', 1, 1.5), word(' c', 0.9, 1.2)])]);
    expect(built.utterances[0]?.words.map(({ start, end }) => [start, end])).toEqual([
      [1, 1.04],
      [1.04, 1.08],
      [1.08, 1.2],
    ]);
  });

  describe('for any windows', () => {
    const anyWord = fc.record({
      text: fc.constantFrom(' so', ' Mr.', ' end.', ' Why?', ' 3.5', ' well,', '。', 'です', ' …', ' I'),
      gap: fc.double({ min: -0.2, max: 1.5, noNaN: true }),
      length: fc.double({ min: 0, max: 1, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      language: fc.constantFrom('en', 'en', 'en', 'ja', 'de'),
    });
    const anyWindows = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.array(anyWord, { maxLength: 25 })), { maxLength: 6 })
      .map((parts) => {
        const clock = [0, 0, 0];
        return parts.map(([channel, words], index): WindowTranscript => {
          const start = clock[channel] ?? 0;
          let at = start;
          const segments = words.map(({ text, gap, length, confidence, language }) => {
            const from = Math.max(at + gap, 0);
            at = from + length;
            return { language, languageConfidence: 1, words: [word(text, from, at, confidence)] };
          });
          // Windows of a channel follow each other even if their words overlap.
          clock[channel] = Math.max(at, start) + 0.01;
          return { index, channel, start, end: at, segments };
        });
      });

    it('loses no word and keeps the order of each channel', () => {
      fc.assert(
        fc.property(anyWindows, (windows) => {
          const { utterances } = buildTranscript(windows);
          for (const channel of [0, 1, 2]) {
            const said = windows
              .filter((window) => window.channel === channel)
              .flatMap(({ segments }) =>
                segments.flatMap(({ words }) => words.map((one) => one.word.trim())),
              );
            const written = utterances
              .filter((utterance) => utterance.channel === channel)
              .flatMap(({ words }) => words.map((one) => one.word.trim()));
            expect(written).toEqual(said);
          }
        }),
      );
    });

    it('keeps times in order, words inside their utterance, and pauses between utterances', () => {
      fc.assert(
        fc.property(anyWindows, (windows) => {
          const { utterances } = buildTranscript(windows);
          for (const { start, end, words } of utterances) {
            expect(words[0]?.start).toBe(start);
            expect(words.at(-1)?.end).toBe(end);
            words.forEach((one, index) => {
              const next = words[index + 1];
              expect(one.end - one.start).toBeGreaterThan(0.0399);
              expect(one.start).toBe(Number(one.start.toFixed(3)));
              expect(one.end).toBe(Number(one.end.toFixed(3)));
              if (next) expect(next.start).toBeGreaterThanOrEqual(one.end);
              if (next) expect(next.start - one.end).toBeLessThan(1);
            });
          }
          utterances.forEach((one, index) => {
            const next = utterances[index + 1];
            if (!next) return;
            expect(one.start).toBeLessThanOrEqual(next.start);
            if (one.start === next.start) expect(one.channel).toBeLessThan(next.channel);
            const sameChannel = utterances.slice(index + 1).find(({ channel }) => channel === one.channel);
            if (sameChannel) expect(sameChannel.start).toBeGreaterThanOrEqual(one.end);
          });
        }),
      );
    });

    it('is valid in the API, and its texts match its words', () => {
      fc.assert(
        fc.property(anyWindows, (windows) => {
          const built = buildTranscript(windows);
          expect(transcription.parse(built)).toEqual(built);
          expect(built.full_transcript).toBe(built.utterances.map(({ text }) => text).join(' '));
          for (const { text, words, confidence } of built.utterances) {
            expect(text).toBe(
              words
                .map((one) => one.word)
                .join('')
                .trim(),
            );
            const mean = words.reduce((sum, one) => sum + one.confidence, 0) / words.length;
            expect(Math.abs(confidence - mean)).toBeLessThanOrEqual(0.005 + 1e-9);
          }
          expect(new Set(built.languages)).toEqual(new Set(built.utterances.map(({ language }) => language)));
        }),
      );
    });
  });
});
