import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../tests/fakes/corrected-document.ts';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';
import { serialize } from '../../serialize.ts';

const cues = (...texts: string[]) =>
  texts
    .map((text, at) => `${at + 1}\n00:00:0${2 * at + 1},000 --> 00:00:0${2 * at + 2},000${text}\n\n`)
    .join('');
const about = { id: 'i', revision: 0, edited_at: null };

describe('an arrow that is said', () => {
  const SAID = [
    '10:00 --> 11:00',
    '10:00 --> 11:00 we meet',
    'de 10:00 → 11:00',
    '10:00 → 11:00',
    '3 -> 4 Äpfel',
    '5 --> 6',
    '10:00 --&gt; 11:00',
    'See\n10:00 --> 11:00',
    '3 mele\n2 -> 3 pere',
    '00:01:02,000 → 00:01:03,000',
  ];
  it.each(SAID)('is no line of times: %j', (text) => {
    const said = text.replace('\n', ' ').replace('&gt;', '>');
    expect(shownImport('a.srt', cues(`\n${text}`, '\nYes.'))).toEqual({
      passages: [`1-2 "${said}"`, '3-4 "Yes."'],
      notes: [],
    });
  });

  it.each(['srt', 'vtt'] as const)('comes back from %s', (format) => {
    const texts = ['10:00 --> 11:00', '00:00:01,000 --> 00:00:02,000', 'A --> B', '→ C'];
    const document = documentOf(...texts.map((text, at) => ({ text, at: 10 * at + 1, speaker: 0 })));
    const { content } = serialize(document, format, about);
    const shown = shownImport(`a.${format}`, String(content));
    expect(shown.passages.map((passage) => passage.replace(/^[^"]*"|"$/g, ''))).toEqual(texts);
  });

  it('is one of times where a cue begins, or where all cues have such', () => {
    const mixed = cues('\nHi.').replace(/$/, '00:00:03,000 → 00:00:04,000\nYes.\n2\n00:05 -> 00:06\nNo.\n');
    expect(shownImport('a.srt', mixed).passages).toEqual(['1-2 "Hi."', '3-4 "Yes."', '5-6 "No."']);
    const unspaced = '00:01 → 00:02\nHi.\n00:03 → 00:04\nYes.\n';
    expect(shownImport('a.srt', unspaced).passages).toEqual(['1-2 "Hi."', '3-4 "Yes."']);
  });
});

it.each(['1 00:00:01,000 --> 00:00:02,000 Hallo', '1. 00:00:01.000 --> 00:00:02.000\nHallo'])(
  'the number of a cue may stand before its times: %j',
  (cue) => {
    expect(
      shownImport('a.srt', `${cue}\n${cue.replaceAll('1', '3').replace('02', '04')}\n`).passages,
    ).toEqual(['1-2 "Hallo"', '3-4 "Hallo"']);
  },
);

describe('names behind the times of cues', () => {
  it.each([
    ['[Anna]', '[Ben]'],
    ['(Jürgen Müller)', '(Sabine)'],
    ['María:', 'José:'],
    ['[SPEAKER_00]', '[SPEAKER_01]'],
    ['[Intervenant 1]', '[Intervenant 2]'],
  ])('%s', (first, second) => {
    const shown = [first, second].map((name) => name.replace(/^[[(]|[\]):]$/g, ''));
    expect(shownImport('a.srt', cues(` ${first}\nOne.`, ` ${second}\nTwo.`)).passages).toEqual([
      `1-2 [${shown[0]}] "One."`,
      `3-4 [${shown[1]}] "Two."`,
    ]);
  });

  it('need no marks where they come again', () => {
    expect(shownImport('a.srt', cues(' Anna\nOne.', ' Ben\nTwo.', ' Anna\nThree.')).passages).toEqual([
      '1-2 [Anna] "One."',
      '3-4 [Ben] "Two."',
      '5-6 [Anna] "Three."',
    ]);
  });

  it.each([
    [' Hello there.\nWe go on.', '1-2 "Hello there. We go on."'],
    [' [Music]\nHello.', '1-2 "[Music] Hello."'],
    [' [Anna]', '1-2 "[Anna]"'],
    [' Note: late\nHello.', '1-2 "Note: late Hello."'],
  ])('other texts stay what is said: %j', (text, expected) => {
    expect(shownImport('a.srt', cues(text)).passages).toEqual([expected]);
  });
});

it('JSON that is said stays', () => {
  expect(shownImport('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n{"a":1}\n').passages).toEqual([
    '1-2 "{"a":1}"',
  ]);
});

it.each(['Smith, John', '10:30', 'A; B', 'Ada: the first'])('a name comes back from ASS: %s', (name) => {
  const document = documentOf({ text: 'Hello there.', at: 1, speaker: 0 });
  const speakers = document.speakers.map((speaker) => ({ ...speaker, name }));
  const { content } = serialize({ ...document, speakers }, 'ass', about, { names: true, speakers: true });
  expect(shownImport('a.ass', String(content)).passages).toEqual([
    expect.stringMatching(/^1-\S+ \[.*\] "Hello there\."$/),
  ]);
  expect(shownImport('a.ass', String(content)).passages[0]).toContain(`[${name}]`);
});
