import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { correctedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { documentCues } from '../cues/document-cues.ts';
import { applyChange } from '../edits/change.ts';
import { setText } from '../edits/edit-text.ts';
import { serialize } from '../serialize.ts';
import { alignImported, importedDocument } from './imported-document.ts';
import { readImport } from './read-import.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (name: string, text: string) => readImport({ name, bytes: bytes(text), format: null });
const NOTHING = { machine: null, duration: 60, language: 'en' } as const;

async function imported(
  name: string,
  text: string,
  options: { machine?: CorrectedTranscript | null; duration?: number } = {},
): Promise<CorrectedTranscript> {
  const { format, notes, ...found } = await read(name, text);
  if (!('passages' in found)) throw new Error('It holds a document.');
  return importedDocument({
    ...NOTHING,
    ...options,
    passages: found.passages,
    from: { name, format, notes: notes.map(inEnglish) },
  });
}

const timesOf = ({ paragraphs }: CorrectedTranscript) =>
  paragraphs.flatMap(({ words }) => words.map(({ word, start, end }) => [word.trim(), start, end]));
const about = { id: 'x', revision: 1, edited_at: null };

const SRT = `1
00:00:00,500 --> 00:00:02,000
Good <i>morning</i>
{\\an8}Sam

2
00:00:04,000 --> 00:00:05,600
Thank you very much.
`;
const MACHINE = documentOf(
  { text: 'good mourning Sam', at: 0.6, speaker: 0 },
  { text: 'thank you much', at: 4.1, speaker: 1 },
);

describe('an imported SubRip file', () => {
  it('keeps its cues to the millisecond and its rows, and is exported as it came', async () => {
    const document = await imported('talk.srt', SRT, { machine: MACHINE });
    expect(documentCues(document).map(({ startMs, endMs, rows }) => [startMs, endMs, rows])).toEqual([
      [500, 2000, ['Good morning', 'Sam']],
      [4000, 5600, ['Thank you very much.']],
    ]);
    const { content } = serialize(document, 'srt', about);
    expect(content).toBe(SRT.replaceAll(/<\/?i>|\{.*\}/g, ''));
    expect(correctedTranscript.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  it('gets the times, speakers and language that were recognised', async () => {
    const document = await imported('talk.srt', SRT, { machine: MACHINE });
    expect(timesOf(document)).toEqual([
      ['Good', 0.6, 1],
      ['morning', 1.1, 1.5],
      ['Sam', 1.6, 2],
      ['Thank', 4.1, 4.5],
      ['you', 4.6, 5],
      ['very', 5, 5.1],
      ['much.', 5.1, 5.5],
    ]);
    expect(document.paragraphs.map(({ speaker }) => speaker)).toEqual(['s0', 's1']);
    expect(document.imported).toEqual({
      name: 'talk.srt',
      format: 'srt',
      aligned: true,
      heard: 0.71,
      notes: [],
      passages: null,
    });
  });

  it('spreads its words over their cues until the recording is recognised, then aligns them', async () => {
    const waiting = await imported('talk.srt', SRT);
    expect(timesOf(waiting).map(([, start]) => start)).toEqual(
      [0.5, 0.8, 1.4, 4, 4.32, 4.64, 5.28].map((at) => expect.closeTo(at, 0)),
    );
    expect(waiting.imported).toMatchObject({ aligned: false, heard: null });
    const direct = await imported('talk.srt', SRT, { machine: MACHINE });
    expect(alignImported(waiting, MACHINE)).toEqual(direct);
    expect(alignImported(direct, MACHINE)).toBe(direct);
  });

  it('shows the words in their cues once somebody corrects them', async () => {
    const document = await imported('talk.srt', SRT, { machine: MACHINE });
    const change = setText(document, 0, 'Good evening Sam');
    if (!change) throw new Error('Nothing was changed.');
    const [first, second] = documentCues(applyChange(document, change).document);
    expect(first?.rows.join(' ')).toBe('Good evening Sam');
    expect(second?.rows).toEqual(['Thank you very much.']);
  });

  it('takes names before the text for speakers, and "Note:" for text', async () => {
    const text = [
      'ADA: One.',
      'Note: two.',
      'Speaker 3: Three.',
      'Grace Hopper: Four.',
      'Grace Hopper: Five.',
    ]
      .map((row, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${row}\n`)
      .join('\n');
    const document = await imported('talk.srt', text);
    expect(document.speakers.map(({ number, name }) => [number, name])).toEqual([
      [0, 'ADA'],
      [2, null],
      [1, 'Grace Hopper'],
    ]);
    expect(textsOf(document)).toEqual(['One. Note: two.', 'Three.', 'Four. Five.']);
    const { content } = serialize(document, 'srt', about, { names: true, speakers: true });
    expect(content).toMatch(/ADA: One\..*Speaker 3: Three\..*Grace Hopper: Four\./su);
  });

  it('counts speakers from 1 as people do, and from 0 where the file does', async () => {
    const numbers = async (...names: string[]) => {
      const rows = names.map(
        (name, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${name}: Hello.\n`,
      );
      return (await imported('talk.srt', rows.join('\n'))).speakers.map(({ number }) => number);
    };
    expect(await numbers('Speaker 1', 'Speaker 2')).toEqual([0, 1]);
    expect(await numbers('Speaker 1', 'Speaker 0')).toEqual([1, 0]);
  });

  it('keeps the times of cues that overlap, each with its own words', async () => {
    const text = `1
00:00:01,000 --> 00:00:03,000
One two

2
00:00:01,000 --> 00:00:02,900
three

3
00:00:02,500 --> 00:00:04,000
four five
`;
    const document = await imported('talk.srt', text, {
      machine: documentOf({ text: 'one two three four five', at: 1 }),
    });
    expect(serialize(document, 'srt', about).content).toBe(text);
  });

  it.each([
    ['little-endian', [0xff, 0xfe]],
    ['big-endian', [0xfe, 0xff]],
  ] as const)('reads %s UTF-16 by its mark, and by its zeros without one', (_, mark) => {
    const units = [...SRT].map((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]);
    const wide = units.flatMap((unit) => (mark[0] === 0xff ? unit : unit.toReversed()));
    const readBytes = (all: readonly number[]) =>
      readImport({ name: 'talk.srt', bytes: new Uint8Array(all), format: null });
    const found = readBytes([...mark, ...wide]);
    expect('passages' in found && found.passages[1]?.text).toBe('Thank you very much.');
    expect(readBytes(wide)).toEqual(found);
  });

  it('reads XML in the encoding that it declares', () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><tt><body><p begin="1s" end="2s">Grüße</p></body></tt>';
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const found = readImport({ name: 'talk.xml', bytes, format: null });
    expect('passages' in found && found.passages[0]?.text).toBe('Grüße');
  });
});

describe('an imported WebVTT file', () => {
  it('gives voices, entities and text without markup; notes and styles are no text', async () => {
    const document = await imported(
      'talk.vtt',
      `WEBVTT - a title

STYLE
::cue { color: red }

NOTE not
for people

first
00:01.000 --> 00:02.500 align:start
<v Ada>Bread &amp; <c.loud>butter</c></v>

00:03.000 --> 00:04.000
<v Grace>Tea
`,
    );
    expect(textsOf(document)).toEqual(['Bread & butter', 'Tea']);
    expect(document.speakers.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
    expect(document.cues?.map(({ start, end }) => [start, end])).toEqual([
      [1, 2.5],
      [3, 4],
    ]);
  });
});

describe('an imported text', () => {
  const TEXT = 'Good morning, dear Sam.\n\nThank you very much.\n';

  it('keeps its paragraphs, which get the times and voices of the words that were recognised', async () => {
    const document = await imported('talk.txt', TEXT, { machine: MACHINE });
    expect(textsOf(document)).toEqual(['Good morning, dear Sam.', 'Thank you very much.']);
    expect(document.cues).toBeNull();
    const times = new Map(timesOf(document).map(([word, start]) => [word, start]));
    expect(times.get('Good')).toBe(0.6);
    expect(times.get('Sam.')).toBe(1.6);
    expect(times.get('Thank')).toBe(4.1);
    expect(times.get('much.')).toBeCloseTo(5.1, 1);
    expect(document.paragraphs.map(({ speaker }) => speaker)).toEqual(['s0', 's1']);
  });

  it('is spread over the recording where nothing was recognised', async () => {
    const document = await imported('talk.txt', TEXT, { duration: 11 });
    const times = timesOf(document);
    expect(times[0]?.[1]).toBe(0);
    expect(times.at(-1)?.[2]).toBe(11);
  });

  it('comes back from our own export with stamps and names', async () => {
    const before = documentOf(
      { text: 'Good morning Sam', at: 65, speaker: 0 },
      { text: 'Thank you', at: 70, speaker: 1 },
    );
    const { content } = serialize(before, 'txt', about, { timestamps: 'paragraph' });
    const after = await imported('talk.txt', String(content), { machine: before });
    expect(textsOf(after)).toEqual(textsOf(before));
    expect(after.speakers.map(({ number }) => number)).toEqual([0, 1]);
    expect(timesOf(after)).toEqual(timesOf(before));
  });

  it('of hours is aligned by what only one place has', async () => {
    const words = Array.from(
      { length: 12_000 },
      (_, at) => `${['so', 'and', 'the', 'of'][at % 4]}${Math.floor(at / 7) * ((at * 7919) % 13)}`,
    );
    const machine = documentOf({ text: words.join(' '), at: 0 });
    const wrong = words.map((word, at) => (at % 10 === 3 ? `x${at}` : word)).filter((_, at) => at % 50 !== 7);
    const document = await imported('talk.txt', wrong.join(' '), { machine });
    expect(document.imported?.heard).toBeGreaterThan(0.85);
    const at = new Map(
      machine.paragraphs.flatMap((one) => one.words).map(({ start }, index) => [index, start]),
    );
    const got = timesOf(document);
    const off = words
      .flatMap((_, index) => (index % 50 === 7 ? [] : [index]))
      .map((from, index) => Math.abs(Number(got[index]?.[1]) - (at.get(from) ?? 0)));
    expect(off.toSorted((a, b) => a - b)[Math.floor(off.length * 0.95)]).toBeLessThan(1);
  });
});

describe('imported JSON', () => {
  const words = [
    { word: 'Hello', start: 0.1, end: 0.4, score: 0.9 },
    { word: '2024' },
    { word: 'there.', start: 1, end: 1.5, score: 0.8, speaker: 'SPEAKER_01' },
  ];

  it('of WhisperX keeps the times of words; numbers without any lie between', async () => {
    const document = await imported(
      'x.json',
      JSON.stringify({
        language: 'en',
        segments: [{ start: 0, end: 2, text: 'Hello 2024 there.', speaker: 'SPEAKER_01', words }],
      }),
      { machine: MACHINE },
    );
    expect(timesOf(document)).toEqual([
      ['Hello', 0.1, 0.4],
      ['2024', 0.4, 1],
      ['there.', 1, 1.5],
    ]);
    expect(textsOf(document)).toEqual(['Hello 2024 there.']);
    expect(document.speakers[0]).toMatchObject({ number: 1, name: null });
    expect(document.paragraphs[0]?.words[2]?.confidence).toBe(0.8);
  });

  it.each([
    [
      'Whisper',
      { text: 'Hi all.', language: 'english', segments: [{ id: 0, start: 1, end: 2, text: ' Hi all.' }] },
    ],
    [
      'whisper.cpp',
      {
        result: { language: 'en' },
        transcription: [{ offsets: { from: 1000, to: 2000 }, text: ' Hi all.' }],
      },
    ],
    ['segments alone', [{ start: 1, end: 2, text: 'Hi all.' }]],
  ])('of %s is read', async (_, file) => {
    const document = await imported('x.json', JSON.stringify(file));
    expect(textsOf(document)).toEqual(['Hi all.']);
    expect(document.paragraphs[0]).toMatchObject({ start: 1, end: 2, language: 'en' });
  });

  it('of the API brings words, speakers and names back', async () => {
    const { content } = serialize(MACHINE, 'json', about, { names: true });
    const document = await imported('x.json', String(content));
    expect(timesOf(document)).toEqual(timesOf(MACHINE));
    expect(document.speakers.map(({ number }) => number)).toEqual([0, 1]);
    const job = { result: { transcription: { utterances: JSON.parse(String(content)).utterances } } };
    expect(timesOf(await imported('x.json', JSON.stringify(job)))).toEqual(timesOf(MACHINE));
  });

  it('that the editor saved is a whole document', async () => {
    expect(await read('x.edit.json', JSON.stringify(MACHINE))).toEqual({
      format: 'json',
      document: MACHINE,
      notes: [],
    });
  });
});

describe('a broken file', () => {
  it.each([
    ['a.srt', 'lost text\n', /“a\.srt” .* it has no line of times such as 00:01:02,500/],
    ['a.vtt', 'WEBVTT\n\nNOTE nothing else\n', /it has no text/],
    ['a.json', '{\n "segments": [\n  {"start": 0 1}\n ]}', /line 3: it is not JSON/],
    ['a.json', '{"something": 1}', /neither utterances nor segments/],
    ['a.txt', ' \n\n', /it has no text/],
    ['a.txt', 'a\nb\0c', /line 2: it contains bytes that are no text/],
  ])('is refused with its line and reason: %s %j', async (name, text, reason) => {
    await expect(read(name, text)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(reason),
    });
    await expect(read(name, text)).rejects.toThrow(/Nothing was changed\.$/);
  });

  it('in another encoding is refused with the first line that shows it', () => {
    const latin = new Uint8Array([...bytes('Guten Tag\n'), 0x46, 0xfc, 0x72]);
    expect(() => readImport({ name: 'a.txt', bytes: latin, format: null })).toThrow(/line 2: .*UTF-8/);
  });
});

describe('any import', () => {
  const text = fc
    .array(
      fc.constantFrom('good', 'morning', 'Sam', 'thank', 'you', 'x', '名前', 'אבג', 'Ada:', '-', '<i>'),
      { minLength: 1, maxLength: 12 },
    )
    .map((all) => all.join(' '));
  const passages = fc.array(
    fc.record({ start: fc.nat(9000), length: fc.integer({ min: 1, max: 4000 }), text }),
    { minLength: 1, maxLength: 8 },
  );

  it('keeps every word, in order, inside its cue, and the times of every cue', () => {
    fc.assert(
      fc.property(passages, fc.boolean(), (made, known) => {
        const cues = made
          .toSorted((a, b) => a.start - b.start)
          .map(({ start, length, text: said }) => ({
            start: start / 1000,
            end: (start + length) / 1000,
            text: said,
            rows: [said],
            voice: null,
            channel: 0,
            language: null,
            words: null,
          }));
        const document = importedDocument({
          ...NOTHING,
          passages: cues,
          from: { name: 'a', format: 'srt', notes: [] },
          machine: known ? MACHINE : null,
        });
        const words = document.paragraphs.flatMap((one) => one.words);
        expect(words.map(({ word }) => word.trim()).join('')).toBe(
          cues.map((cue) => cue.text.replaceAll(' ', '')).join(''),
        );
        expect(document.cues?.map(({ start, end }) => [start, end])).toEqual(
          cues.map(({ start, end }) => [start, end]),
        );
        for (const { start, end } of words) expect(end).toBeGreaterThanOrEqual(start);
        correctedTranscript.parse(document);
      }),
    );
  });
});
