import stringWidth from 'string-width';
import { describe, expect, it, vi } from 'vitest';
import { checkCues, type ReadCue, readSrt, readVtt } from '../../../tests/accuracy/cue-rules.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import type { AddonTools } from '../addon.ts';
import { makeSubtitles, onTranscript } from './run.ts';
import { type SubtitlesConfig, subtitlesConfig } from './schema.ts';

type Options = Partial<SubtitlesConfig>;

const configured = (options: Options): SubtitlesConfig => subtitlesConfig.parse(options);

function fileOf(utterances: Utterance[], options: Options = {}): string {
  return makeSubtitles(utterances, configured(options))[0]?.subtitles ?? '';
}

const cuesOf = (utterances: Utterance[], options: Options = {}): Promise<ReadCue[]> =>
  readVtt(fileOf(utterances, { ...options, formats: ['vtt'] }));

const rowsOf = async (text: string, options: Options = {}, language: Utterance['language'] = 'en') =>
  (await cuesOf([spokenUtterance(text, { language })], options)).map(({ rows }) => rows);

const milliseconds = ({ startMs, endMs }: ReadCue) => endMs - startMs;

const QUILTER =
  "Mr. Quilter is the apostle of the middle classes and we are glad to welcome his gospel. Nor is Mr. Quilter's manner less interesting than his matter. He tells us that at this festive season of the year, with Christmas and roast beef looming before us, similes drawn from eating and its results occur most readily to the mind.";

const TRANSCRIPTS: [Utterance['language'], string][] = [
  ['en', QUILTER],
  [
    'de',
    'Der hinter diesem Portal liegende Raum wurde früher als Leichenhalle genutzt. Am 3. Oktober ist frei, weil an diesem Tag die deutsche Einheit gefeiert wird, und Dr. Weber kommt z.B. erst morgen wieder in die Praxis.',
  ],
  [
    'fr',
    "Sous le consulat, il devient conservateur des eaux et forêts du département de la Seine. Est-ce que vous pensez que l'avenir de la région dépend de la volonté des habitants ? Oui !",
  ],
  [
    'ja',
    '客観的実在の判断的知識が成立するのである。私たちは昨日、東京駅の近くにある小さなレストランで晩ご飯を食べました。とても美味しかったです。',
  ],
  [
    'zh',
    '我们昨天在北京大学附近的一家小餐馆里吃了晚饭，然后因为下雨所以坐出租车回家了。今天的天气非常好，我们打算去公园散步。',
  ],
  [
    'ar',
    'قال الرئيس إن الحكومة سوف تعمل على تحسين الخدمات في جميع المدن الكبيرة، وأضاف أن المواطنين ينتظرون نتائج ملموسة خلال السنوات القادمة.',
  ],
];

it('come with a note where two rules contradict each other', async () => {
  const noteFor = async (config: object) => {
    const note = vi.fn();
    const transcription = { utterances: [spokenUtterance(QUILTER)], full_transcript: QUILTER, languages: [] };
    const request = requestParams.parse({ audio_url: 'https://a.org/b', subtitles_config: config });
    await onTranscript(transcription, request, { note } as Partial<AddonTools> as AddonTools);
    return note.mock.calls.map(([message]) => inEnglish(message));
  };
  const clash = 'The minimum_duration is above the maximum_duration, which applies.';
  expect(await noteFor({ minimum_duration: 5, maximum_duration: 2 })).toEqual([clash]);
  expect(await noteFor({ minimum_duration: 5 })).toEqual([]);
});

describe('SRT', () => {
  it('numbers its cues and writes times with a comma', () => {
    const utterances = [
      spokenUtterance('Good morning.', { start: 1.5 }),
      spokenUtterance('Bye.', { start: 3725 }),
    ];
    const [first, second] = fileOf(utterances).split('\n\n');
    expect(first).toMatch(/^1\n00:00:01,500 --> 00:00:02,\d{3}\nGood morning\.$/);
    expect(second).toMatch(/^2\n01:02:05,000 --> 01:02:05,834\nBye\.\n$/);
  });

  it('writes what a reader would take for a tag or a time line in other signs', async () => {
    const [cue] = await readSrt(fileOf([spokenUtterance('a --> b <i>c</i> {\\an8}d 1 < 2')]));
    expect(cue?.rows.join(' ')).toBe('a --\u2060> b ‹i>c‹/i> (\\an8}d 1 < 2');
  });

  it('is empty if nothing was said', () => {
    expect(fileOf([])).toBe('');
  });
});

describe('WebVTT', () => {
  it('starts with its header, and is only that if nothing was said', () => {
    expect(fileOf([], { formats: ['vtt'] })).toBe('WEBVTT\n');
    expect(fileOf([spokenUtterance('Yes.')], { formats: ['vtt'] })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.834\nYes.\n',
    );
  });

  it('escapes special characters', () => {
    expect(fileOf([spokenUtterance('a --> b & <i>c')], { formats: ['vtt'] })).toContain(
      '\na --&gt; b &amp; &lt;i&gt;c\n',
    );
  });

  it('names speakers and channels as the transcript does, counting from 1', async () => {
    const speakers = [
      spokenUtterance('Good morning Emma.', { speaker: 0 }),
      spokenUtterance('Good morning John.', { speaker: 1, start: 2 }),
    ];
    expect(fileOf(speakers, { formats: ['vtt'] })).toContain('\n<v Speaker 2>Good morning John.\n');
    const channels = [spokenUtterance('Hello.'), spokenUtterance('Hi.', { channel: 1, start: 2 })];
    expect((await cuesOf(channels)).map(({ voice }) => voice)).toEqual(['Channel 0', 'Channel 1']);
  });
});

describe('cues', () => {
  it.each(TRANSCRIPTS)(
    'of speech at a usual pace obey every rule, without an excuse: %s',
    async (language, text) => {
      const utterances = [spokenUtterance(text, { language })];
      for (const style of ['default', 'compliance'] as const) {
        const report = checkCues(await cuesOf(utterances, { style }), utterances, configured({ style }));
        expect(report).toMatchObject({ broken: [], excused: 0, textFault: null });
        expect(report.obeying).toBeGreaterThan(1);
      }
    },
  );

  it('break at the ends of sentences and clauses', async () => {
    expect(await rowsOf(QUILTER)).toEqual([
      ['Mr. Quilter is the apostle', 'of the middle classes'],
      ['and we are glad to welcome his gospel.'],
      ["Nor is Mr. Quilter's manner", 'less interesting than his matter.'],
      ['He tells us', 'that at this festive season of the year,'],
      ['with Christmas', 'and roast beef looming before us,'],
      ['similes drawn from eating and its results', 'occur most readily to the mind.'],
    ]);
  });

  it.each([
    ['en', 'We finally decided to walk slowly back along the river to the old house.', /\b(?:the|to|along)$/],
    [
      'de',
      'Wir gingen dann doch noch langsam am Fluss entlang zu dem alten Haus zurück.',
      /\b(?:am|zu|dem)$/,
    ],
    [
      'fr',
      'Nous avons enfin décidé de rentrer le long de la rivière vers la vieille maison.',
      /\b(?:de|le|la|vers)$/,
    ],
    [
      'es',
      'Al final decidimos volver despacio por la orilla del río hasta la vieja casa.',
      /\b(?:por|la|del|hasta)$/,
    ],
  ] as const)('never part an article or a preposition from what follows: %s', async (language, text, bad) => {
    for (const columns of [24, 28, 32, 36, 42]) {
      const rows = (await rowsOf(text, { maximum_characters_per_row: columns }, language)).flat();
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.filter((row) => bad.test(row))).toEqual([]);
    }
  });

  it('have even rows, preferably with a longer lower one', async () => {
    const [rows] = await rowsOf('Nobody could remember when anything similar had happened.');
    const [top = '', bottom = ''] = rows ?? [];
    expect(rows).toHaveLength(2);
    expect(Math.abs(top.length - bottom.length)).toBeLessThan(16);
  });

  it('break Japanese and Chinese between words, and keep particles and marks with what stands before', async () => {
    const ja = (await rowsOf(TRANSCRIPTS[3]?.[1] ?? '', { maximum_characters_per_row: 20 }, 'ja')).flat();
    const zh = (await rowsOf(TRANSCRIPTS[4]?.[1] ?? '', { maximum_characters_per_row: 20 }, 'zh')).flat();
    for (const row of [...ja, ...zh]) {
      expect(stringWidth(row)).toBeLessThanOrEqual(20);
      expect(row).not.toMatch(/^[。、，のはがをに的了]/);
    }
    expect(ja.length).toBeGreaterThan(6);
    expect(zh.join('')).toBe(TRANSCRIPTS[4]?.[1]);
  });

  it('never hold a mark alone: it ends what was said before, or is left out', async () => {
    const voice = { speaker: 0 };
    const rows = async (...texts: string[]) =>
      (
        await cuesOf(texts.map((text, index) => spokenUtterance(text, { start: index * 9, ...voice })))
      ).flatMap(({ rows: own }) => own);
    expect(await rows('We went home', '. Then it rained.')).toEqual(['We went home.', 'Then it rained.']);
    expect(await rows('.', 'Yes.')).toEqual(['Yes.']);
    expect(await rows(' We went home', ' . Then it rained.')).toEqual(['We went home.', 'Then it rained.']);
    const spaced = (...texts: string[]) => rows(...texts.map((text) => ` ${text}`));
    expect(await spaced('# one', '*** two')).toEqual(['# one', '*** two']);
    expect(await spaced('one', '... two #')).toEqual(['one', '... two #']);
    expect(await rows('.')).toEqual([]);
    const narrow = await cuesOf([spokenUtterance('A wonderful.')], { maximum_characters_per_row: 9 });
    expect(narrow.flatMap(({ rows: own }) => own)).toEqual(['A', 'wonderfu', 'l.']);
  });

  it('keep a mark that stands alone with its word, as in French', async () => {
    const rows = (
      await rowsOf('Vous venez demain ? Bien sûr !', { maximum_characters_per_row: 14 }, 'fr')
    ).flat();
    expect(rows.filter((row) => /^[?!]/.test(row))).toEqual([]);
  });

  it('break a word only if it is wider than a row, between graphemes', async () => {
    const rows = (
      await rowsOf(
        'eine Donaudampfschifffahrt 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
        { maximum_characters_per_row: 5 },
        'de',
      )
    ).flat();
    expect(rows).toEqual(['eine', 'Donau', 'dampf', 'schif', 'ffahr', 't', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']);
  });

  it('leave right-to-left text in reading order, without directional controls', async () => {
    const rows = (await rowsOf('\u202bقال الرئيس نعم\u202c \u2067(GPU)\u2069.', {}, 'ar')).flat();
    expect(rows).toEqual(['قال الرئيس نعم (GPU).']);
  });

  it('start anew where the speaker changes', async () => {
    const utterances = [
      spokenUtterance('Are you', { speaker: 0 }),
      spokenUtterance('No.', { speaker: 1, start: 0.6 }),
      spokenUtterance('coming?', { speaker: 0, start: 0.9 }),
    ];
    expect((await cuesOf(utterances)).map(({ rows, voice }) => [voice, ...rows])).toEqual([
      ['Speaker 1', 'Are you'],
      ['Speaker 2', 'No.'],
      ['Speaker 1', 'coming?'],
    ]);
  });

  it('never overlap where voices do, and divide the time among them', async () => {
    const left = spokenUtterance('I have always said that this would end badly for all of us.');
    const right = spokenUtterance('And I have never listened to a word of what you say.', {
      channel: 1,
      start: 0.5,
    });
    const cues = await cuesOf([left, right]);
    expect(checkCues(cues, [left, right], configured({}))).toMatchObject({ broken: [], textFault: null });
    for (const cue of cues) expect(milliseconds(cue)).toBeGreaterThanOrEqual(834);
  });

  it('extend into the following silence for as long as reading takes', async () => {
    const hasty = spokenUtterance('Nobody knew what to say about any of it.', { pace: 0.02 });
    const [cue] = await cuesOf([hasty]);
    expect(cue && milliseconds(cue)).toBe(2000);
  });

  it('use the text if a translation has no words', async () => {
    const translated = { ...spokenUtterance('Guten Morgen, Frau Weber.', { language: 'de' }), words: [] };
    expect((await cuesOf([translated])).map(({ rows }) => rows)).toEqual([['Guten Morgen, Frau Weber.']]);
  });
});

describe('options', () => {
  const utterances = [spokenUtterance(QUILTER)];

  it('formats: each requested one, once [§2.4 SubtitlesConfig.formats; §2.8 Transcription.subtitles, Subtitle]', () => {
    const formats = makeSubtitles(utterances, configured({ formats: ['vtt', 'srt', 'vtt'] }));
    expect(formats.map(({ format }) => format)).toEqual(['vtt', 'srt']);
    expect(makeSubtitles(utterances, configured({})).map(({ format }) => format)).toEqual(['srt']);
  });

  it('minimum_duration: a short cue stays longer [§2.4 SubtitlesConfig.minimum_duration]', async () => {
    const short = [spokenUtterance('Yes.')];
    expect((await cuesOf(short)).map(milliseconds)).toEqual([834]);
    expect((await cuesOf(short, { minimum_duration: 2.5 })).map(milliseconds)).toEqual([2500]);
    expect((await cuesOf(short, { minimum_duration: 0 })).map(milliseconds)).toEqual([244]);
  });

  it('maximum_duration: no cue stays longer [§2.4 SubtitlesConfig.maximum_duration]', async () => {
    const slow = [spokenUtterance(QUILTER, { pace: 0.12 })];
    expect(Math.max(...(await cuesOf(slow)).map(milliseconds))).toBeGreaterThan(3000);
    const cues = await cuesOf(slow, { maximum_duration: 3 });
    expect(Math.max(...cues.map(milliseconds))).toBeLessThanOrEqual(3000);
  });

  it('a minimum above the maximum: the maximum applies; without a maximum, the minimum', async () => {
    const both = await cuesOf(utterances, { minimum_duration: 9, maximum_duration: 2 });
    expect(Math.max(...both.map(milliseconds))).toBeLessThanOrEqual(2000);
    const alone = await cuesOf([spokenUtterance('Yes.')], { minimum_duration: 9 });
    expect(alone.map(milliseconds)).toEqual([9000]);
  });

  it('maximum_characters_per_row: counted in columns, two per full-width character [§2.4 SubtitlesConfig.maximum_characters_per_row]', async () => {
    for (const columns of [10, 20, 30]) {
      const rows = (await cuesOf(utterances, { maximum_characters_per_row: columns })).flatMap(
        (cue) => cue.rows,
      );
      const longest = Math.max(...rows.map((row) => row.length));
      expect(longest).toBeLessThanOrEqual(Math.max(columns, 'interesting'.length - 1));
      expect(longest).toBeGreaterThan(columns - 8);
    }
  });

  it('maximum_rows_per_caption: from one row to five [§2.4 SubtitlesConfig.maximum_rows_per_caption]', async () => {
    for (const rows of [1, 2, 3, 5]) {
      const cues = await cuesOf(utterances, {
        maximum_rows_per_caption: rows,
        maximum_characters_per_row: 12,
        maximum_duration: 30,
      });
      expect(Math.max(...cues.map((cue) => cue.rows.length))).toBe(rows);
    }
  });

  it('style compliance: keeps the reading speed in fast speech by moving cue starts slightly [§2.4 SubtitlesConfig.style]', async () => {
    const fast = [
      spokenUtterance('Nobody knew what to say about it.', { pace: 0.04, start: 2 }),
      spokenUtterance('So they all went home again.', { pace: 0.04, start: 3.4 }),
    ];
    const tooFast = (cues: ReadCue[]) =>
      cues.filter((cue) => (cue.rows.join('').length / milliseconds(cue)) * 1000 > 20);
    const rows = { maximum_rows_per_caption: 1 };
    const strictly = { ...rows, style: 'compliance' as const };
    expect(tooFast(await cuesOf(fast, rows))).toHaveLength(1);
    const strict = await cuesOf(fast, strictly);
    expect(tooFast(strict)).toEqual([]);
    expect(strict[1]?.startMs).toBeGreaterThan(3400);
    expect(checkCues(strict, fast, configured(strictly))).toMatchObject({
      broken: [],
      excused: 0,
    });
  });
});
