import { expect, it } from 'vitest';
import { readPassages, shownImport } from '../../../../tests/fakes/shown-import.ts';
import { makeDocument } from '../../make-document.ts';
import { serialize } from '../../serialize.ts';
import { importedDocument } from '../imported-document.ts';

/** Who says each paragraph of what is imported, and what. */
function paragraphs(name: string, content: string): string[] {
  const { passages, format } = readPassages(name, content);
  const from = { name, format, notes: [], texts: [] };
  const document = importedDocument({ passages, from, machine: null, duration: 60, language: 'en' });
  const names = new Map(document.speakers.map((speaker) => [speaker.id, speaker.name]));
  return document.paragraphs.map(
    ({ speaker, words }) =>
      `${names.get(speaker ?? '') ?? null}: ${words
        .map(({ word }) => word)
        .join('')
        .trim()}`,
  );
}

const utterance = (start: number, text: string, speaker?: number) => ({
  start,
  end: start + 1,
  confidence: 1,
  channel: 0,
  ...(speaker === undefined ? {} : { speaker }),
  language: 'en' as const,
  words: [{ word: ` ${text}`, start, end: start + 1, confidence: 1 }],
  text,
});

const about = {
  id: '00000000-0000-4000-8000-000000000000',
  revision: 1,
  edited_at: '2026-01-02T03:04:05.678Z',
};

it.each([
  ['csv', 'csv'],
  ['json', 'json'],
  ['ttml', 'ttml'],
  ['ass', 'ass'],
  ['vtt', 'vtt'],
  ['textgrid', 'TextGrid'],
] as const)('what nobody is named for comes back so: %s', (format, extension) => {
  const made = makeDocument([utterance(1, 'Hello.', 0), utterance(10, 'Mm.'), utterance(20, 'Bye.', 1)], 60);
  const [ada, ben] = made.speakers.map((speaker, at) => ({ ...speaker, name: ['Ada', 'Ben'][at] ?? null }));
  const document = { ...made, speakers: ada && ben ? [ada, ben] : [] };
  const { content } = serialize(document, format, about, { names: true, speakers: true });
  expect(paragraphs(`a.${extension}`, String(content))).toEqual(['Ada: Hello.', 'null: Mm.', 'Ben: Bye.']);
});

it.each([
  [
    'each cue',
    ['<v Ada>Hi.', '<v Ada>You.', 'Mm.', '<v Ben>Ho.'],
    ['Ada: Hi. You.', 'null: Mm.', 'Ben: Ho.'],
  ],
  ['changes', ['<v Ada>Hi.', 'You.', '<v Ben>Ho.'], ['Ada: Hi. You.', 'Ben: Ho.']],
])('captions may name who speaks in %s', (_, texts, expected) => {
  const cues = texts.map((text, at) => `00:0${at}.000 --> 00:0${at}.900\n${text}\n`);
  expect(paragraphs('a.vtt', ['WEBVTT\n', ...cues].join('\n'))).toEqual(expected);
});

it('an arrow alone is a change to an unknown voice', () => {
  const srt = (...texts: string[]) =>
    texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join('\n');
  expect(paragraphs('a.srt', srt('>> Hi. >> Ho.', '>> Mm.', 'Yes.'))).toEqual([
    'null: Hi.',
    'null: Ho.',
    'null: Mm. Yes.',
  ]);
  const labelled = srt('>> ANNA: Let us go. >> BEN: ok', '>> Hm.', 'Yes.', '>> ANNA: Go.');
  const expected = ['ANNA: Let us go.', 'BEN: ok', 'null: Hm. Yes.', 'ANNA: Go.'];
  expect(paragraphs('a.srt', labelled)).toEqual(expected);
  expect(paragraphs('a.txt', '>> ANNA: Let us go. >> BEN: ok\n>> Hm.\n>> ANNA: Go.\n')).toEqual([
    'ANNA: Let us go.',
    'BEN: ok',
    'null: Hm.',
    'ANNA: Go.',
  ]);
});

it('fields that are empty are nobody', () => {
  const passages = ['1-2 [Ada] "Hi."', '2-3 [] "Mm."', '3-4 [Ben] "Ho."'];
  const segments = ['Ada', null, 'Ben'].map((speaker, at) => ({
    start: at + 1,
    end: at + 2,
    speaker,
    text: ['Hi.', 'Mm.', 'Ho.'][at],
  }));
  expect(shownImport('a.json', JSON.stringify({ segments })).passages).toEqual(passages);
  const table = 'start,end,speaker,text\n1,2,Ada,Hi.\n2,3,,Mm.\n3,4,Ben,Ho.\n';
  expect(shownImport('a.csv', table).passages).toEqual(passages);
});
