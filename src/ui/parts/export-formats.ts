import type { Timestamps, TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { AUDIO_EXTENSIONS } from '../../lib/files/file-extensions.ts';

/** What the formats are for, and what they are called. */
export const EXPORT_FORMATS: readonly [string, readonly (readonly [TranscriptFormat, string])[]][] = [
  [
    'To read',
    [
      ['docx', 'Word (DOCX)'],
      ['txt', 'Text'],
      ['md', 'Markdown'],
      ['html', 'Web page with a player'],
    ],
  ],
  [
    'Captions',
    [
      ['srt', 'SubRip (SRT)'],
      ['vtt', 'WebVTT'],
      ['ass', 'Advanced SubStation (ASS)'],
      ['ttml', 'TTML (EBU-TT-D)'],
    ],
  ],
  [
    'Notes and podcasts',
    [
      ['obsidian', 'Note for Obsidian'],
      ['logseq', 'Note for Logseq'],
      ['note', 'Note (Markdown with properties)'],
      ['podcast', 'Podcast transcript (JSON)'],
      ['chapters', 'Podcast chapters (JSON)'],
    ],
  ],
  [
    'Research and data',
    [
      ['csv', 'Table (CSV)'],
      ['json', 'JSON'],
      ['textgrid', 'Praat TextGrid'],
      ['eaf', 'ELAN (EAF)'],
      ['rttm', 'Speaker turns (RTTM)'],
      ['audacity', 'Audacity labels'],
    ],
  ],
  [
    'Video editing',
    [
      ['fcpxml', 'Markers for Final Cut Pro (FCPXML)'],
      ['edl', 'Markers for DaVinci Resolve (EDL)'],
    ],
  ],
  ['Your own', [['template', 'Template']]],
];

/** Exports that the app makes itself: they need the recording, or a library that is loaded for them. */
const APP_FORMATS = [
  'pdf',
  'cut-fcpxml',
  'cut-edl',
  'cut-otio',
  'cut-sound',
  'cut-video',
  'recording',
  'result',
] as const;
export type AppFormat = (typeof APP_FORMATS)[number];

type Groups<Format extends string> = readonly [string, readonly (readonly [Format, string])[]][];

/** All exports of one recording. */
export const ALL_EXPORTS: Groups<TranscriptFormat | AppFormat> = [
  ...EXPORT_FORMATS.map(([group, formats]): Groups<TranscriptFormat | AppFormat>[number] =>
    group === 'To read' ? [group, [...formats, ['pdf', 'PDF']]] : [group, formats],
  ),
  [
    'Cut: without removed words',
    [
      ['cut-sound', 'Audio file'],
      ['cut-video', 'Video file'],
      ['cut-fcpxml', 'Final Cut Pro project (FCPXML)'],
      ['cut-edl', 'Edit list (EDL)'],
      ['cut-otio', 'OpenTimelineIO (OTIO)'],
    ],
  ],
  [
    'Recording',
    [
      ['recording', 'The recording itself'],
      ['result', 'Result (JSON)'],
    ],
  ],
];

export const isAppFormat = (format: string): format is AppFormat => APP_FORMATS.some((one) => one === format);

/** Whether a file's name says that it has sound alone. */
export const isSoundFile = (name: string): boolean =>
  AUDIO_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

export const STAMPS: Record<Timestamps, string> = {
  off: 'None',
  paragraph: 'Before each paragraph',
  line: 'Before each sentence',
};

/** Notes, whose times are links into the recording beside them. */
export const NOTES: readonly TranscriptFormat[] = ['obsidian', 'logseq', 'note'];
/** Formats that can have time stamps. */
export const STAMPED: readonly TranscriptFormat[] = ['txt', 'md', 'docx', 'html', ...NOTES];
/** Formats with time codes in frames. */
export const FRAMED: readonly TranscriptFormat[] = ['edl', 'fcpxml'];
/** Formats with a row, label, interval or marker for each paragraph, or for each sentence. */
export const ROWS: readonly TranscriptFormat[] = [
  'csv',
  'textgrid',
  'eaf',
  'audacity',
  'fcpxml',
  'edl',
  'podcast',
];
