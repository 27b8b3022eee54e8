import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

/** Two people, with times. */
const TALK = ['0.5-1.2 [SPEAKER_00] "Hi."', '1.5-3.2 [SPEAKER_01] "How are you?"'];
const CUES = ['1-3.48 "Hi. How are you?"', '5-6 "Fine."'];
const STARTS = ['1-null [Ada] "Hi."', '5-null [Bob] "Fine."'];

describe('a text with the times and names of another program', () => {
  it.each([
    'SPEAKER_00 [0.5s - 1.2s]: Hi.\nSPEAKER_01 [1.5s - 3.2s]: How are you?\n',
    '[SPEAKER_00] 0.50s-1.20s: Hi.\n[SPEAKER_01] 1.50s-3.20s: How are you?\n',
    '[0.5 - 1.2] SPEAKER_00: Hi.\n[1.5 - 3.2] SPEAKER_01: How are you?\n',
    '(0.5, 1.2) SPEAKER_00: Hi.\n(1.5, 3.2) SPEAKER_01: How are you?\n',
    '[0.50s -> 1.20s] SPEAKER_00: Hi.\n[1.50s -> 3.20s] SPEAKER_01: How are you?\n',
    '0.50 1.20 SPEAKER_00 Hi.\n1.50 3.20 SPEAKER_01 How are you?\n',
    'SPEAKER_00 (0.5 - 1.2)\nHi.\n\nSPEAKER_01 (1.5 - 3.2)\nHow are you?\n',
    'SPEAKER_00 00:00:00.500 --> 00:00:01.200 Hi.\nSPEAKER_01 00:00:01.500 --> 00:00:03.200 How are you?\n',
    '[00:00:00.500 --> 00:00:01.200] [SPEAKER_00] Hi.\n[00:00:01.500 --> 00:00:03.200] [SPEAKER_01] How are you?\n',
  ])('of those that tell speakers apart: %j', (text) =>
    expect(shownImport('a.txt', text)).toEqual({ passages: TALK, notes: [] }),
  );

  it.each([
    ['Trint', 'Ada [00:00:01] Hi.\n\nBob [00:00:05] Fine.\n'],
    ['Sonix and Descript', 'Ada: [00:00:01] Hi.\n\nBob: [00:00:05] Fine.\n'],
    ['Happy Scribe', '[00:00:01.000] - Ada\nHi.\n\n[00:00:05.000] - Bob\nFine.\n'],
    ["Zoom's captions", '[Ada] 00:00:01\nHi.\n\n[Bob] 00:00:05\nFine.\n'],
    ['a table of Word', '00:00:01\tAda\tHi.\n00:00:05\tBob\tFine.\n'],
  ])('%s', (_, text) => expect(shownImport('a.txt', text)).toEqual({ passages: STARTS, notes: [] }));

  it.each([
    ['with a title', 'An interview\n\n00:00:01 Ada\nHi.\n\n00:00:05 Bob\nFine.\n', 'An interview'],
    [
      'of Otter',
      'Ada  0:01\nHi.\n\nBob  0:05\nFine.\n\nTranscribed by https://otter.ai\n',
      'Transcribed by https://otter.ai',
    ],
    [
      'of Teams',
      'Ada   0:01\nHi.\n\nBob   0:05\nFine.\n\nAda stopped transcription\n',
      'Ada stopped transcription',
    ],
    ['of Express Scribe', 'An interview\n\n[00:00:01] Ada: Hi.\n\n[00:00:05] Bob: Fine.\n', 'An interview'],
  ])('%s loses what nobody says, with a note', (_, text, line) =>
    expect(shownImport('a.txt', text)).toEqual({
      passages: STARTS,
      notes: [`“${line}” is not said in the recording, and was left out.`],
    }),
  );

  it.each([
    ['f4', 'I: Hi. #00:00:05-2#\nB: Fine. #00:00:09-8#\n', ['0-5.2 [I] "Hi."', '5.2-9.8 [B] "Fine."']],
    ['Word', 'Hi. (00:01)\n\nFine. (00:05)\n', ['0-1 "Hi."', '1-5 "Fine."']],
  ])('whose stamps stand behind it: %s', (_, text, passages) =>
    expect(shownImport('a.txt', text)).toEqual({ passages, notes: [] }),
  );

  it.each([
    ['0:00\nhi all\n1:03\nand welcome\n'],
    ['0:00\n0 seconds\nhi all\n1:03\n1 minute, 3 seconds\nand welcome\n'],
    ['0:00\n0 Sekunden\nhi all\n1:03\n1 Minute und 3 Sekunden\nand welcome\n'],
    ['0:00hi all\n1:03and welcome\n'],
  ])('copied from YouTube: %j', (text) =>
    expect(shownImport('a.txt', text).passages).toEqual(['0-null "hi all"', '63-null "and welcome"']),
  );

  it('of Google Meet has several people below one time', () => {
    expect(
      shownImport(
        'a.txt',
        '00:00:00\n\nAda: Hi.\nBob Smith: Fine.\n\n00:05:00\n\nAda: So.\nBob Smith: Yes.\n',
      ).passages,
    ).toEqual([
      '0-null [Ada] "Hi."',
      '0-null [Bob Smith] "Fine."',
      '300-null [Ada] "So."',
      '300-null [Bob Smith] "Yes."',
    ]);
  });

  it('of Premiere has the name of a speaker between time and text', () => {
    expect(
      shownImport(
        'a.txt',
        '00:00:01:00 - 00:00:02:00\nUnknown\nHi.\n\n00:00:05:00 - 00:00:06:00\nUnknown\nFine.\n',
      ).passages,
    ).toEqual(['1-2 [Unknown] "Hi."', '5-6 [Unknown] "Fine."']);
  });

  it('has stamps within the text, which nobody says', () => {
    expect(
      shownImport('a.txt', 'Ada: Hi. [00:00:07] More.\n\nADA: [inaudible 00:00:08] so.\n\nAda: Bye.\n')
        .passages,
    ).toEqual(['null-null [Ada] "Hi. More."', 'null-null [ADA] "[inaudible] so."', 'null-null [Ada] "Bye."']);
  });
});

describe('a deposition', () => {
  it.each([
    'Q. Your name?\nA. Ada. I live\nhere.\nQ. Thanks.\n',
    'Q: Your name?\nA: Ada. I live here.\nQ: Thanks.\n',
    '1   Q   Your name?\n2   A   Ada. I live\n3   here.\n4   Q   Thanks.\n',
    '     Q.   Your name?\n\n     A.   Ada. I live\n     here.\n\n     Q.   Thanks.\n',
  ])('is said by two: %j', (text) =>
    expect(shownImport('a.txt', text)).toEqual({
      passages: [
        'null-null [Q] "Your name?"',
        'null-null [A] "Ada. I live here."',
        'null-null [Q] "Thanks."',
      ],
      notes: [],
    }),
  );

  it('has others who speak, and lines that nobody says', () => {
    const { passages, notes } = shownImport(
      'a.txt',
      'EXAMINATION\nBY MR. SMITH:\nQ.  Your name?\nMS. JONES:  Objection.\nA.  Ada.\n(Recess taken.)\nQ.  Thanks.\n',
    );
    expect(passages.map((passage) => passage.replace('null-null ', ''))).toEqual([
      '[Q] "Your name?"',
      '[MS. JONES] "Objection."',
      '[A] "Ada."',
      '[Q] "Thanks."',
    ]);
    expect(notes).toHaveLength(3);
  });

  it.each([
    ['initials', 'A. Smith wrote to us.\nQ. Jones did not.\nSo we left.\n'],
    ['an article', 'A  man came.\nA  dog barked.\nA  cat slept.\n'],
  ])('is none with %s', (_, text) => {
    expect(shownImport('a.txt', text).passages.every((passage) => !passage.includes('['))).toBe(true);
  });
});

describe('subtitles with pairs of times', () => {
  it.each([
    [
      'a.txt',
      '@ This file written with the Avid Caption plugin, version 1\n\n<begin subtitles>\n00:00:01:00 00:00:03:12\nHi.\nHow are you?\n\n00:00:05:00 00:00:06:00\nFine.\n\n<end subtitles>\n',
    ],
    [
      'a.stl',
      '//English\n$FontName           = Arial\n\n00:00:01:00,00:00:03:12,Hi.|How are you?\n00:00:05:00 , 00:00:06:00 , ^IFine.^I\n',
    ],
    ['a.txt', '1 00:00:01:00 00:00:03:12 Hi.\nHow are you?\n2 00:00:05:00 00:00:06:00 Fine.\n'],
    ['a.txt', '0001\t00:00:01:00\t00:00:03:12\tHi. How are you?\n0002\t00:00:05:00\t00:00:06:00\tFine.\n'],
    ['a.txt', '0001: 00:00:01:00 00:00:03:12\nHi.\nHow are you?\n\n0002: 00:00:05:00 00:00:06:00\nFine.\n'],
    ['a.txt', '00;00;01;00,00;00;03;12,Hi. How are you?\n00;00;05;00,00;00;06;00,Fine.\n'],
  ])('%s: %j', (name, text) => expect(shownImport(name, text)).toEqual({ passages: CUES, notes: [] }));

  const HEAD = '[INFORMATION]\n[TITLE]A film\n[DELAY]0\n[BEGIN]\n******** START SCRIPT ********\n';
  it.each([
    [
      '[00:00:01]\nHi.|There\n[00:00:04]\n\n[00:00:06]\nBye.\n[00:00:08]\n[end]\n******** END SCRIPT ********\n',
      ['1-4 "Hi. There"', '6-8 "Bye."'],
      0,
    ],
    ['[00:00:01]\nHi.\n[00:00:06]\nBye.\n', ['1-6 "Hi."', '6-7 "Bye."'], 1],
  ])('of SubViewer 1, also without their ends: %j', (text, passages, notes) => {
    const read = shownImport('a.sub', HEAD + text);
    expect(read.passages).toEqual(passages);
    expect(read.notes).toHaveLength(notes);
  });
});

it('Webex has who speaks in the name of a cue', () => {
  expect(
    shownImport('a.vtt', 'WEBVTT\n\n1 "Ada Byron" (123)\n00:00:01.000 --> 00:00:03.000\nHi.\n').passages,
  ).toEqual(['1-3 [Ada Byron] "Hi."']);
});

it.each([
  ['NVivo', 'a.txt', 'Timespan\tContent\tSpeaker\n0:00.0 - 0:03.5\tHi.\tAda\n', ['0-3.5 [Ada] "Hi."']],
  [
    'ELAN',
    'a.txt',
    'Ada\t\t00:00:01.000\t1.0\t00:00:03.000\t3.0\t00:00:02.000\t2.0\tHi.\n',
    ['1-3 [Ada] "Hi."'],
  ],
  [
    'NIST',
    'a.stm',
    ';; x\ntalk 1 ada 1.00 3.00 <o,f0,female> hi\ntalk 1 x 3 4 <o> ignore_time_segment_in_scoring\n',
    ['1-3 [ada] "hi"'],
  ],
  ['NIST', 'a.ctm', 'talk 1 1.00 0.30 good 0.9\ntalk 1 1.30 0.40 day 0.8\n', ['1-1.7 "good day"']],
])('a table of %s', (_, name, text, passages) =>
  expect(shownImport(name, text)).toEqual({ passages, notes: [] }),
);

it.each([
  'Weekly\nJanuary 8, 2026, 10:58AM\n32m 10s\n\n',
  'Réunion\n8 janvier 2026, 10:58\n1h 2m 3s\n\n',
  '32m 10s\n\n',
])('the length of a meeting above the first name is no time of it: %j', (head) => {
  const text = `${head}Dupont, Émile   0:03\nBonjour.\n\nMartin Léa   0:10\nSalut.\n\nDupont, Émile   0:15\nBien.\n`;
  expect(shownImport('a.txt', text).passages).toEqual([
    '3-null [Dupont, Émile] "Bonjour."',
    '10-null [Martin Léa] "Salut."',
    '15-null [Dupont, Émile] "Bien."',
  ]);
});

it('a sentence behind a time names nobody', () => {
  const text = '10:30: Hello there.\n\nBen: Yes I do.\n\n10:30: So we are.\n\nBen: No.\n';
  const { passages } = shownImport('a.txt', text);
  expect(passages).toContain('null-null [Ben] "Yes I do."');
  expect(passages).toContain('null-null [Ben] "No."');
});

it('names in brackets on rows of their own above the text are who speaks', () => {
  const cues = [
    ['(Chloé Dubois)', 'Bonjour.'],
    ['(Hugo)', 'Salut.'],
    ['Ça va ?'],
    ['(Chloé Dubois)', 'Oui.'],
  ];
  const sbv = cues.map((rows, at) => `0:00:0${at}.000,0:00:0${at}.900\n${rows.join('\n')}\n`).join('\n');
  expect(shownImport('a.sbv', sbv).passages).toEqual([
    '0-0.9 [Chloé Dubois] "Bonjour."',
    '1-1.9 [Hugo] "Salut."',
    '2-2.9 "Ça va ?"',
    '3-3.9 [Chloé Dubois] "Oui."',
  ]);
  const sounds = sbv.replaceAll(/\(.*\)/g, '(Applaus)');
  expect(shownImport('a.sbv', sounds).passages[0]).toBe('0-0.9 "(Applaus) Bonjour."');
});

it('what Sonix writes above a transcript is not said', () => {
  const text =
    'Sonix is an automated transcription service.\n\nSpeaker1: [00:00:02] Hello.\n\nSpeaker2: [00:00:06] Hi.\n';
  expect(shownImport('a.txt', text).passages).toEqual([
    '2-null [Speaker1] "Hello."',
    '6-null [Speaker2] "Hi."',
  ]);
});

it.each([
  ['Participants: Ada Byron, Ben Katz', true],
  ['Teilnehmerinnen: Anna Groß, Eva Klein und Dr. Weber', true],
  ['Asistentes: Lucía Gómez y Ramón Díaz', true],
  ['Partecipanti: Ada Rossi, Ben Neri', true],
  ['Présents: Zoé, Hugo', true],
  ['Teilnehmer: Ja, gut', false],
  ['Participants: Ada, thank you.', false],
  ['Present: the budget, the plan', false],
])('a list of who took part is no speech: %s', (line, isList) => {
  const { passages, notes } = shownImport('a.txt', `${line}\n\nAda: Hello.\nBen: Hi.\nAda: So.\n`);
  expect(passages.length).toBe(isList ? 3 : 4);
  expect(notes.length).toBe(isList ? 1 : 0);
});

it('who is called so may say names', () => {
  const text = 'Teilnehmer: Anna, Ben\nAda: So.\nTeilnehmer: Genau.\nAda: Gut.\n';
  expect(shownImport('a.txt', text).passages).toHaveLength(4);
});

it.each([
  [
    'f4 without tenths',
    'Ada: Hi. #00:00:03#\nBob: Fine. #00:00:05#\n',
    ['0-3 [Ada] "Hi."', '3-5 [Bob] "Fine."'],
  ],
  ['columns with bars', 'Ada | 00:01 | Hi.\nBob | 00:05 | Fine.\n', STARTS],
  ['a name of the time', 'Zeitmarke: 00:01\nAda: Hi.\n\nZeitmarke: 00:05\nBob: Fine.\n', STARTS],
  ['another one', 'Timecode: 00:01 Ada: Hi.\nTimecode: 00:05 Bob: Fine.\n', STARTS],
])('a text with %s', (_, text, passages) => {
  expect(shownImport('a.txt', text).passages).toEqual(passages);
});

it.each(['--- Page 2 ---', 'Seite 1 von 2', 'Página 1 de 2', 'Pagina 1/2', 'Page 1 sur 2'])(
  'the mark of a page is no speech: %s',
  (mark) => {
    const talk = 'Ada: Hi.\nBob: Fine.\n';
    expect(shownImport('a.txt', `${talk}${mark}\n${talk}`).passages).toHaveLength(4);
    expect(shownImport('a.txt', `${talk}Ada: ${mark}\n${talk}`).passages).toHaveLength(5);
  },
);

it.each([
  ['| a | b |\n\n|---|---|\n\n| c | d |\n', ['a b', '--- ---', 'c d']],
  ['| a | b |\n|---|---|\n| c | d |\n', ['a b', '--- ---', 'c d']],
  ['0:01 Hallo | Welt\n0:04 gut | danke\n', ['Hallo Welt', 'gut danke']],
])('bars that are said make no table: %j', (text, expected) => {
  const { passages } = shownImport('a.txt', text);
  expect(passages.map((passage) => passage.replace(/^\S+ "|"$/g, ''))).toEqual(expected);
});
