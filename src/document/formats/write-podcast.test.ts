import { spawnSync } from 'node:child_process';
import { convertFile, determineFormat, TranscriptFormat } from 'transcriptator';
import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { serialize } from '../serialize.ts';

const about = { id: crypto.randomUUID(), revision: 0, edited_at: null };
const document = documentOf(
  { text: 'Good morning. How are you?', at: 1, speaker: 0 },
  { text: 'Fine, thanks.', at: 5, speaker: 1 },
);
const talk = {
  ...document,
  speakers: document.speakers.map((speaker, at) => ({ ...speaker, name: at === 0 ? 'Ada' : null })),
  chapters: [
    { id: 'h1', start: 5.0004, title: 'Answers & more', made_by: 'hand' as const },
    { id: 'h0', start: 0, title: 'Greetings', made_by: 'hand' as const },
  ],
};
const write = (format: 'podcast' | 'chapters' | 'srt', options: object = {}) =>
  String(serialize(talk, format, about, { names: true, title: 'Talk', ...options }).content);

it('a podcast’s transcript has a segment for each sentence or paragraph, with who says it', () => {
  const { version, segments } = JSON.parse(write('podcast'));
  expect(version).toBe('1.0.0');
  expect(segments.map(({ speaker, body }: Record<string, string>) => [speaker, body])).toEqual([
    ['Ada', 'Good morning.'],
    ['Ada', 'How are you?'],
    ['Speaker 2', 'Fine, thanks.'],
  ]);
  expect(segments[0]).toMatchObject({ startTime: 1, endTime: expect.any(Number) });
  expect(JSON.parse(write('podcast', { timestamps: 'paragraph' })).segments).toHaveLength(2);
  expect(write('podcast', { speakers: false })).not.toContain('speaker');
});

it('chapters are in order, in whole milliseconds', () => {
  expect(JSON.parse(write('chapters'))).toEqual({
    version: '1.2.0',
    title: 'Talk',
    chapters: [
      { startTime: 0, title: 'Greetings' },
      { startTime: 5, title: 'Answers & more' },
    ],
  });
});

it('another program reads the transcript, and who speaks in its captions', () => {
  const spoken = [
    ['Ada', 'Good morning.'],
    ['Ada', 'How are you?'],
    ['Speaker 2', 'Fine, thanks.'],
  ];
  const read = (format: TranscriptFormat, file: string) =>
    convertFile(file, format).map(({ speaker, body }) => [speaker, body]);
  const file = write('podcast');
  expect(determineFormat(file)).toBe(TranscriptFormat.JSON);
  expect(read(TranscriptFormat.JSON, file)).toEqual(spoken);
  for (const { startTime, endTime } of convertFile(file)) expect(endTime).toBeGreaterThan(startTime);
  expect(Object.keys(JSON.parse(file).segments[0])).toEqual(['speaker', 'startTime', 'endTime', 'body']);
  const captions = read(TranscriptFormat.SRT, write('srt', { speakers: true }));
  expect(captions).toEqual([
    ['Ada', 'Good morning. How are you?'],
    ['Speaker 2', 'Fine, thanks.'],
  ]);
});

const CHAPTERS = `
import json, sys
from podcast_chapter_tools.extractors import extract_pci_chapters
print(json.dumps([[chapter.start, chapter.title] for chapter in extract_pci_chapters(json.load(sys.stdin))]))
`;
const python = process.env.PYTHON ?? 'python3';
const hasReader = spawnSync(python, ['-c', 'import podcast_chapter_tools.extractors']).status === 0;

it.runIf(hasReader)('another program reads the chapters', () => {
  const { stdout } = spawnSync(python, ['-c', CHAPTERS], { input: write('chapters'), encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([
    [0, 'Greetings'],
    [5, 'Answers & more'],
  ]);
});
