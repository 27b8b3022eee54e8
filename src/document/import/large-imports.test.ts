import { describe, expect, it } from 'vitest';
import { said } from '../../../tests/fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import type { ImportFormat } from '../../contract/transcripts/imported-transcript.ts';
import { makeDocument } from '../make-document.ts';
import { importedDocument } from './imported-document.ts';
import { timedSpans } from './passage-spans.ts';
import { readImport } from './read-import.ts';

/**
 * Sizes at which work that grows with the square of its input takes minutes, and other work less than a second or two: what is not
 * linear ends these tests.
 */
const PATIENCE_MS = 30_000;

const HEARD = makeDocument([said({ text: 'good morning to you', at: 0 })], 3600);

async function imported(format: ImportFormat, text: string, machine: typeof HEARD | null = HEARD) {
  const read = readImport({ name: 'x', bytes: new TextEncoder().encode(text), format });
  if ('document' in read) throw new Error('It holds a document.');
  return importedDocument({
    passages: read.passages,
    from: { name: 'x', format, notes: [] },
    machine,
    duration: 3600,
    language: 'en',
  });
}

const wordsOf = ({ paragraphs }: typeof HEARD) => paragraphs.flatMap(({ words }) => words);

const cue = (text: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`;
const times = (index: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(index / 3600))}:${two(Math.floor(index / 60) % 60)}:${two(index % 60)}`;
};
const segment = (words: readonly object[], text = '') =>
  JSON.stringify({ segments: [{ start: 0, end: 9, text: text || 'a', words }] });

describe('an import is read in time that grows with its size alone', { timeout: PATIENCE_MS }, () => {
  it('with many cues', async () => {
    const cues = Array.from(
      { length: 30_000 },
      (_, index) => `${index + 1}\n${times(index)},000 --> ${times(index)},900\nGood morning ${index}\n`,
    );
    const document = await imported('srt', cues.join('\n'));
    expect(document.cues).toHaveLength(30_000);
  });

  it('with many passages at one moment', () => {
    const passage = { end: null, text: '', rows: null, voice: null, channel: 0, language: null, words: null };
    const passages = Array.from({ length: 400_000 }, (_, index) => ({ ...passage, start: index % 2 }));
    const spans = timedSpans(
      passages.toSorted((a, b) => a.start - b.start),
      60,
    );
    expect(spans.at(-1)?.until).toBe(60);
  });

  it('with segments that are not in order', { tags: THOROUGH_TAG }, async () => {
    const segments = Array.from({ length: 20_000 }, (_, index) => ({
      start: index % 2 === 0 ? 0 : 50,
      end: 60,
      text: `word${index}`,
    }));
    const document = await imported('json', JSON.stringify({ segments }));
    expect(wordsOf(document)).toHaveLength(20_000);
  });

  it.each([null, HEARD])('with 300,000 words in one paragraph', { tags: THOROUGH_TAG }, async (machine) => {
    const text = Array.from({ length: 300_000 }, (_, index) => `word${index % 977}`).join(' ');
    expect(wordsOf(await imported('txt', text, machine))).toHaveLength(300_000);
  });

  it.each([
    ['tags in each other', 'vtt', cue(`${'<b>'.repeat(200_000)}Hello`)],
    [
      'spaces in a line of times',
      'vtt',
      cue('Hello').replace('00:02.000', `00:02.000 ${' '.repeat(200_000)}x`),
    ],
    ['rows in a cue', 'vtt', cue(Array.from({ length: 50_000 }, () => '漢字').join('\n'))],
    ['empty lines', 'srt', `1\n00:00:00,000 --> 00:00:02,000\nHello${'\r\n'.repeat(300_000)}there`],
    ['carriage returns', 'srt', `1\n00:00:00,000 --> 00:00:02,000\nHello${'\r'.repeat(300_000)}there`],
    [
      'directives',
      'ass',
      `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,Hi {${'\\p1'.repeat(200_000)}`,
    ],
    ['commas', 'ass', `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,Hi ${','.repeat(300_000)}`],
    ['comments', 'ttml', `<tt><p begin="1s" end="2s">Hi</p>${'<!-- <![CDATA['.repeat(100_000)}`],
    ['attributes', 'ttml', `<tt><p begin="1s" end="2s" ${'a '.repeat(200_000)}${'b'.repeat(200_000)}>Hi</p>`],
    ['elements', 'ttml', `<tt>${'<p begin="1s" end="2s"><span>Hi</span></p>'.repeat(20_000)}`],
    ['closing elements', 'ttml', `<tt><p begin="1s" end="2s">Hi${'</x>'.repeat(200_000)}</p>`],
    ['quotes', 'csv', `start,end,text\n0,1.5,Hi\n${'"'.repeat(300_000)}\n${'"a,'.repeat(100_000)}`],
    [
      'lines around a table',
      'csv',
      `|text|\n${'\n'.repeat(200_000)}|Hi ${' '.repeat(200_000)}${'|'.repeat(200_000)}x`,
    ],
    ['brackets in a name', 'csv', `text,${'('.repeat(200_000)}\nHi,1`],
    ['spaces in a time', 'csv', `start,text\n0${' '.repeat(200_000)}x,Hi\n1.5,Ho`],
    ['quotes', 'textgrid', `"IntervalTier" "a" 0 1 1 0 1 "Hi${'""'.repeat(150_000)}" ${'"'.repeat(300_001)}`],
    ['spaces in a line', 'txt', `Ada${' '.repeat(200_000)}x`],
    ['marks before a name', 'txt', `${'>'.repeat(200_000)} ${'-'.repeat(200_000)} Ada`],
    ['marks on a letter', 'txt', `a${'\u0301\u0323'.repeat(500_000)}`],
    ['marks in a word', 'txt', `a${'-'.repeat(300_000)}b`],
    ['dots in a word', 'txt', `a${'.'.repeat(300_000)}b.`],
    [
      'levels of JSON',
      'json',
      `{"segments":[{"start":0,"end":1,"text":"a","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`,
    ],
    [
      'words that are not in their text',
      'json',
      segment(
        Array.from({ length: 100_000 }, () => ({ word: 'b', start: 1 })),
        'a'.repeat(1_000_000),
      ),
    ],
    [
      'words without times',
      'json',
      segment([
        { word: 'a', start: 0 },
        ...Array.from({ length: 200_000 }, (_, at) => (at % 2 ? { word: 'a' } : { word: 'b', start: 1 })),
        ...Array.from({ length: 200_000 }, () => ({ word: 'c' })),
      ]),
    ],
  ] as const)('with many %s', { tags: THOROUGH_TAG }, async (_, format, text) => {
    expect(wordsOf(await imported(format, text)).length).toBeGreaterThan(0);
  });

  it('with many who speak, whose names may be texts', { tags: THOROUGH_TAG }, async () => {
    const cues = Array.from(
      { length: 20_000 },
      (_, index) =>
        `${times(index)}.000 --> ${times(index)}.900\n<v Speaker ${index} ${'x'.repeat(300)}>Hello\n`,
    );
    const { speakers } = await imported('vtt', `WEBVTT\n\n${cues.join('\n')}`);
    expect(speakers).toHaveLength(20_000);
    expect(speakers.every(({ name }) => name !== null && name.length <= 200)).toBe(true);
  });
});

describe('an import is refused', () => {
  it('with more words than a device can hold', async () => {
    await expect(imported('txt', 'a '.repeat(1_000_001))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/more than 1000000 words/),
    });
  });

  it('if it is JSON of nothing but levels', async () => {
    await expect(imported('json', '['.repeat(200_000) + ']'.repeat(200_000))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
