import type { CaptionAudience, CaptionStyle } from '../../contract/transcripts/corrected-transcript.ts';
import guides from './caption-guides.json' with { type: 'json' };
import type { CaptionRules } from './caption-rules.ts';

/** A colour of captions; its name is a class that WebVTT gives every player. */
export interface CaptionColour {
  name: string;
  hex: string;
}

/** A row of the table: what a guide asks, of one language or audience or of all, and where it says so. */
interface GuideRule {
  rule: string;
  value: number | string;
  source: string;
  language?: string;
  audience?: string;
}

interface Guide {
  id: string;
  name: string;
  rules: readonly GuideRule[];
}

/** How captions show what is not speech, who speaks and what is counted; null where a guide does not say it. */
export interface TextRules {
  sounds: '[]' | 'capitals' | null;
  speakers: string | null;
  /** Whether speech from outside the picture is in italics. */
  italics: boolean;
  /** Numbers up to this are words. */
  numbers: number | null;
  /** Seconds that a cue's edges keep from a change of shots that they do not meet. */
  shot: number | null;
}

export const CAPTION_GUIDES: readonly Guide[] = guides.guides;
export const CAPTION_COLOURS: readonly CaptionColour[] = guides.colours.value;
/** What a row begins with where another speaker goes on in a cue, by what a guide asks. */
export const SPEAKER_MARKS: Readonly<Record<string, string>> = guides.marks;
/** Words for 0 to 10 by language. */
export const NUMBER_WORDS: Readonly<Record<string, readonly string[]>> = guides.numbers;
/** Words without which a sentence says the same, by language. */
export const WEAK_WORDS: Readonly<Record<string, readonly string[]>> = guides.weak;

/** Letters and the space of a word, where a guide counts words. */
const COLUMNS_PER_WORD = 6;

interface Asked {
  language: string;
  audience: CaptionAudience;
}

/** What a guide asks of one rule: the row that names the language and the audience goes before the others. */
export function guideValue(id: string, rule: string, { language, audience }: Asked): number | string | null {
  const guide = CAPTION_GUIDES.find((one) => one.id === id);
  const fitting = guide?.rules.filter(
    (row) =>
      row.rule === rule && (row.language ?? language) === language && (row.audience ?? audience) === audience,
  );
  const weight = (row: GuideRule) => (row.language ? 2 : 0) + (row.audience ? 1 : 0);
  return fitting?.toSorted((a, b) => weight(b) - weight(a))[0]?.value ?? null;
}

/** The rules of a guide in a language; what it does not say is as in `usual`. */
export function guideRules(id: string, asked: Asked, usual: CaptionRules): CaptionRules {
  const number = (rule: string) => {
    const value = guideValue(id, rule, asked);
    return typeof value === 'number' ? value : null;
  };
  const milliseconds = (rule: string) => {
    const seconds = number(rule);
    return seconds === null ? null : Math.round(seconds * 1000);
  };
  const perMinute = number('wordsPerMinute');
  const speed = number('speed') ?? (perMinute === null ? null : (perMinute * COLUMNS_PER_WORD) / 60);
  return {
    ...usual,
    columnsPerRow: number('columns') ?? usual.columnsPerRow,
    rowsPerCue: number('rows') ?? usual.rowsPerCue,
    columnsPerSecond: speed ?? usual.columnsPerSecond,
    minimumMs: milliseconds('minimum') ?? usual.minimumMs,
    maximumMs: milliseconds('maximum') ?? usual.maximumMs,
    gapMs: milliseconds('gap') ?? usual.gapMs,
    chainMs: milliseconds('chain') ?? usual.chainMs,
    readingMovesCues: true,
    leadMs: 500,
    lagMs: 1000,
  };
}

/** What a guide asks of the text. */
export function textRules(id: string, asked: Asked): TextRules {
  const value = (rule: string) => guideValue(id, rule, asked);
  const [sounds, speakers, numbers, shot] = ['sounds', 'speakers', 'numbers', 'shot'].map(value);
  return {
    sounds: sounds === '[]' || sounds === 'capitals' ? sounds : null,
    speakers: typeof speakers === 'string' ? speakers : null,
    italics: value('off-screen') === 'italics',
    numbers: typeof numbers === 'number' ? numbers : null,
    shot: typeof shot === 'number' ? shot : null,
  };
}

/** The colour of each voice, in the order in which they speak. Where there are more voices than colours, the further ones are white. */
export function coloursOf(
  cues: readonly { voice: string | null }[],
  { colours }: Pick<CaptionStyle, 'colours'>,
): (voice: string | null) => CaptionColour | null {
  if (!colours) return () => null;
  const voices = [...new Set(cues.flatMap(({ voice }) => voice ?? []))];
  return (voice) => {
    const [first] = CAPTION_COLOURS;
    return (voice === null ? first : CAPTION_COLOURS[voices.indexOf(voice)]) ?? first ?? null;
  };
}

/** Shares of a picture's width and height that captions leave free: those of television, and of apps for tall video. */
export const marginsOf = ({ width, height }: { width: number; height: number }) =>
  guides.margins[width < height ? 'tall' : 'wide'].value;
