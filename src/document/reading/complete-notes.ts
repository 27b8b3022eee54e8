import type {
  AddedQuote,
  CorrectedTranscript,
  Note,
} from '../../contract/transcripts/corrected-transcript.ts';
import { findSentences, type Sentence } from '../../engine/transcript/find-sentences.ts';
import { foldLetters } from '../../lib/fold-letters.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import { type Change, listChange } from '../edits/change.ts';
import { recognisedUtterances } from '../recognised-utterances.ts';

/** A note with words, and the sentences that may be about it, the likeliest first. */
export interface NotedPoint {
  id: string;
  text: string;
  sentences: readonly Sentence[];
  /** How much of the note's words each of them has, 0 to 1, with what its time adds. */
  scores: readonly number[];
}

/** How alike a point and each of its sentences are in meaning, -1 to 1; by points. Null without a model. */
export type Likeness = readonly (readonly number[])[] | null;

/** Letters by which two words count as the same; inflection comes after them. */
const STEM = 6;
/** Sentences of a point that are worth a look at their meaning. */
const MOST_CANDIDATES = 24;
const MOST_QUOTES = 2;
/** Letters of a quote: one line beside it, or two below one another. */
const LONGEST_QUOTE = 160;
/** A note is written while something is said, or soon after. */
const NEAR_SECONDS = 60;
const NEARNESS = 0.2;
/** Least score: words shared with the note, by how rare they are, and nearness. */
const LEAST_SCORE = 0.34;
const LEAST_LIKENESS = 0.45;

const stemsOf = (text: string): Set<string> =>
  new Set(
    [...segmentsOf(foldLetters(text), undefined, 'word')].flatMap(({ segment, isWordLike }) =>
      isWordLike ? [[...segment].slice(0, STEM).join('')] : [],
    ),
  );

/** What is to be looked for: the notes that have words. */
export function notedPoints(document: CorrectedTranscript): NotedPoint[] {
  const sentences = findSentences(recognisedUtterances(document));
  const stems = sentences.map(({ text }) => stemsOf(text));
  const counts = new Map<string, number>();
  for (const own of stems) for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const rarest = Math.log(sentences.length + 1);
  // People write what nobody says, too: such words count half.
  const rarity = (stem: string) => (counts.has(stem) ? rarest - Math.log(counts.get(stem) ?? 1) : rarest / 2);
  return document.notes
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, text, start }) => {
      const own = [...stemsOf(text)].map((stem) => [stem, rarity(stem)] as const);
      const all = own.reduce((sum, [, weight]) => sum + weight, 0);
      const ranked = sentences
        .map((sentence, at) => {
          const shared = own.reduce((sum, [stem, weight]) => sum + (stems[at]?.has(stem) ? weight : 0), 0);
          const near = NEARNESS * Math.exp(-Math.abs(sentence.start - start) / NEAR_SECONDS);
          return { sentence, score: (all > 0 ? shared / all : 0) + near };
        })
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST_CANDIDATES);
      return {
        ...{ id, text },
        sentences: ranked.map(({ sentence }) => sentence),
        scores: ranked.map(({ score }) => score),
      };
    });
}

/** Puts under each point what was said about it, two quotes at most, in place of what was added before; the notes' own words remain as they are. */
export function completeNotes(
  document: CorrectedTranscript,
  points: readonly NotedPoint[],
  likeness: Likeness,
): Change | null {
  const added = new Map(points.map((point, at) => [point.id, quotesFor(point, likeness?.[at])]));
  const notes = document.notes.map((note) => withAdded(note, added.get(note.id) ?? []));
  return notes.every((note, at) => note === document.notes[at]) ? null : listChange({ notes });
}

/** Takes away what was added. */
export const withoutAdded = (document: CorrectedTranscript): Change | null =>
  completeNotes(document, [], null);

function withAdded(note: Note, added: readonly AddedQuote[]): Note {
  if (JSON.stringify(note.added ?? []) === JSON.stringify(added)) return note;
  const { added: _, ...own } = note;
  return added.length > 0 ? { ...own, added: [...added] } : own;
}

function quotesFor({ sentences, scores }: NotedPoint, likeness: readonly number[] | undefined): AddedQuote[] {
  return sentences
    .map(({ text, start }, at) => {
      const [score, alike] = [scores[at] ?? 0, likeness?.[at] ?? 0];
      const isAbout = score >= LEAST_SCORE || alike >= LEAST_LIKENESS;
      return { quote: shortened(text), start, score: isAbout ? score + alike : 0 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_QUOTES)
    .toSorted((a, b) => a.start - b.start)
    .map(({ quote, start }) => ({ quote, start }));
}

function shortened(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const space = text.lastIndexOf(' ', LONGEST_QUOTE);
  return `${text.slice(0, space > 0 ? space : LONGEST_QUOTE)}…`;
}
