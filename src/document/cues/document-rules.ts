import { guideRules, type TextRules, textRules } from '../../addons/subtitles/caption-guides.ts';
import { type CaptionRules, captionRules } from '../../addons/subtitles/caption-rules.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../../addons/subtitles/schema.ts';
import type { CaptionStyle, CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';

/** What was chosen in the app goes before what the job asked for. */
export interface DocumentRules extends CaptionRules {
  /** What the guide asks of the text; null without a guide. */
  text: TextRules | null;
  /** The language of most words. */
  language: string;
}

type Spoken = Pick<CorrectedTranscript, 'paragraphs' | 'caption_style'>;

/** The language of most words; empty without words. */
export function mainLanguage(paragraphs: readonly { language: string; words: readonly unknown[] }[]): string {
  const counts = new Map<string, number>();
  for (const { language, words } of paragraphs)
    counts.set(language, (counts.get(language) ?? 0) + words.length);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Whether captions of somebody outside the picture are in italics: everywhere but with a guide that does not ask for them. */
export const mayBeItalic = ({ text }: Pick<DocumentRules, 'text'>): boolean => text?.italics ?? true;

const orUsual = (value: number | null, usual: number): number => value ?? usual;

/** The rules of a document's captions: of the guide that was chosen, else of the job, with what was set by hand. */
export function documentRules(
  { paragraphs, caption_style: style }: Spoken,
  captions: SubtitlesConfig = subtitlesConfig.parse({}),
): DocumentRules {
  const language = mainLanguage(paragraphs);
  const asked = { language, audience: style?.audience ?? 'adults' };
  const usual = captionRules(captions);
  const guide = style?.guide ?? null;
  const rules = guide === null ? usual : guideRules(guide, asked, usual);
  const { rows = null, limits } = style ?? {};
  const text = guide === null ? null : textRules(guide, asked);
  const shots = text?.shot && style?.shots;
  const seconds = (value: number | null | undefined, ms: number) =>
    orUsual(value === null || value === undefined ? null : value * 1000, ms);
  return {
    ...rules,
    rowsPerCue: orUsual(rows, rules.rowsPerCue),
    columnsPerRow: orUsual(limits?.columns ?? null, rules.columnsPerRow),
    columnsPerSecond: orUsual(limits?.speed ?? null, rules.columnsPerSecond),
    minimumMs: seconds(limits?.minimum, rules.minimumMs),
    maximumMs: seconds(limits?.maximum, rules.maximumMs),
    text,
    ...(shots && { shotMs: (text?.shot ?? 0) * 1000, shotsMs: shots.map((shot) => Math.round(shot * 1000)) }),
    language,
  };
}

/** How the rules that were set by hand contradict each other; null if they do not. Times in seconds. */
export function contradiction(
  document: Spoken,
  style: CaptionStyle,
  captions?: SubtitlesConfig,
): { minimum: number; maximum: number } | null {
  const { minimumMs, maximumMs } = documentRules({ ...document, caption_style: style }, captions);
  return minimumMs > maximumMs ? { minimum: minimumMs / 1000, maximum: maximumMs / 1000 } : null;
}
