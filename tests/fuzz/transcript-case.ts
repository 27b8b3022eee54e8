import type { CorrectedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import type { ImportFormat } from '../../src/contract/transcripts/imported-transcript.ts';
import {
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
} from '../../src/contract/transcripts/transcript-formats.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { serialize } from '../../src/document/serialize.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { documentOf, said } from '../fakes/corrected-document.ts';
import { mutateBytes, mutateJson, mutateText } from './mutate-json.ts';

export const UTTERANCES = [
  said({ text: 'Good morning Sam, this is a test.', at: 0.5, speaker: 0 }),
  said({ text: 'Thank you very much.', at: 6, speaker: 1 }),
  said({ text: 'おはよう ございます', at: 9, speaker: 0, language: 'ja' }),
];

export const RESULT: TranscriptionResult = {
  metadata: { audio_duration: 12, number_of_distinct_channels: 1, billing_time: 12, transcription_time: 1 },
  transcription: {
    full_transcript: UTTERANCES.map(({ text }) => text).join(' '),
    languages: ['en', 'ja'],
    utterances: UTTERANCES,
  },
};

/** A corrected transcript that has one of everything. */
export const DOCUMENT: CorrectedTranscript = {
  ...documentOf(
    { text: 'Good morning Sam', at: 0.5, speaker: 0 },
    { text: 'thank you', at: 6, speaker: 1, channel: 1 },
  ),
  next: 9,
  notes: [{ id: 'n3', kind: 'highlight', start: 1, end: 2, channel: 0, text: 'Look', colour: 1 }],
  chapters: [{ id: 'c4', start: 0, title: 'One', made_by: 'hand' }],
  cues: [
    {
      id: 'q5',
      start: 0.5,
      end: 2,
      from: 0.5,
      until: 5,
      channel: 0,
      speaker: 's0',
      rows: ['Good', 'morning'],
      follows: true,
    },
    { id: 'q6', start: 6, end: 7, from: 6, until: 8, channel: 1, speaker: null, rows: null },
  ],
  caption_style: {
    size: 'large',
    place: 'top',
    background: false,
    look: 'box',
    words: 3,
    colours: true,
    accent: '#ffd400',
    guide: 'netflix',
    audience: 'children',
    rows: 2,
    limits: { columns: 30, speed: null, minimum: 1, maximum: null },
  },
};

const SRT = `1
00:00:00,500 --> 00:00:02,000
ADA: Good <i>morning</i>
{\\an8}Sam

2
00:00:04,000 --> 00:00:05,600
BEN: Thank you very much.
`;
const VTT = `WEBVTT - talk

STYLE
::cue { color: red }

NOTE a remark

first
00:00.500 --> 00:02.000 line:10% align:start
<v Ada>Good <c.loud>morning</c> &amp; hello

00:00:04.000 --> 00:00:05.600
<v Ben>Thank <00:00:05.000>you
- Not at all
`;
const STAMPED = `[00:00:01] Ada: Good morning Sam, this is a test.

[00:00:06] Ben: Thank you very much.

[00:00:09] Ada: That is all.
`;
const PLAIN =
  'Good morning Sam, this is a test. Thank you very much.\nおはようございます\n\nNote: that is all.\n';

const SPOKEN = [
  { text: 'Good morning & <Sam>.', at: 0.5, speaker: 0 },
  { text: 'Thank "you" very much.', at: 6, speaker: 1 },
];

const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4, probability: 0.9 });
const WHISPER = {
  text: 'Good morning Sam.',
  language: 'en',
  segments: [
    { id: 0, start: 0.5, end: 2, text: ' Good morning', words: [word(' Good', 0.5), word(' morning', 1)] },
    { id: 1, start: 3, end: 5, text: ' Sam.', speaker: 'SPEAKER_01', words: [{ word: 'Sam.', score: 0.4 }] },
  ],
};
const WHISPER_CPP = {
  result: { language: 'en' },
  transcription: [
    { offsets: { from: 500, to: 2000 }, text: ' Good morning' },
    { offsets: { from: 3000, to: 5000 }, text: ' Sam.' },
  ],
};
const DEEPGRAM = {
  results: {
    channels: [
      {
        alternatives: [
          {
            words: [
              { ...word('Good', 0.5), speaker: 0 },
              { ...word('morning', 1), speaker: 1 },
            ],
          },
        ],
      },
    ],
  },
};
const AMAZON = {
  results: {
    items: [
      {
        type: 'pronunciation',
        start_time: '0.5',
        end_time: '0.9',
        alternatives: [{ content: 'Good', confidence: '0.9' }],
        speaker_label: 'spk_0',
      },
      { type: 'punctuation', alternatives: [{ content: '.' }] },
    ],
  },
};
const CORRECTED = {
  revision: 2,
  full_transcript: 'x',
  utterances: UTTERANCES.map((one) => ({ ...one, speaker_name: 'Ada' })),
};

const JSONS = [
  WHISPER,
  WHISPER.segments,
  WHISPER_CPP,
  DEEPGRAM,
  AMAZON,
  CORRECTED,
  DOCUMENT,
  DOCUMENT,
  { result: RESULT },
  RESULT.transcription,
].map((value) => JSON.stringify(value));
const TEXTS: [ImportFormat, string][] = [
  ['srt', SRT],
  ['vtt', VTT],
  ['sbv', '0:00:00.500,0:00:02.000\nGood morning\n\n0:00:04.000,0:00:05.600\nThank you\n'],
  ['csv', 'start,end,speaker,text\n0.5,2.0,Ada,"Good, ""morning"""\n4.0,5.6,Ben,Thank you\n'],
  ...(['ass', 'ttml', 'textgrid', 'csv'] as const).map((format): [ImportFormat, string] => [
    format,
    String(serialize(documentOf(...SPOKEN), format, { id: 'x', revision: 0, edited_at: null }).content),
  ]),
  ['txt', STAMPED],
  ['txt', PLAIN],
];

/** A file that is imported for a job: its name has the format, or does not. */
export interface TranscriptCase {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the job is done by then. */
  isDone: boolean;
  /** What it is exported as: two formats of all. */
  formats: TranscriptFormat[];
}

/** A mutated transcript of another program, or of this one; the same for the same seed. */
export function transcriptCase(seed: number): TranscriptCase {
  const random = seededRandom(seed);
  const isDone = random() < 0.7;
  const [format, text] = pickText(random);
  const changed = format === 'json' && random() < 0.9 ? mutateJson(text, random) : mutateText(text, random);
  const encoded = new TextEncoder().encode(changed);
  const bytes = random() < 0.03 ? mutateBytes(encoded, random) : encoded;
  const formats = [0, 1].flatMap(
    () => TRANSCRIPT_FORMATS[Math.floor(random() * TRANSCRIPT_FORMATS.length)] ?? [],
  );
  return { name: random() < 0.9 ? `talk.${format}` : 'talk', bytes, isDone, formats };
}

function pickText(random: () => number): [ImportFormat, string] {
  if (random() < 0.6) return ['json', JSONS[Math.floor(random() * JSONS.length)] ?? ''];
  return TEXTS[Math.floor(random() * TEXTS.length)] ?? ['txt', PLAIN];
}
