import type {
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { mostFrequent } from '../../lib/most-frequent.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { matchWords } from '../words/match-words.ts';
import { plainWord, retimeWords, shareSpan } from '../words/retime-words.ts';
import type { Voice } from './voices/imported-voices.ts';

/** From when until when the words of a passage begin; seconds. Those of one voice do not overlap. */
export interface Span {
  from: number;
  until: number;
}

interface Timed {
  start: number;
  /** Its own end, or where anybody goes on if it has none. */
  end: number;
}

/**
 * Passages with times, in order of start. Each lasts until it ends, even if others speak meanwhile; without an end, until anybody goes
 * on. What one voice says ends where its next passage begins, and passages of one voice that begin together share the time.
 */
export function timedSpans(passages: readonly ImportedPassage[], duration: number): Span[] {
  const timed: Timed[] = [];
  let [following, later] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const passage of passages.toReversed()) {
    const start = roundSeconds(passage.start ?? 0);
    if (start < following) [following, later] = [start, following];
    timed.push({ start, end: passage.end ?? Math.min(Math.max(duration, start), later) });
  }
  timed.reverse();
  const spans: Span[] = [];
  for (const indices of ofVoices(passages)) {
    const own = spansOfVoice(indices.map((index) => timed[index] ?? { start: 0, end: 0 }));
    for (const [at, index] of indices.entries()) spans[index] = own[at] ?? { from: 0, until: 0 };
  }
  return spans;
}

/** The indices of the passages of each voice. */
function ofVoices(passages: readonly ImportedPassage[]): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  passages.forEach(({ voice, channel }, index) => {
    const key = `${channel} ${voice ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  });
  return groups.values();
}

function spansOfVoice(timed: readonly Timed[]): Span[] {
  let [first, later] = [0, 0];
  return timed.map(({ start, end }, index) => {
    if (index === later) {
      first = index;
      while (later < timed.length && (timed[later]?.start ?? 0) <= start) later++;
    }
    const next = timed[later]?.start ?? Number.POSITIVE_INFINITY;
    const until = Math.max(start, Math.min(end, next));
    const share = (until - start) / (later - first);
    return {
      from: roundSeconds(start + share * (index - first)),
      until: roundSeconds(start + share * (index - first + 1)),
    };
  });
}

/**
 * Passages without times, by the words that were recognised: each begins where its first word does. Without any, by syllables over the
 * whole recording.
 *
 * @param texts the words of each passage
 * @param recognised the recognised words in order of time
 */
export function recognisedSpans(
  texts: readonly (readonly string[])[],
  recognised: readonly CorrectedWord[],
  duration: number,
): Span[] {
  const all = texts.flat();
  const last = Math.max(duration, recognised.at(-1)?.end ?? 0);
  const words =
    recognised.length === 0
      ? shareSpan(all, 0, duration)
      : retimeWords(recognised, all, { earliest: 0, latest: last });
  let next = 0;
  return texts.map(({ length }) => {
    const from = words[next]?.start ?? last;
    next += length;
    return { from, until: Math.max(from, words[next]?.start ?? last) };
  });
}

/** A word that was recognised, with who said it. */
export interface DocumentWord extends Voice {
  word: CorrectedWord;
  language: Paragraph['language'];
}

/** All words of the machine's transcript in order of start. */
export const documentWords = ({ paragraphs }: CorrectedTranscript): DocumentWord[] =>
  paragraphs
    .flatMap(({ words, speaker, channel, language }) =>
      words.map((word) => ({ word, speaker, channel, language })),
    )
    .toSorted((a, b) => a.word.start - b.word.start);

/** What was recognised in a passage: in the channel that has most of its words. */
export interface RecognisedStretch {
  words: CorrectedWord[];
  /** Words recognised as written. */
  matched: number;
  voice: Voice | null;
  language: Paragraph['language'] | null;
}

/** The first of the words, sorted by start, that does not begin before a moment. */
const firstFrom = (words: readonly DocumentWord[], seconds: number): number =>
  firstIndex(words.length, (index) => (words[index]?.word.start ?? 0) >= seconds);

/** What was recognised from one moment until another, compared with the words that a passage has there. */
export function wordsBetween(
  all: readonly DocumentWord[],
  from: number,
  until: number,
  texts: readonly string[],
): RecognisedStretch {
  const there = all.slice(firstFrom(all, from), firstFrom(all, until));
  const plain = texts.map(plainWord);
  let best: { words: DocumentWord[]; matched: number } = { words: [], matched: -1 };
  for (const channel of new Set(there.map((word) => word.channel))) {
    const words = there.filter((word) => word.channel === channel);
    const { length: matched } = matchWords(
      words.map(({ word }) => plainWord(word.word)),
      plain,
    );
    if (matched > best.matched) best = { words, matched };
  }
  const [first] = best.words;
  return {
    words: best.words.map(({ word }) => word),
    matched: Math.max(0, best.matched),
    voice: first
      ? { speaker: mostFrequent(best.words.map(({ speaker }) => speaker)) ?? null, channel: first.channel }
      : null,
    language: mainLanguage(best.words),
  };
}

export const mainLanguage = (words: readonly DocumentWord[]) =>
  mostFrequent(words.map(({ language }) => language)) ?? null;
