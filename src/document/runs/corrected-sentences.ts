import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { endsSentence } from '../paragraphs.ts';
import type { Pair } from '../words/match-words.ts';
import { type Correction, isMarked } from './corrections.ts';
import type { Stream } from './word-stream.ts';

/** Words of a sentence of which only those near a correction stand as a person left them: no more than this many stand as a whole. */
const LONG_SENTENCE = 24;
/** Words before and after a correction that stand with it in a longer sentence. */
const NEAR = 4;

interface Range {
  from: number;
  end: number;
}

/** A sentence as it was left, by the machine's words in its place. */
interface Sentence extends Range {
  corrections: Correction[];
}

/** Words without equal ones in the new run, which has others there, or none. */
interface Gap extends Range {
  nextFrom: number;
  nextEnd: number;
}

/**
 * Corrections that reach over the words beside them that a new run has otherwise. Whoever corrected a sentence has read it, and words of
 * two recognitions in one sentence say what nobody said.
 */
export function withSentences(
  corrections: readonly Correction[],
  machine: Stream,
  next: Stream,
  pairs: readonly Pair[],
): Correction[] {
  const gaps = gapsOf(pairs, machine, next);
  let at = 0;
  return sentencesOf(corrections, machine).flatMap((sentence) => {
    while ((gaps[at]?.end ?? Number.POSITIVE_INFINITY) <= sentence.from) at++;
    const typed = sentence.corrections.filter((correction) => isTyped(correction, machine));
    if (typed.length === 0) return sentence.corrections;
    const own: Range[] = [];
    for (let index = at; (gaps[index]?.from ?? sentence.end) < sentence.end; index++) {
      const gap = gaps[index];
      if (gap) own.push(...standing(gap, sentence, typed, machine, next));
    }
    return joined([...sentence.corrections, ...own]).map((range) => asLeft(range, sentence, machine));
  });
}

function sentencesOf(corrections: readonly Correction[], machine: Stream): Sentence[] {
  const sentences: Sentence[] = [];
  let open: Sentence = { from: 0, end: 0, corrections: [] };
  const close = (at: number) => {
    sentences.push(open);
    open = { from: at, end: at, corrections: [] };
  };
  const take = ({ from, end }: Range, correction?: Correction) => {
    const begins = from < end && from > open.from && machine.homes[from] !== machine.homes[from - 1];
    if (begins) close(from);
    open.end = end;
    if (correction) open.corrections.push(correction);
    const last = correction ? correction.words.at(-1) : machine.words[from];
    if (last && endsSentence(last.word)) close(end);
  };
  let at = 0;
  for (const correction of corrections) {
    for (; at < correction.from; at++) take({ from: at, end: at + 1 });
    take(correction, correction);
    at = correction.end;
  }
  for (; at < machine.words.length; at++) take({ from: at, end: at + 1 });
  close(at);
  return sentences;
}

/** Whether somebody wrote other words; marks, capitals and what is taken out say nothing about the words beside them. */
const isTyped = ({ from, end, words }: Correction, machine: Stream): boolean =>
  words.some(({ struck, redacted }) => !struck && !redacted) &&
  !isMarked(machine.words.slice(from, end), words);

function gapsOf(pairs: readonly Pair[], machine: Stream, next: Stream): Gap[] {
  const gaps: Gap[] = [];
  let [at, nextAt] = [0, 0];
  for (const [one, other] of [...pairs, [machine.words.length, next.words.length] as const]) {
    if (one > at) gaps.push({ from: at, end: one, nextFrom: nextAt, nextEnd: other });
    [at, nextAt] = [one + 1, other + 1];
  }
  return gaps;
}

/** What of a gap stands as a sentence was left. */
function standing(
  gap: Gap,
  sentence: Sentence,
  typed: readonly Correction[],
  machine: Stream,
  next: Stream,
): Range[] {
  const isLeft = ({ from, end }: Range) => typed.every((one) => one.end <= from || one.from >= end);
  const letters = ({ plain }: Stream, from: number, end: number) => plain.slice(from, end).join('');
  // The same sound, written in more or fewer words.
  const isSame = letters(machine, gap.from, gap.end) === letters(next, gap.nextFrom, gap.nextEnd);
  if (isSame && isLeft(gap)) return [];
  let { from, end } = gap;
  let [nextFrom, nextEnd] = [gap.nextFrom, gap.nextEnd];
  const isSmall = (one: number, other: number) =>
    (nextEnd - nextFrom > 1 || end - from === 1) &&
    nextFrom < nextEnd &&
    isLeft({ from: one, end: one + 1 }) &&
    (isLetter(machine.plain[one]) || isLetter(next.plain[other]));
  // Articles and their like fit either sentence.
  for (; from < end && isSmall(from, nextFrom); from++) nextFrom++;
  for (; end > from && isSmall(end - 1, nextEnd - 1); end--) nextEnd--;
  const isLong = sentence.end - sentence.from > LONG_SENTENCE;
  const reaches = isLong ? typed.map((one) => ({ from: one.from - NEAR, end: one.end + NEAR })) : [sentence];
  return reaches
    .map((reach) => ({
      from: Math.max(from, sentence.from, reach.from),
      end: Math.min(end, sentence.end, reach.end),
    }))
    .filter((range) => range.from < range.end);
}

const isLetter = (word = ''): boolean => /^\p{L}$/u.test(word) && !hasUnspacedScript(word);

/** Ranges in order, those that meet as one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || a.end - b.end)) {
    const last = all.at(-1);
    if (!last || range.from > last.end) all.push(range);
    else all[all.length - 1] = { from: last.from, end: Math.max(last.end, range.end) };
  }
  return all;
}

/** What a sentence has in the place of some of the machine's words. */
function asLeft({ from, end }: Range, { corrections }: Sentence, machine: Stream): Correction {
  const own = corrections.filter((one) => one.from >= from && one.end <= end);
  const [only] = own;
  if (only && own.length === 1 && only.from === from && only.end === end)
    return isMarked(machine.words.slice(from, end), only.words) ? only : { ...only, stands: true };
  const words: CorrectedWord[] = [];
  let at = from;
  for (const one of own) {
    words.push(...machine.words.slice(at, one.from), ...one.words);
    at = one.end;
  }
  return { from, end, words: [...words, ...machine.words.slice(at, end)], stands: true };
}
