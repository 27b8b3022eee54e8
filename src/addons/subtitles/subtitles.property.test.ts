import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCues, readSrt, readVtt } from '../../../tests/accuracy/cue-rules.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { cases } from '../../../tests/runner/thorough.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { makeSubtitles } from './run.ts';
import { subtitlesConfig } from './schema.ts';
import words from './subtitles.property.words.json' with { type: 'json' };

const WORDS: Partial<Record<TranscriptionLanguageCode, string[]>> = words;
const AWKWARD = caseRows<string>(import.meta.url, 'awkward');

interface Said {
  text: string;
  pause: number;
  length: number;
}

const said = (words: fc.Arbitrary<string>): fc.Arbitrary<Said[]> =>
  fc.array(
    fc.record({
      text: words,
      pause: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0.03) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 3, noNaN: true }) },
      ),
      length: fc.double({ min: 0.001, max: 1.5, noNaN: true }),
    }),
    { minLength: 1, maxLength: 25 },
  );

const anyUtterance = fc.constantFrom(...Object.keys(WORDS)).chain((code) => {
  const language = code as TranscriptionLanguageCode;
  const words = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(WORDS[language] ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom(...AWKWARD) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => ` ${text}`),
    },
  );
  return fc.record({
    language: fc.constant(language),
    said: said(words),
    voice: fc.integer({ min: 0, max: 2 }),
  });
});

/** Utterances of up to three voices, each in its own channel or diarized in one; channels overlap. */
const anyTranscript = fc
  .record({
    parts: fc.array(anyUtterance, { maxLength: 8 }),
    kind: fc.constantFrom('one voice', 'speakers', 'channels'),
  })
  .map(({ parts, kind }) => {
    const clocks = [0, 0, 0];
    const utterances = parts.map(({ language, said: words, voice: number }): Utterance => {
      const voice = kind === 'one voice' ? 0 : number;
      const clock = kind === 'channels' ? voice : 0;
      let at = clocks[clock] ?? 0;
      const timed = words.map(({ text, pause, length }) => {
        const start = Math.round((at + pause) * 1000) / 1000;
        at = Math.round((start + length) * 1000) / 1000;
        return { word: text, start, end: at, confidence: 1 };
      });
      clocks[clock] = at;
      return {
        start: timed[0]?.start ?? at,
        end: at,
        confidence: 1,
        channel: kind === 'channels' ? voice : 0,
        ...(kind === 'speakers' && { speaker: voice }),
        language,
        words: timed,
        text: words
          .map(({ text }) => text)
          .join('')
          .trim(),
      };
    });
    return utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel);
  });

const anyConfig = fc
  .record(
    {
      minimum_duration: fc.integer({ min: 0, max: 40_000 }).map((ms) => ms / 1000),
      maximum_duration: fc.integer({ min: 1000, max: 30_000 }).map((ms) => ms / 1000),
      maximum_characters_per_row: fc.integer({ min: 1, max: 80 }),
      maximum_rows_per_caption: fc.integer({ min: 1, max: 5 }),
      style: fc.constantFrom('default', 'compliance'),
    },
    { requiredKeys: [] },
  )
  .map((config) => subtitlesConfig.parse({ ...config, formats: ['srt', 'vtt'] }));

const fileOf = (files: ReturnType<typeof makeSubtitles>, format: 'srt' | 'vtt') =>
  files.find((file) => file.format === format)?.subtitles ?? '';

/** Characters that SubRip cannot hold are replaced with look-alikes, or kept from their letters by a word joiner. */
const asInSrt = (row: string) =>
  row
    .replaceAll('-->', '--\u2060>')
    .replace(/<(?=[/!\p{L}]|[\d:.]+>)/gu, '‹')
    .replace(/\{(?=\\|\/?[bius]\}|y:[bius,]+\})/giu, '(')
    .replace(/&(?=#?[a-z\d]{1,8};)|\\(?=[nh])/giu, '$&\u2060');

/** An unpaired surrogate cannot be written in UTF-8. */
const wellFormed = (utterances: Utterance[]) =>
  utterances.map((utterance) => ({
    ...utterance,
    words: utterance.words.map((word) => ({ ...word, word: word.word.replace(/\p{Cs}/gu, '\ufffd') })),
  }));

describe('for any words, languages, voices and options', () => {
  it('cues keep every rule, and hold every word once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, anyConfig, async (utterances, config) => {
        const cues = await readVtt(fileOf(makeSubtitles(utterances, config), 'vtt'));
        const { broken, textFault } = checkCues(cues, wellFormed(utterances), config);
        expect(textFault).toBeNull();
        expect(broken).toEqual([]);
      }),
      cases(300),
    );
  }, 120_000);

  it('both formats say the same at the same times', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, anyConfig, async (utterances, config) => {
        const files = makeSubtitles(utterances, config);
        const srt = await readSrt(fileOf(files, 'srt'));
        const vtt = await readVtt(fileOf(files, 'vtt'));
        // Rows from right to left are embedded there.
        const plain = srt.map((cue) => ({
          ...cue,
          rows: cue.rows.map((row) => row.replace(/^\u202b(.*)\u202c$/u, '$1')),
        }));
        expect(plain).toEqual(vtt.map((cue) => ({ ...cue, voice: '', rows: cue.rows.map(asInSrt) })));
      }),
      cases(100),
    );
  }, 120_000);
});
