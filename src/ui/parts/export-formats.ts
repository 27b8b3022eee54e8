import type { Timestamps, TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';

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
      ['fcpxml', 'Final Cut Pro (FCPXML)'],
      ['edl', 'Markers (EDL)'],
    ],
  ],
  ['Your own', [['template', 'Template']]],
];

export const STAMPS: Record<Timestamps, string> = {
  off: 'None',
  paragraph: 'Before each paragraph',
  line: 'Before each sentence',
};

/** Formats that can have time stamps. */
export const STAMPED: readonly TranscriptFormat[] = ['txt', 'md', 'docx', 'html'];
/** Formats with time codes in frames. */
export const FRAMED: readonly TranscriptFormat[] = ['edl', 'fcpxml'];
/** Formats with a row, label, interval or marker for each paragraph, or for each sentence. */
export const ROWS: readonly TranscriptFormat[] = ['csv', 'textgrid', 'eaf', 'audacity', 'fcpxml', 'edl'];
