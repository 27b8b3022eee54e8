import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { readingOf } from './find-by-rows.ts';
import type { WordSpan } from './found-entity.ts';
import leastScores from './least-scores.json' with { type: 'json' };
import { isVerbForm } from './names/name-kinds.ts';
import { isAt } from './names/name-places.ts';
import type { NameReading } from './names/name-reading.ts';
import type { NameToken } from './names/name-tokens.ts';
import { NUMBER_WORDS } from './read-number.ts';

type Kind = keyof typeof leastScores;
/**
 * What the rules know about a word of a find: a name in their lists, or a number; no word that they know; a name that is a word too
 * ("joy"); a word.
 */
const EVIDENCE = ['listed', 'unknown', 'wordName', 'word'] as const;
type Evidence = (typeof EVIDENCE)[number];

/** More than any score. */
const NEVER = 2;

/**
 * The least score with which a find of a model counts that no rule confirms, by what the rules know about its words; first in
 * English, whose ordinary words are known, then in other languages. Beside a find of the same kind it may be the rest of that: "van
 * dike", "5 be".
 */
const leastFor = (kind: Kind, of: Evidence | 'beside', { hasDictionary }: NameReading) =>
  leastScores[kind][of][hasDictionary ? 0 : 1] ?? NEVER;

const KINDS = (Object.keys(leastScores) as Kind[]).map((kind) => ({
  kind,
  types: new RegExp(leastScores[kind].types),
}));
const kindOf = (type: PiiEntityType): Kind => KINDS.find(({ types }) => types.test(type))?.kind ?? 'number';
const familyOf = (type: PiiEntityType): string => type.replace(/_.*/, '');

/** A find of a model, and how sure the model is of its least sure word. */
export type ScoredSpan = WordSpan & { score: number };

/**
 * The finds of a model that the rules confirm, or do not contradict: without ordinary words at their ends, and as sure as
 * the table asks for.
 *
 * @param byRules what rules find of names in the same utterances
 */
export async function judgeModelFinds(
  spans: readonly ScoredSpan[],
  byRules: readonly WordSpan[],
  utterances: readonly Utterance[],
): Promise<WordSpan[]> {
  const kept: WordSpan[] = [];
  const touches = (own: WordSpan, find: WordSpan, gap: number): boolean =>
    find.utterance === own.utterance &&
    find.from < own.to + gap &&
    find.to > own.from - gap &&
    familyOf(find.type) === familyOf(own.type);
  for (const { score, ...span } of spans) {
    const kind = kindOf(span.type);
    const utterance = utterances[span.utterance];
    if (!utterance) continue;
    const reading = await readingOf(utterance);
    const own = kind === 'person' || kind === 'place' ? withoutTalk(span, kind, reading) : span;
    if (!own) continue;
    const isConfirmed = byRules.some((find) => touches(own, find, 0));
    const isBeside = [...byRules, ...kept].some((find) => touches(own, find, 1));
    const least = Math.min(
      leastScore(own, kind, reading),
      isBeside ? leastFor(kind, 'beside', reading) : NEVER,
      isConfirmed || (kind !== 'person' && isInLongNumber(own, spans, reading)) ? 0 : NEVER,
    );
    if (score >= least) kept.push(own);
  }
  return kept;
}

/** Least size of a number that a model takes to pieces of several types: "a b 1 2 3 for 5 6 7". */
const LEAST_WORDS = 4;
const LEAST_NUMBERS = 3;

function isInLongNumber(span: WordSpan, spans: readonly WordSpan[], reading: NameReading): boolean {
  const own = spans.filter(({ utterance }) => utterance === span.utterance);
  const isFound = (at: number) => own.some(({ from, to }) => at >= from && at < to);
  let { from, to } = span;
  while (isFound(from - 1)) from -= 1;
  while (isFound(to)) to += 1;
  const numbers = reading.tokens.slice(from, to).filter((token) => isNumber(token, reading.language));
  return to - from >= LEAST_WORDS && numbers.length >= LEAST_NUMBERS;
}

const wordsOf = ({ from, to }: WordSpan): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** A find without words at its ends that are part of no name; null if nothing is left. */
function withoutTalk(span: WordSpan, kind: Kind, reading: NameReading): WordSpan | null {
  const own = wordsOf(span).filter((at) => evidenceOf(kind, reading, at) !== 'never');
  const [from] = own;
  const last = own.at(-1);
  return from === undefined || last === undefined ? null : { ...span, from, to: last + 1 };
}

function leastScore(span: WordSpan, kind: Kind, reading: NameReading): number {
  const scores = wordsOf(span).flatMap((word) => {
    const evidence = evidenceOf(kind, reading, word);
    return evidence === 'never' ? [] : [leastFor(kind, evidence, reading)];
  });
  const isWhole = kind === 'person' || kind === 'place';
  return scores.length === 0 ? NEVER : isWhole ? Math.max(...scores) : Math.min(...scores);
}

const HAS_DIGIT = /\p{N}/u;
const isNumber = ({ said, key }: NameToken, language: string): boolean =>
  HAS_DIGIT.test(said) || NUMBER_WORDS[language]?.cardinals.has(key) === true;

/** `never`: part of no name. */
function evidenceOf(kind: Kind, reading: NameReading, at: number): Evidence | 'never' {
  const token = reading.tokens[at];
  if (!token || (kind === 'person' && isVerbForm(token, reading.language))) return 'never';
  if (kind !== 'person' && kind !== 'place') return isNumber(token, reading.language) ? 'listed' : 'word';
  return EVIDENCE.find((of) => isAt(reading, at, `${of} ${kind}`)) ?? 'never';
}
