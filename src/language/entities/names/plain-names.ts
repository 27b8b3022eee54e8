import { wordClass } from '../../cues/cues.ts';
import type { NameKind } from './name-kinds.ts';
import { findWords, isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';

/** English words before and after people, and words before which no name without a cue is. */
const BEFORE_PEOPLE = wordClass('beforePeople');
const AFTER_PEOPLE = wordClass('afterPeople');
const PARTICLES = wordClass('particle');
const NEVER_BEFORE = wordClass('neverBeforePeople');

/**
 * Names that nothing announces: words of the lists, and words that English does not have, where people stand.
 *
 * @param isPlace whether a word represents a place or an organisation
 */
export function plainNames(reading: NameReading, isPlace: (at: number) => boolean): NameRange[] {
  const found = findWords(reading, 'run').flatMap((run): NameRange[] => {
    // A word alone may still do what people do.
    const range = trimmed(reading, run) ?? (run.to === run.from + 1 ? run : null);
    if (!range || (isOne(range) && isAt(reading, range.from, 'code'))) return [];
    return isName(reading, range, isPlace) || (isOne(range) && isSubject(reading, range.from)) ? [range] : [];
  });
  // "will said so": first of all a word, so it begins no other name.
  const rare = reading.kinds.flatMap((kind, at) =>
    kind === 'rareName' && !reading.cased && isSubject(reading, at) ? [{ from: at, to: at + 1 }] : [],
  );
  return [...found, ...rare];
}

const isOne = ({ from, to }: NameRange): boolean => to - from === 1;

/** Whether a word is a name by what it does: "Drew drew a picture", "April and May went home", "Is April there?". */
const isSubject = (reading: NameReading, at: number): boolean =>
  isAt(reading, at, 'subject') || (isAt(reading, at, 'joined subject') && isSubject(reading, at + 2));

/** Without what is only a word: at the start of a sentence, before "von" and its kin, and beside a name in lower case. */
function trimmed(reading: NameReading, { from, to }: NameRange): NameRange | null {
  const { tokens, kinds, given, cased, hasDictionary } = reading;
  let first = from;
  // "das Buch von Anna"
  while (cased && !hasDictionary && first + 2 < to && kinds[first] === 'word') {
    if (!PARTICLES.has(tokens[first + 1]?.whole ?? '') || tokens[first + 1]?.isCapital) break;
    first += 2;
  }
  const isWord = (at: number) =>
    kinds[at] === 'word' ||
    kinds[at] === 'proper' ||
    (kinds[at] === 'rareName' && at + 1 < to && given[at + 1] === true);
  while (cased && first < to && tokens[first]?.startsSentence && isWord(first)) first += 1;
  const strong = (at: number) => at >= first && at < to && (kinds[at] === 'name' || kinds[at] === 'unknown');
  if (!cased) {
    // "long truong" is a name, "the long" is not.
    let last = to;
    while (first < last && !strong(first) && !strong(first + 1)) first += 1;
    while (last > first && !strong(last - 1) && !strong(last - 2)) last -= 1;
    return first < last ? { from: first, to: last } : null;
  }
  return first < to ? { from: first, to } : null;
}

function isName(
  { tokens, kinds, cased }: NameReading,
  { from, to }: NameRange,
  isPlace: (at: number) => boolean,
): boolean {
  const own: NameKind[] = kinds.slice(from, to).filter((kind) => kind !== 'function');
  const count = (sought: NameKind) => own.filter((kind) => kind === sought).length;
  const isNew = from === 0 || tokens[from]?.startsSentence === true;
  const previous = isNew ? '' : (tokens[from - 1]?.whole ?? '');
  const next = tokens[to - 1]?.endsPhrase ? '' : (tokens[to]?.whole ?? '');
  const goesOn = AFTER_PEOPLE.has(next) || /'s$/.test(tokens[to - 1]?.whole ?? '');
  const amongPeople = BEFORE_PEOPLE.has(previous) || goesOn;
  const isNever = NEVER_BEFORE.has(previous);
  if (isOfPlace(kinds.slice(from, to), (index) => isPlace(from + index), isNever)) return false;
  const isAlone = own.length === 1;
  if (isAlone && own[0] === 'name') return !isNever || (cased && amongPeople);
  if (isNever && (isAlone || !goesOn)) return false;
  if (count('name') > 0) return true;
  if (count('wordName') > 0)
    return cased ? !isNew || own.length - count('word') > 1 : amongPeople && !isAlone;
  return count('unknown') > (amongPeople ? 0 : 1);
}

/** Whether all words belong to a place, or the first one does that is no name. */
function isOfPlace(
  kinds: readonly NameKind[],
  isPlace: (index: number) => boolean,
  isNever: boolean,
): boolean {
  const places = kinds.map((_, index) => isPlace(index));
  if (!places.includes(true)) return false;
  const isAll = kinds.every((kind, index) => places[index] || kind === 'function');
  const first = kinds.find((kind) => kind !== 'function');
  return isAll || isNever || (places[0] === true && first !== 'name');
}
