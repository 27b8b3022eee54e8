import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { sampleDocument } from '../../../tests/readers/sample-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { serialize } from '../serialize.ts';
import { readImport } from './read-import.ts';

describe('an export of this app is read again', () => {
  const about = { id: 'i', revision: 0, edited_at: null };
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const readAgain = (document: CorrectedTranscript, format: TranscriptFormat, name: string) => {
    const { content } = serialize(document, format, about, { names: true });
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const read = readImport({ name, bytes, format: null });
    if (!('passages' in read)) throw new Error('It holds a document.');
    expect(read.notes).toEqual([]);
    const voices = new Set(read.passages.map(({ voice }) => voice));
    return {
      letters: [...bare(read.passages.map(({ text }) => text).join(''))].sort(),
      voices,
      passages: read.passages,
    };
  };

  it.each([
    ['srt', 'a.srt'],
    ['vtt', 'a.vtt'],
    ['ass', 'a.ass'],
    ['ttml', 'a.ttml'],
    ['csv', 'a.csv'],
    ['textgrid', 'a.TextGrid'],
  ] as const)('with names and texts that attack: %s', (format, name) => {
    const expected = readAgain(sampleDocument(), 'json', 'a.json');
    const read = readAgain(sampleDocument(), format, name);
    expect(read.letters).toEqual(expected.letters);
    expect(read.passages.at(-1)?.start).toBeCloseTo(expected.passages.at(-1)?.start ?? 0, 1);
    expect(read.voices.size).toBe(format === 'srt' ? 1 : 3);
  });

  it.each([
    ['txt', 'a.txt'],
    ['md', 'a.md'],
    ['audacity', 'a.txt'],
  ] as const)('with names before the texts: %s', (format, name) => {
    const document = documentOf(
      { text: 'Good morning [1] & *all*.', at: 1, speaker: 0 },
      { text: 'Hello.', at: 4, speaker: 1 },
      { text: 'So.', at: 8, speaker: 0 },
    );
    const speakers = document.speakers.map((speaker, at) => ({
      ...speaker,
      name: ['Ada', 'BOB'][at] ?? null,
    }));
    const read = readAgain({ ...document, speakers }, format, name);
    expect([...read.voices]).toEqual(['Ada', 'BOB']);
    expect(read.letters.join('')).toBe([...bare('Good morning 1 all Hello So')].sort().join(''));
  });
});
