import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { CUE_LANGUAGES, withWords } from '../../cues/cues.ts';
import type { WordSpan } from '../found-entity.ts';
import { inTime } from '../speaker-text.ts';
import { loadKnownWords } from './known-words.ts';
import { findWords, isAt } from './name-places.ts';
import { type NameRange, type NameReading, readNames } from './name-reading.ts';
import { plainNames } from './plain-names.ts';
import { spelledNames } from './spelled-names.ts';

/** Languages in which names of people can be found by rules. */
export const hasNameRules = (language: string): boolean => CUE_LANGUAGES.includes(language);

/**
 * Names of people, by what announces them and by lists of names of many origins, whether or not the text has capitals.
 *
 * @param indices of the utterances to search, all in this language
 * @param others what a library found: people, of whom those remain that can be some, and places and organisations, whose
 *   words are no names by themselves
 */
export async function findPeople(
  utterances: readonly Utterance[],
  indices: readonly number[],
  language: string,
  others: readonly WordSpan[],
): Promise<WordSpan[]> {
  if (!hasNameRules(language)) return [];
  const known = await loadKnownWords();
  const readings = new Map(
    indices.map((index): [number, NameReading] => [
      index,
      readNames(utterances[index] ?? { words: [] }, language, known, placesIn(index, others)),
    ]),
  );
  const order = inTime(utterances);
  const turns = order.flatMap((index, place): Turn[] => {
    const reading = readings.get(index);
    if (!reading) return [];
    const before = readings.get(order[place - 1] ?? -1);
    const ranges = [
      ...(asksForName(before) ? findWords(reading, 'answer') : []),
      ...findWords(reading, 'name'),
      ...(language === 'en' || reading.cased ? plainNames(limited(reading)) : findWords(reading, 'listed')),
      ...others
        .filter(({ type, utterance }) => utterance === index && type.startsWith('NAME'))
        .map((range) => withoutTalk(reading, range))
        .filter((range) => isPlausible(reading, range)),
    ];
    return [{ index, reading, before, ranges }];
  });
  const said = new Set(
    turns.flatMap(({ reading, ranges }) =>
      ranges.flatMap(({ from, to }) => reading.tokens.slice(from, to).map(({ key }) => key)),
    ),
  );
  return turns.flatMap((turn) =>
    joined([...turn.ranges, ...spelledNames(turn.reading, spelledIn(turn, said))]).map(({ from, to }) => ({
      type: isAt(turn.reading, from, 'behind doctor') ? 'NAME_MEDICAL_PROFESSIONAL' : 'NAME',
      utterance: turn.index,
      from,
      to,
    })),
  );
}

/** An utterance of the language, behind another one that was said before it. */
interface Turn {
  index: number;
  reading: NameReading;
  before: NameReading | undefined;
  ranges: NameRange[];
}

/** "catherine the next morning": what a library takes for a person, up to a word that is part of no name. */
function withoutTalk(reading: NameReading, { from, to }: NameRange): NameRange {
  const end = reading.tokens.findIndex((_, at) => at > from && at < to && isAt(reading, at, 'talk'));
  return { from, to: end < 0 ? to : end };
}

/** Whether what a library takes for a person can be one: it takes "grace" and "April" for people, too. */
const isPlausible = (reading: NameReading, { from, to }: NameRange): boolean =>
  reading.tokens.some((_, at) => at >= from && at < to && isAt(reading, at, 'marked as a name'));

/** Without a dictionary of the language, only given names are names by themselves. */
function limited(reading: NameReading): NameReading {
  const { tokens, known, hasDictionary } = reading;
  if (hasDictionary) return reading;
  return {
    ...reading,
    kinds: reading.kinds.map((kind, at) => {
      if (isAt(reading, at, 'noun')) return 'word';
      if (kind !== 'name') return kind === 'unknown' ? 'word' : kind;
      return known.isGiven(tokens[at]?.key ?? '') ? 'name' : 'unknown';
    }),
  };
}

/** Words behind which nobody answers a question any more. */
const MOST_BEHIND_QUESTION = 12;

/** Whether a sentence asks for a name. */
function asksForName(reading: NameReading | undefined): boolean {
  if (!reading) return false;
  const { tokens } = reading;
  const last = tokens.findLastIndex(({ startsSentence }) => startsSentence);
  const first = Math.min(last, tokens.length - MOST_BEHIND_QUESTION);
  return findWords(reading, 'question').some(({ from }) => from >= first);
}

function placesIn(utterance: number, others: readonly WordSpan[]): (at: number) => boolean {
  const own = others.filter((span) => span.utterance === utterance && !span.type.startsWith('NAME'));
  return (at) => own.some(({ from, to }) => at >= from && at < to);
}

/** What is spelled so few words behind a word for names is one: "my last name is spelled b, r, o". */
const WORDS_TO_SPELLED = 5;
const ABOUT_LETTERS = withWords('^<about letters>$');
const NAME_WORD = withWords('^<name word of a form>$');

/** A spelled name is one that was said, or one that the lists have. */
function spelledIn({ reading, before }: Turn, said: ReadonlySet<string>) {
  const { tokens, known } = reading;
  const near = [...(before?.tokens ?? []), ...tokens].some(({ whole }) => ABOUT_LETTERS.test(whole));
  const isAsked = asksForName(before) || (near && said.size > 0);
  const followsNameWord = (from: number) =>
    tokens.slice(Math.max(from - WORDS_TO_SPELLED, 0), from).some(({ whole }) => NAME_WORD.test(whole));
  const isListed = (letters: string) =>
    letters.length > 3 && (known.isGiven(letters) || known.isFamily(letters));
  return (letters: string, from: number): boolean =>
    said.has(letters) || isAsked || followsNameWord(from) || isListed(letters);
}

/** Ranges that overlap or touch inside one name are one. */
function joined(ranges: readonly NameRange[]): NameRange[] {
  const all: NameRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to);
    else all.push({ ...range });
  }
  return all;
}
