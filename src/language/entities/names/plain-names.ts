import { wordClass } from '../../cues/cues.ts';
import type { NameKind } from './name-kinds.ts';
import { findWords, isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';

/** English words before and after people, and words before which no name without a cue is. */
const BEFORE_PEOPLE = wordClass('beforePeople');
const AFTER_PEOPLE = wordClass('afterPeople');
const NEVER_BEFORE = wordClass('neverBeforePeople');

/** Names that nothing announces: words of the lists, and words that English does not have, where people are named. */
export const plainNames = (reading: NameReading): NameRange[] => [
  ...findWords(reading, 'run').filter((range) => isName(reading, range)),
  ...findWords(reading, 'subject'),
];

interface OwnWord {
  kind: NameKind | undefined;
  isPlace: boolean;
}

function isName(reading: NameReading, { from, to }: NameRange): boolean {
  const { tokens, kinds, cased } = reading;
  const own = tokens.slice(from, to).flatMap((_, index): OwnWord[] => {
    const at = from + index;
    const isPlace = reading.placed[at] === true || isAt(reading, at, 'no person');
    return kinds[at] === 'function' ? [] : [{ kind: kinds[at], isPlace }];
  });
  const count = (sought: NameKind) => own.filter(({ kind }) => kind === sought).length;
  const isNew = from === 0 || tokens[from]?.startsSentence === true;
  const previous = isNew ? '' : (tokens[from - 1]?.whole ?? '');
  const next = tokens[to - 1]?.endsPhrase ? '' : (tokens[to]?.whole ?? '');
  const goesOn = AFTER_PEOPLE.has(next) || /'s$/.test(tokens[to - 1]?.whole ?? '');
  const amongPeople = BEFORE_PEOPLE.has(previous) || goesOn;
  const isNever = NEVER_BEFORE.has(previous);
  const isAlone = own.length === 1;
  if (isOfPlace(own, isNever)) return false;
  if (isAlone && own[0]?.kind === 'name') return !isNever || (cased && amongPeople);
  if (isNever && (isAlone || !goesOn)) return false;
  if (count('name') > 0) return true;
  if (count('wordName') > 0)
    return cased ? !isNew || own.length - count('word') > 1 : amongPeople && !isAlone;
  return count('unknown') > (amongPeople ? 0 : 1);
}

/** Whether all words belong to a place, or the first one does that is no name. */
const isOfPlace = (own: readonly OwnWord[], isNever: boolean): boolean =>
  own.some(({ isPlace }) => isPlace) &&
  (isNever || own.every(({ isPlace }) => isPlace) || (own[0]?.isPlace === true && own[0].kind !== 'name'));
