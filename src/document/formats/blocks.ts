import { cleanText } from '../../addons/subtitles/clean-text.ts';
import type { Timestamps } from '../../contract/transcripts/transcript-formats.ts';
import type { Word } from '../../contract/transcripts/utterance.ts';
import { findSentences } from '../../engine/transcript/find-sentences.ts';
import { highlightsIn } from '../reading/highlights-in.ts';
import type { SpokenParagraph } from '../spoken-paragraphs.ts';
import type { ExportView } from './export-view.ts';
import { paragraphsBeside } from './paragraphs-beside.ts';
import type { LabelledSound } from './sound-labels.ts';

/** A sentence, or a whole paragraph. */
export interface Line {
  start: number;
  end: number;
  text: string;
  words: readonly Word[];
}

/** What a reader sees from top to bottom; all texts in one row, without control characters. */
export type Block =
  | { kind: 'chapter'; title: string; start: number }
  | {
      kind: 'paragraph';
      voice: string | null;
      language: string;
      start: number;
      isHighlighted: (word: Word) => boolean;
      /** Never empty. */
      lines: readonly Line[];
      /** The same in further languages. */
      beside: readonly { language: string; lines: readonly Line[] }[];
    };

/** What is in all lines. */
export const textOf = (lines: readonly Pick<Line, 'text'>[]): string =>
  lines.map(({ text }) => text).join(' ');

/** A part of a line: highlighted by a person, or not. */
export interface Run {
  /** Begins with a space where the line has one there. */
  text: string;
  highlighted: boolean;
}

/** A line in parts. Without highlights it is one. */
export function runsOf({ text, words }: Line, isHighlighted: (word: Word) => boolean): Run[] {
  const runs: { words: string; highlighted: boolean }[] = [];
  for (const word of words) {
    const highlighted = isHighlighted(word);
    const last = runs.at(-1);
    if (last?.highlighted === highlighted) last.words += word.word;
    else runs.push({ words: word.word, highlighted });
  }
  if (runs.length < 2) return [{ text, highlighted: runs[0]?.highlighted ?? false }];
  return runs.map(({ words: joined, highlighted }, index) => ({
    text: `${index > 0 && /^\s/u.test(joined) ? ' ' : ''}${cleanLine(joined)}`,
    highlighted,
  }));
}

export const cleanLine = (text: string): string => cleanText(text).replaceAll(/ {2,}/g, ' ').trim();

/** A paragraph cut into sentences. */
export function sentencesOf(paragraph: SpokenParagraph): Line[] {
  return findSentences([paragraph]).map(({ start, end, text, words }) => ({
    start,
    end,
    text: cleanLine(text),
    words,
  }));
}

export const wholeParagraph = ({ start, end, text, words }: SpokenParagraph): Line => ({
  start,
  end,
  text: cleanLine(text),
  words,
});

/** A sound as a paragraph that nobody says. */
function soundBlock({ label, start, end }: LabelledSound, language: string): Block {
  const words = [{ word: label, start, end, confidence: 1 }];
  const lines = [{ start, end, text: label, words }];
  return { kind: 'paragraph', voice: null, language, start, lines, beside: [], isHighlighted: () => false };
}

/** Paragraphs in lines, each sound before the first paragraph that starts after it, each chapter before the first paragraph that ends after its start. */
export function blocksOf(
  { document, paragraphs, voiceOf, sounds, beside }: ExportView,
  timestamps: Timestamps,
): Block[] {
  const further = beside.map((view) => paragraphsBeside(paragraphs, view.paragraphs));
  const chapters = document.chapters.toSorted((a, b) => a.start - b.start);
  const blocks: Block[] = [];
  let next = 0;
  let nextSound = 0;
  const headings = (until: number, begins = until) => {
    for (let chapter = chapters[next]; chapter && chapter.start < until; chapter = chapters[++next]) {
      blocks.push({ kind: 'chapter', title: cleanLine(chapter.title), start: chapter.start });
    }
    for (let sound = sounds[nextSound]; sound && sound.start < begins; sound = sounds[++nextSound])
      blocks.push(soundBlock(sound, document.paragraphs[0]?.language ?? 'en'));
  };
  const linesOf = (paragraph: SpokenParagraph) =>
    timestamps === 'line' ? sentencesOf(paragraph) : [wholeParagraph(paragraph)];
  for (const [index, paragraph] of paragraphs.entries()) {
    const { start, end, language } = paragraph;
    const lines = linesOf(paragraph);
    const others = further.flatMap((groups) => {
      const own = groups[index] ?? [];
      return own[0] ? [{ language: own[0].language, lines: own.flatMap(linesOf) }] : [];
    });
    headings(end, start);
    const voice = voiceOf(paragraph);
    const isHighlighted = highlightsIn(document, paragraph);
    blocks.push({
      kind: 'paragraph',
      voice: voice && cleanLine(voice),
      language,
      start,
      lines,
      beside: others,
      isHighlighted,
    });
  }
  headings(Number.POSITIVE_INFINITY);
  return blocks;
}
