import type { Span } from '../../contract/jobs/request-configs.ts';
import type {
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { append } from '../../lib/append.ts';
import { mostFrequent } from '../../lib/most-frequent.ts';
import { withWords } from '../paragraphs.ts';
import { type WordRange, wordsWithin } from '../words/word-range.ts';
import { compareTranscripts, type Difference } from './compare-transcripts.ts';
import { correctWords } from './correct-words.ts';
import { streamOf } from './word-stream.ts';

const middleOf = ({ start, end }: CorrectedWord) => (start + end) / 2;
const isIn =
  ({ start, end }: Span) =>
  (word: CorrectedWord) =>
    middleOf(word) >= start && middleOf(word) < end;

/** Most seconds that a part reaches beyond its words. */
const MARGIN = 0.3;

/** The part of the recording in which words are spoken, up to half-way to their neighbours; null if they are none. */
export function spanOf({ paragraphs }: CorrectedTranscript, { from, end }: WordRange): Span | null {
  const words = paragraphs.flatMap((paragraph, index) =>
    paragraph.words.slice(...wordsWithin({ from, end }, index, paragraph.words.length)),
  );
  if (words.length === 0) return null;
  const first = words.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = words.reduce((most, { end: over }) => Math.max(most, over), Number.NEGATIVE_INFINITY);
  let [before, after] = [first - 2 * MARGIN, last + 2 * MARGIN];
  for (const { words: all } of paragraphs) {
    for (const word of all) {
      if (word.end <= first) before = Math.max(before, word.end);
      else if (word.start >= last) after = Math.min(after, word.start);
    }
  }
  return { start: Math.max(0, (before + first) / 2), end: (last + after) / 2 };
}

/** What is said in a part of the recording, by the middle of each word. */
function within(document: CorrectedTranscript, span: Span): CorrectedTranscript {
  const paragraphs = document.paragraphs.flatMap((paragraph) => {
    if (paragraph.end < span.start || paragraph.start >= span.end) return [];
    const words = paragraph.words.filter(isIn(span));
    return words.length > 0 ? [withWords(paragraph, words)] : [];
  });
  return { ...document, paragraphs };
}

/** Seconds between a moment and a paragraph; 0 inside. */
const distance = ({ start, end }: Paragraph, moment: number) => Math.max(0, start - moment, moment - end);

/**
 * A transcript in which a part was recognised again. Paragraphs, speakers, notes and captions remain; inside the part each
 * paragraph has the new words of its time, with the corrections of those that are still the same.
 *
 * @param machine what the older run gave, before somebody corrected it
 * @param edited what somebody made of it
 * @param next what the new run gave of the part
 */
export function takeSpan(
  machine: CorrectedTranscript,
  edited: CorrectedTranscript,
  next: CorrectedTranscript,
  span: Span,
): { document: CorrectedTranscript; carried: number } {
  const [old, own, again] = [within(machine, span), within(edited, span), within(next, span)];
  const given = new Map<string, { words: CorrectedWord[]; languages: Paragraph['language'][] }>();
  let carried = 0;
  for (const channel of new Set(edited.paragraphs.map((paragraph) => paragraph.channel))) {
    const places = edited.paragraphs.filter(
      (paragraph) =>
        paragraph.channel === channel && paragraph.end >= span.start && paragraph.start < span.end,
    );
    const stream = streamOf(again, channel);
    const corrected = correctWords(streamOf(old, channel), streamOf(own, channel), stream);
    carried += corrected.carried;
    const languages = again.paragraphs
      .filter((paragraph) => paragraph.channel === channel)
      .flatMap(({ language, words }) => words.map(() => language));
    for (const [index, words] of corrected.words.entries()) {
      const word = stream.words[index];
      const place = word && nearest(places, middleOf(word));
      if (!place) continue;
      const there = given.get(place.id) ?? { words: [], languages: [] };
      given.set(place.id, there);
      append(there.words, words);
      there.languages.push(languages[index] ?? place.language);
    }
  }
  const paragraphs = edited.paragraphs.flatMap((paragraph) => {
    const before = paragraph.words.filter((word) => middleOf(word) < span.start);
    const after = paragraph.words.filter((word) => middleOf(word) >= span.end);
    const there = given.get(paragraph.id);
    const isUntouched = !there && before.length + after.length === paragraph.words.length;
    if (isUntouched) return [paragraph];
    const words = [...before, ...(there?.words ?? []), ...after];
    if (words.length === 0) return [];
    // A paragraph that was recognised again as a whole may be in another language.
    const isWhole = before.length + after.length === 0;
    const language = (isWhole && there && mostFrequent(there.languages)) || paragraph.language;
    return [withWords({ ...paragraph, language }, words)];
  });
  return { document: { ...edited, paragraphs }, carried };
}

const nearest = (places: readonly Paragraph[], moment: number): Paragraph | undefined =>
  places.reduce<Paragraph | undefined>(
    (best, place) => (best && distance(best, moment) <= distance(place, moment) ? best : place),
    undefined,
  );

/** Where a run of a part of the recording differs from a transcript, in order of time. */
export const compareSpan = (
  before: CorrectedTranscript,
  after: CorrectedTranscript,
  span: Span,
): Difference[] => compareTranscripts(within(before, span), within(after, span));
