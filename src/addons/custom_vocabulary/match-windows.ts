import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { beginAlike, soundSimilarity, soundWeight } from '../../engine/sounds/sound-distance.ts';
import { joinSounds, type Speller } from '../../engine/sounds/speller.ts';
import { splitClitics } from '../split-clitics.ts';
import { LONGEST_GAP, plainMarks, splitWord } from '../split-word.ts';
import type { CommonWords } from './common-words.ts';
import { matchSaidForms } from './match-said-forms.ts';
import { type Candidate, convincing, lenienceFor } from './said-again.ts';
import { SoundIndex } from './sound-index.ts';
import { lettersOf, type SpokenWay, type VocabularyTerm } from './vocabulary-entries.ts';
import type { VocabularyMatch } from './vocabulary-match.ts';

/** A prepared recognised word. */
interface DocumentWord {
  /** Without clitics and marks, in lower case. */
  base: string;
  sounds: string;
  letters: string;
  confidence: number;
  isFunction: boolean;
  isCommon: boolean;
  /** In capitals where others are not: "US" is not "us". */
  isAcronym: boolean;
  isOrdinary: boolean;
  /** When it was said, in seconds. */
  at: number;
  /** Whether no term continues across the gap after it. */
  closed: boolean;
}

interface MatchOptions {
  terms: readonly VocabularyTerm[];
  spell: Speller;
  common: CommonWords;
  /** Whether each word is an ordinary one, see `ordinaryWords`. */
  ordinary: readonly boolean[];
  /** Transcription language code. */
  language: string;
}

/** Words that a term may have been recognised as. */
const MOST_WORDS = 8;

function prepare(
  words: readonly RecognisedWord[],
  { terms, spell, common, ordinary }: MatchOptions,
): DocumentWord[] {
  const written = terms.flatMap(({ value, forms }) => [value, ...forms]);
  const dotted = new Set(written.flatMap((text) => text.toLowerCase().match(DOTTED) ?? []));
  const hasCase = words.some(({ word }) => /\p{Ll}/u.test(word));
  return words.map(({ word, start, end, confidence }, index) => {
    const { core, after } = splitWord(word);
    const { base } = splitClitics(plainMarks(core).toLowerCase());
    const next = words[index + 1];
    return {
      base,
      sounds: base.split('-').map(spell).reduce(joinSounds, ''),
      letters: lettersOf(base),
      confidence,
      isFunction: common.function.has(base),
      at: start,
      isOrdinary: ordinary[index] === true,
      isAcronym: hasCase && ACRONYM.test(core),
      isCommon: common.function.has(base) || common.everyday.has(base),
      closed:
        (/[.,!?;:…。，、！？；：।؟،)\]]/u.test(after) &&
          !(after === '.' && dotted.has(base.replace(/^.*\./u, '')))) ||
        !next ||
        next.start - end > LONGEST_GAP ||
        splitWord(next.word).before !== '',
    };
  });
}

/** "Dr. House" goes on behind its dot, and "U.S. Army" behind those of "U. S." */
const DOTTED = /(?<![^\s.])(?:\p{L}{1,2}(?=\.)|\S+(?=\.\s))/gu;
const ACRONYM = /^\p{Lu}{2,}(?:['’]s)?$/u;

/** A group of words without a break inside. */
interface Window {
  from: number;
  /** Exclusive. */
  to: number;
  sounds: string;
  letters: string;
  words: number;
  /** Mean confidence, weighted by the words' durations. */
  confidence: number;
  /** Shares of its sounds in common words and, among them, in function words; 0 to 1. */
  common: number;
  functional: number;
  /** Number of function words at its edges (first and last word). */
  edges: number;
  /** One word in capitals where others are not. */
  isAcronym: boolean;
  /** One word that is no name where it is. */
  isOrdinary: boolean;
  /** When it was said, in seconds. */
  at: number;
}

/** A term and words whose lengths differ this much cannot be similar enough. */
const LENGTH_RATIO = 1.6;

function* windowsOf(words: readonly DocumentWord[], longest: number): Generator<Window> {
  for (let from = 0; from < words.length; from++) {
    let [sounds, letters] = ['', ''];
    let [weight, confidence, common, functional] = [0, 0, 0, 0];
    for (let to = from; to < words.length && to - from < MOST_WORDS; to++) {
      const word = words[to];
      if (!word || word.base === '') break;
      sounds = joinSounds(sounds, word.sounds);
      letters += word.letters;
      if (sounds.length > longest * LENGTH_RATIO + 1) break;
      const own = Math.max(word.sounds.length, 1);
      weight += own;
      confidence += own * word.confidence;
      if (word.isCommon) common += own;
      if (word.isFunction) functional += own;
      yield {
        from,
        to: to + 1,
        sounds,
        letters,
        words: to + 1 - from,
        confidence: confidence / weight,
        common: common / weight,
        functional: functional / weight,
        edges: Number(words[from]?.isFunction) + Number(word.isFunction),
        isAcronym: from === to && word.isAcronym,
        isOrdinary: from === to && word.isOrdinary,
        at: words[from]?.at ?? 0,
      };
      if (word.closed) break;
    }
  }
}

/** Up to this many terms, chance matches are rare. */
const FEW_TERMS = 40;
/** From this intensity on, common words may become terms too. */
const EAGER = 0.8;
/** What a word needs more that begins otherwise than the term. */
const UNLIKE_ONSET = 0.05;

/**
 * Minimum similarity for a window to count as a term: lower for a higher intensity and an uncertain recogniser;
 * higher for short terms, for common words, if the number of words differs, and with many terms, because each may
 * match by chance. Above 1: never.
 */
export function neededSimilarity(
  { intensity }: Pick<VocabularyTerm, 'intensity'>,
  { sounds, words }: SpokenWay,
  window: Pick<Window, 'sounds' | 'confidence' | 'common' | 'functional' | 'words' | 'edges'>,
  termCount: number,
): number {
  const caution = 1.2 - intensity;
  const termSounds = sounds.length;
  const short = termSounds <= 3 ? 0.16 : termSounds === 4 ? 0.08 : termSounds === 5 ? 0.04 : 0;
  // Several words rarely sound like one long term by chance.
  const chance = Math.min(6 / termSounds, 1);
  const common =
    window.words === 1 ? 0.25 * window.common : (0.08 * window.common + 0.12 * window.functional) * chance;
  const edges = window.words > 1 ? 0.05 * window.edges * chance : 0;
  const doubt = 0.3 * (window.confidence - 0.6) * (1 - 0.6 * intensity);
  const apart = 0.03 * Math.abs(window.words - words);
  // A recogniser rarely mistakes the sound that a word begins with.
  const onset = window.words === 1 && !beginAlike(window.sounds, sounds) ? UNLIKE_ONSET : 0;
  const crowd = 0.08 * Math.log10(Math.max(termCount / FEW_TERMS, 1));
  return 1 - 0.38 * intensity + doubt + caution * (short + common + edges + apart + crowd + onset);
}

/** "Hm" is no H&M. */
const HESITATION = /^(?:h+m+|m+h+m*)$/u;

function candidatesIn(
  window: Window,
  index: SoundIndex,
  byLetters: Map<string, VocabularyTerm>,
): Candidate[] {
  const { from, to, sounds, letters, at } = window;
  const found: Candidate[] = [];
  const written = byLetters.get(letters);
  if (HESITATION.test(letters) && !window.isAcronym) return [];
  if (written && (window.common < 1 || window.isAcronym || written.intensity >= EAGER)) {
    found.push({ from, to, term: written, worth: letters.length, at, sounds, lacking: 0 });
  }
  const weight = soundWeight(sounds);
  for (const way of index.near(sounds)) {
    const { term, sounds: wanted, weight: wantedWeight } = way;
    if (window.isOrdinary && /\p{Lu}/u.test(term.value) && term.intensity < EAGER) continue;
    const needed = neededSimilarity(term, way, window, byLetters.size);
    const least = needed - (byLetters.size > FEW_TERMS ? 0 : lenienceFor(term, way, window));
    // Lower bound of the cost of the sounds one has more.
    const apart = Math.abs(weight - wantedWeight) / Math.max(weight, wantedWeight);
    if (least > 1 || 1 - apart < least) continue;
    const similarity = soundSimilarity(wanted, sounds, least);
    if (similarity < least) continue;
    const worth = (similarity - 0.4) * wanted.length;
    found.push({ from, to, term, worth, at, sounds, lacking: Math.max(needed - similarity, 0) });
  }
  return found;
}

/** How near a term that was written right another word is its neighbour; seconds. */
const NEIGHBOUR_SECONDS = 2;

/** Whether a word is beside the term as the recogniser wrote it: a name is rarely said twice at once. */
function isNeighbour({ from, to, term, at }: Candidate, words: readonly DocumentWord[]): boolean {
  if (to - from > 1 || words[from]?.letters === term.letters) return false;
  for (const step of [-1, 1]) {
    for (let place = from + step; ; place += step) {
      const word = words[place];
      if (!word || Math.abs(word.at - at) > NEIGHBOUR_SECONDS) break;
      if (word.letters === term.letters && !word.isCommon) return true;
    }
  }
  return false;
}

/** All positions where a term was meant, in order, without overlap. */
export function matchTerms(words: readonly RecognisedWord[], options: MatchOptions): VocabularyMatch[] {
  const index = new SoundIndex(options.terms);
  const byLetters = new Map(options.terms.toReversed().map((term) => [term.letters, term]));
  const longest = Math.max(index.longest, ...options.terms.map(({ letters }) => letters.length));
  const prepared = prepare(words, options);
  const candidates = matchSaidForms(words, prepared, options.terms, options.language);
  for (const window of windowsOf(prepared, longest)) {
    candidates.push(...candidatesIn(window, index, byLetters).filter((one) => !isNeighbour(one, prepared)));
  }
  const taken = new Uint8Array(words.length);
  return convincing(candidates)
    .toSorted((a, b) => b.worth - a.worth || a.from - b.from)
    .filter(({ from, to }) => {
      if (taken.subarray(from, to).includes(1)) return false;
      taken.fill(1, from, to);
      return true;
    })
    .toSorted((a, b) => a.from - b.from);
}
