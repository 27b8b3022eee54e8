import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { append } from '../../lib/append.ts';
import { normalForm } from '../../lib/normal-form.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { matchWords } from './match-words.ts';
import { syllables } from './syllables.ts';

/** Seconds of a word that is added where no word follows or precedes. */
const SECONDS_AT_END = 0.25;
/** Least seconds of an added word; where the gap has less, its neighbours give some of theirs. */
const LEAST_SECONDS = 0.08;

/** The marks at a word's end are looked for behind letters alone: from every mark, a word of many would take for ever. */
const MARKS = /^[^\p{L}\p{M}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu;

/** A word for comparison: without case, edge marks and kinds of quotation marks. */
export const plainWord = (word: string): string =>
  normalForm(word, 'NFKC')
    .replaceAll(MARKS, '')
    .replaceAll(/[’ʼ‘`´]/gu, "'")
    .toLowerCase() || word.trim();

/** Words that share a span by their syllables. */
export function shareSpan(texts: readonly string[], start: number, end: number): CorrectedWord[] {
  const weights = texts.map(syllables);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let said = 0;
  return texts.map((word, index) => {
    const from = start + ((end - start) * said) / total;
    said += weights[index] ?? 0;
    const to = start + ((end - start) * said) / total;
    return { word, start: roundSeconds(from), end: roundSeconds(to), confidence: 1 };
  });
}

/** The words around a run of changed ones, and how far it may reach. */
interface Around {
  before: CorrectedWord | undefined;
  after: CorrectedWord | undefined;
  /** Seconds before and after which others speak, or the recording ends. */
  earliest: number;
  latest: number;
}

/** New words where there were none: between their neighbours, which give them time if there is no gap. */
function insert(texts: readonly string[], around: Around) {
  const { before, after, earliest, latest } = around;
  const wished = SECONDS_AT_END * texts.length;
  const start = before?.end ?? Math.max(earliest, (after?.start ?? earliest) - wished);
  const end = after?.start ?? Math.min(latest, start + wished);
  const lack = LEAST_SECONDS * texts.length - (end - start);
  if (lack <= 0) return { words: shareSpan(texts, start, end), before, after };
  // Half of a word at most.
  const fromBefore = before ? Math.min((before.end - before.start) / 2, lack) : 0;
  const fromAfter = after ? Math.min((after.end - after.start) / 2, Math.max(0, lack - fromBefore)) : 0;
  const shorter = before && { ...before, end: roundSeconds(start - fromBefore) };
  const later = after && { ...after, start: roundSeconds(end + fromAfter) };
  const from = shorter?.end ?? start;
  const to = Math.max(later?.start ?? end, from);
  return { words: shareSpan(texts, from, to), before: shorter, after: later };
}

/** Words in the place of others: one for one they keep the times, otherwise they share the span. */
function replace(old: readonly CorrectedWord[], texts: readonly string[]): CorrectedWord[] {
  const first = old[0];
  const last = old.at(-1);
  if (!first || !last) return [];
  const shared =
    old.length === texts.length ? old : shareSpan(texts, first.start, Math.max(last.end, first.end));
  const struck = old.every((word) => word.struck);
  const redacted = old.every((word) => word.redacted);
  return texts.map((word, index) => ({
    word,
    start: shared[index]?.start ?? first.start,
    end: shared[index]?.end ?? last.end,
    confidence: 1,
    ...(struck && { struck: true as const }),
    ...(redacted && { redacted: true as const }),
  }));
}

/**
 * Gives the words of a changed text their times. Equal words keep time and confidence; changed ones replace the words
 * in their place: one for one with their times, otherwise they share the span by syllables; added ones share the gap.
 *
 * @param old the words before the change
 * @param texts the words now, each with its leading space
 */
export function retimeWords(
  old: readonly CorrectedWord[],
  texts: readonly string[],
  { earliest = 0, latest = Number.POSITIVE_INFINITY }: Partial<Pick<Around, 'earliest' | 'latest'>> = {},
): CorrectedWord[] {
  const pairs = matchWords(
    old.map(({ word }) => plainWord(word)),
    texts.map(plainWord),
  );
  const words: CorrectedWord[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [oldNext, newNext] of [...pairs, [old.length, texts.length] as const]) {
    const gone = old.slice(oldAt, oldNext);
    const come = texts.slice(newAt, newNext);
    let anchor = old[oldNext];
    if (come.length > 0 && gone.length > 0) append(words, replace(gone, come));
    else if (come.length > 0) {
      const made = insert(come, { before: words.at(-1), after: anchor, earliest, latest });
      if (made.before) words[words.length - 1] = made.before;
      append(words, made.words);
      anchor = made.after;
    }
    const text = texts[newNext];
    if (anchor && text !== undefined && newNext < texts.length) {
      words.push(anchor.word === text ? anchor : sameTime(anchor, text));
    }
    [oldAt, newAt] = [oldNext + 1, newNext + 1];
  }
  return words;
}

/** A word written in another way; a person has seen it, unless only the space before it changed. */
const sameTime = (old: CorrectedWord, word: string): CorrectedWord => ({
  ...old,
  word,
  confidence: old.word.trim() === word.trim() ? old.confidence : 1,
});
