import { z } from '../../lib/zod.ts';
import { translationLanguageCode } from './language-code.ts';

const utf8 = (type: string) => `${type}; charset=utf-8`;

/** Formats of `GET /v2/pre-recorded/{id}/transcript`: media type, and what a file's name ends with. */
export const FORMAT_FILES = {
  json: { type: 'application/json', extension: 'json' },
  txt: { type: utf8('text/plain'), extension: 'txt' },
  srt: { type: utf8('application/x-subrip'), extension: 'srt' },
  vtt: { type: utf8('text/vtt'), extension: 'vtt' },
  md: { type: utf8('text/markdown'), extension: 'md' },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  html: { type: utf8('text/html'), extension: 'html' },
  ass: { type: utf8('text/x-ssa'), extension: 'ass' },
  ttml: { type: utf8('application/ttml+xml'), extension: 'ttml' },
  csv: { type: utf8('text/csv'), extension: 'csv' },
  rttm: { type: utf8('text/plain'), extension: 'rttm' },
  textgrid: { type: utf8('text/plain'), extension: 'TextGrid' },
  eaf: { type: utf8('application/xml'), extension: 'eaf' },
  audacity: { type: utf8('text/plain'), extension: 'txt' },
  fcpxml: { type: utf8('application/xml'), extension: 'fcpxml' },
  edl: { type: utf8('text/plain'), extension: 'edl' },
  obsidian: { type: utf8('text/markdown'), extension: 'md' },
  logseq: { type: utf8('text/markdown'), extension: 'md' },
  note: { type: utf8('text/markdown'), extension: 'md' },
  podcast: { type: 'application/json', extension: 'json' },
  chapters: { type: 'application/json+chapters', extension: 'chapters.json' },
  template: { type: utf8('text/plain'), extension: 'txt' },
} as const;

export type TranscriptFormat = keyof typeof FORMAT_FILES;

const isFormat = (name: string): name is TranscriptFormat => name in FORMAT_FILES;

export const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = Object.keys(FORMAT_FILES).filter(isFormat);

export const transcriptFormat = z.enum(TRANSCRIPT_FORMATS);

/** Where time stamps are in texts: nowhere, before each paragraph or before each of its sentences. */
export const TIMESTAMPS = ['off', 'paragraph', 'line'] as const;
export type Timestamps = (typeof TIMESTAMPS)[number];

/** Frames per second of time codes. */
export const FRAME_RATES = ['23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** Longest `title`, `audio` and `template` in characters. */
const LONGEST_TEXT = 20_000;
/** Languages that one file shows beside each other. */
const MOST_LANGUAGES = 3;
/** Formats that have a place for several. */
export const SIDE_BY_SIDE: readonly TranscriptFormat[] = [
  ...(['txt', 'md', 'docx', 'html', 'srt', 'vtt', 'ass', 'obsidian', 'logseq', 'note'] as const),
];
/** Where captions in further languages are: below those of the first in the same cue, or apart from them at the top. */
export const CAPTION_LAYOUTS = ['stacked', 'apart'] as const;
export type CaptionLayout = (typeof CAPTION_LAYOUTS)[number];

/** How the spoken word differs from the others of its caption: not, or by colour, by colour from then on, by size, by a box. */
export const CAPTION_LOOKS = ['plain', 'highlight', 'fill', 'pop', 'box'] as const;
export type CaptionLook = (typeof CAPTION_LOOKS)[number];
/** Words that captions can have at a time. */
export const FEW_WORDS = ['1', '2', '3', '4', '5'] as const;
export type FewWords = (typeof FEW_WORDS)[number];

const text = z.string().min(1).max(LONGEST_TEXT);

/** What can be chosen beside format and names; each has a default that depends on the format. */
export const exportQuery = {
  timestamps: z.enum(TIMESTAMPS).optional(),
  speakers: z.enum(['true', 'false']).optional(),
  sounds: z.enum(['true', 'false']).optional(),
  /** One, or several with commas between them: the first leads. */
  language: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(translationLanguageCode).min(1).max(MOST_LANGUAGES))
    .optional(),
  layout: z.enum(CAPTION_LAYOUTS).optional(),
  look: z.enum(CAPTION_LOOKS).optional(),
  words: z.enum(FEW_WORDS).optional(),
  title: text.optional(),
  audio: text.optional(),
  frame_rate: z.enum(FRAME_RATES).optional(),
  template: text.optional(),
};
