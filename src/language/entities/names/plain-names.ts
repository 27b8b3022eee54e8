import { AFTER_PEOPLE, BEFORE_PEOPLE, NEVER_BEFORE, PARTICLES } from './cue-tables.ts';
import type { NameKind } from './name-kinds.ts';
import { isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';

/** Shorter unknown words are abbreviations. */
const LEAST_LETTERS = 3;
/** Longer words in capitals are seldom abbreviations. */
const MOST_ABBREVIATED = 4;

/**
 * Names that nothing announces: words of the lists, and words that English does not have, where people stand.
 *
 * @param isPlace whether a word represents a place or an organisation
 */
export function plainNames(reading: NameReading, isPlace: (at: number) => boolean): NameRange[] {
  const candidates = reading.tokens.map((_, at) => mayBelong(reading, at));
  const found: NameRange[] = [];
  let from = 0;
  while (from < candidates.length) {
    if (!candidates[from]) {
      from += 1;
      continue;
    }
    let to = from + 1;
    while (to < candidates.length && continues(reading, candidates, to)) to += 1;
    // A word alone may still do what people do.
    const range = trimmed(reading, { from, to }) ?? (to === from + 1 ? { from, to } : null);
    if (
      range &&
      !isCode(reading, range) &&
      (isName(reading, range, isPlace) || isSubject(reading, range.from, range.to))
    )
      found.push(range);
    from = to;
  }
  // "will said so": first of all a word, so it begins no other name.
  for (const [at, kind] of reading.kinds.entries()) {
    if (kind === 'rareName' && !reading.cased && isSubject(reading, at, at + 1))
      found.push({ from: at, to: at + 1 });
  }
  return found;
}

/** Whether a word is a name by what it does: "Drew drew a picture", "April and May went home", "Is April there?". */
const isSubject = (reading: NameReading, from: number, to: number): boolean =>
  to - from === 1 &&
  (isAt(reading, from, 'subject') ||
    (isAt(reading, from, 'joined subject') && isSubject(reading, from + 2, from + 3)));

/** "the flight is ba two eight five" */
const isCode = ({ tokens, cased }: NameReading, { from, to }: NameRange): boolean =>
  !cased &&
  to - from === 1 &&
  (tokens[from]?.key.length ?? 0) < LEAST_LETTERS &&
  /^(?:\d+|zero|oh|one|two|three|four|five|six|seven|eight|nine)$/.test(tokens[to]?.whole ?? '');

/** Whether a word may be part of a name here. */
function mayBelong({ tokens, kinds, cased }: NameReading, at: number): boolean {
  const token = tokens[at];
  const kind = kinds[at];
  if (!token || kind === undefined) return false;
  if (kind === 'function') return isLikeName(tokens, kinds, at);
  if (cased) return token.isCapital && (!token.isAcronym || isShouted(tokens, kinds, at));
  if (kind === 'proper') return kinds[at - 1] === 'name' || kinds[at + 1] === 'name';
  return kind === 'name' || kind === 'wordName' || (kind === 'unknown' && token.key.length >= LEAST_LETTERS);
}

/** "ANNA BERG" is a name in capitals; "IBAN" is none, though some are called so. */
function isShouted(tokens: NameReading['tokens'], kinds: NameReading['kinds'], at: number): boolean {
  // "BA 117": digits are no word beside it.
  const isBeside = (place: number) => tokens[place]?.isAcronym === true && tokens[place]?.key !== '';
  const before = isBeside(at - 1);
  if (kinds[at] !== 'name') return before && kinds[at - 1] === 'name';
  return before || isBeside(at + 1) || (tokens[at]?.key.length ?? 0) > MOST_ABBREVIATED;
}

/** "Khanh Do": a capital where a sentence does not begin, behind a name. */
const isLikeName = (tokens: NameReading['tokens'], kinds: NameReading['kinds'], at: number): boolean =>
  tokens[at]?.isCapital === true &&
  !tokens[at]?.startsSentence &&
  !tokens[at - 1]?.endsPhrase &&
  kinds[at - 1] === 'name' &&
  !/^i\b/.test(tokens[at]?.whole ?? '');

function continues(reading: NameReading, candidates: readonly boolean[], at: number): boolean {
  const { tokens } = reading;
  if (tokens[at - 1]?.endsPhrase) return false;
  if (candidates[at]) return true;
  const isParticle = PARTICLES.has(tokens[at]?.key ?? '') || /^\p{L}$/u.test(tokens[at]?.key ?? '');
  return isParticle && candidates[at + 1] === true && !tokens[at]?.endsPhrase;
}

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
  const isOne = own.length === 1;
  if (isOne && own[0] === 'name') return !isNever || (cased && amongPeople);
  if (isNever && (isOne || !goesOn)) return false;
  if (count('name') > 0) return true;
  if (count('wordName') > 0) return cased ? !isNew || own.length - count('word') > 1 : amongPeople && !isOne;
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
