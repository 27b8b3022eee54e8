import { describe, expect, it } from 'vitest';
import { said } from '../../tests/fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../tests/runner/thorough.ts';
import { TRANSCRIPT_FORMATS } from '../contract/transcripts/transcript-formats.ts';
import { documentCues } from './cues/document-cues.ts';
import { makeDocument } from './make-document.ts';
import { serialize } from './serialize.ts';
import { translatedDocument } from './translations/translated-document.ts';

/** As in `import/large-imports.test.ts`: what grows with the square of its input does not end in this time. */
const PATIENCE_MS = 30_000;
const about = { id: 'x', revision: 0, edited_at: null };

const utterances = (count: number, text = 'Good morning.') =>
  Array.from({ length: count }, (_, index) => said({ text, at: index, speaker: index }));
const textOf = (text: string) => makeDocument([said({ text, at: 0 })], 9);
/** One paragraph, as long as a recording. */
const LONG = {
  ...makeDocument([], 3600),
  paragraphs: [
    {
      id: 'p0',
      speaker: null,
      channel: 0,
      language: 'en' as const,
      start: 0,
      end: 3600,
      words: Array.from({ length: 150_000 }, (_, index) => ({
        word: ` word${index % 97}`,
        start: index / 100,
        end: index / 100,
        confidence: 1,
      })),
    },
  ],
};

describe('a transcript is written in time that grows with its size alone', { timeout: PATIENCE_MS }, () => {
  const crowd = makeDocument(utterances(8_000), 8_000);
  const alike = { ...crowd, speakers: crowd.speakers.map((speaker) => ({ ...speaker, name: 'Ada' })) };

  it.each(TRANSCRIPT_FORMATS.filter((format) => format !== 'template' && format !== 'chapters'))(
    'as %s, with many who speak and are called alike',
    (format) => {
      const { content } = serialize(alike, format, about, { names: true });
      expect(content.length).toBeGreaterThan(10_000);
    },
  );

  it.each(['srt', 'txt', 'csv', 'textgrid'] as const)(
    'as %s, with one long paragraph',
    { tags: THOROUGH_TAG },
    (format) => {
      const { content } = serialize(LONG, format, about, { timestamps: 'line' });
      expect(content.length).toBeGreaterThan(500_000);
    },
  );

  it.each([
    ['signs without a width', `${'m'.repeat(60)}${'\u200b'.repeat(50_000)}`],
    ['marks', `${'m'.repeat(60)}${'-'.repeat(200_000)}m`],
    ['dots', `a${'.'.repeat(200_000)}b.`],
    ['letters of two scripts', `漢${'a.'.repeat(100_000)}`],
  ])('as captions, with many %s in a word', { tags: THOROUGH_TAG }, (_, word) => {
    expect(documentCues(textOf(`Hello. ${word} there.`)).length).toBeGreaterThan(0);
  });

  it('as captions set by hand over one long paragraph', { tags: THOROUGH_TAG }, () => {
    const cues = Array.from({ length: 15_000 }, (_, index) => {
      const [start, end] = [index / 10, (index + 1) / 10];
      const stretch = { start, end, from: start, until: end };
      return { id: `q${index}`, ...stretch, channel: 0, speaker: null, rows: null };
    });
    expect(documentCues({ ...LONG, cues })).toHaveLength(15_000);
  });

  it('in another language', { tags: THOROUGH_TAG }, () => {
    const many = utterances(20_000);
    expect(translatedDocument(makeDocument(many, 20_000), many, 'fr').speakers).toHaveLength(20_000);
  });
});
