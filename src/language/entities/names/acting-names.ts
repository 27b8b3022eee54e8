import { withWords, wordClass } from '../../cues/cues.ts';
import { NEVER_BEFORE } from './cue-tables.ts';
import type { NameReading } from './name-reading.ts';

/** What people do, and words and months do not. */
const PERSON_VERB = wordClass('personVerb');
/** Words move, too: "summer came". */
const MOVES = withWords('^<moves>$');
const ASKED = wordClass('askedVerb');
const WHEREABOUTS = withWords('^<whereabouts>$');

/**
 * Whether a word that may be a name is one by what it does: "Drew drew a picture", "April and May went home", "Is April
 * there?".
 */
export function isSubject(reading: NameReading, from: number, to: number): boolean {
  const { tokens, kinds, given, cased } = reading;
  const token = tokens[from];
  const isWord = kinds[from] === 'wordName' || kinds[from] === 'rareName';
  const previous = token?.startsSentence ? '' : (tokens[from - 1]?.whole ?? '');
  if (!token || to - from > 1 || !isWord || !given[from] || NEVER_BEFORE.has(previous)) return false;
  if (cased && !token.isCapital) return false;
  if (previous === 'and' && isName(kinds, from - 2) && acts(reading, from)) return true;
  if (cased ? isAsked(reading, from) : isAskedPlainly(reading, from)) return true;
  if (!token.endsPhrase && !cased && previous === 'is' && isSomewhere(reading, from)) return true;
  if (token.endsPhrase || (!cased && previous !== '')) return false;
  if (!cased && REPORTS.has(tokens[from + 1]?.whole ?? '')) return true;
  return isJoined(reading, from) || (cased && (doesAsPeople(reading, from) || isSomewhere(reading, from)));
}

/** "ask grace she knows": without capitals, what follows shows that somebody was named. */
const isAskedPlainly = ({ tokens }: NameReading, at: number): boolean =>
  /^(?:ask|asked|tell|told|remind|reminded|thank|thanked)$/.test(tokens[at - 1]?.whole ?? '') &&
  (at === tokens.length - 1 || NEW_CLAUSE.has(tokens[at + 1]?.whole ?? ''));

const NEW_CLAUSE = wordClass('newClause');
/** Only people do, with or without a capital. */
const REPORTS = wordClass('reportVerb');

/** "Ask June or August." */
function isAsked({ tokens, kinds, given }: NameReading, at: number): boolean {
  const previous = tokens[at - 1]?.whole ?? '';
  if (ASKED.has(previous)) return !tokens[at]?.startsSentence;
  const before = kinds[at - 2];
  const isPair = /^(?:and|or)$/.test(previous) && (before === 'rareName' || before === 'wordName');
  return isPair && given[at - 2] === true && ASKED.has(tokens[at - 3]?.whole ?? '');
}

const isName = (kinds: NameReading['kinds'], at: number): boolean =>
  kinds[at] === 'name' || (kinds[at] === 'wordName' && kinds[at - 1] === 'name');

function acts({ tokens }: NameReading, at: number): boolean {
  const next = tokens[at]?.endsPhrase ? '' : (tokens[at + 1]?.whole ?? '');
  return PERSON_VERB.has(next) || MOVES.test(next);
}

function doesAsPeople({ tokens }: NameReading, at: number): boolean {
  const own = tokens[at]?.key ?? '';
  const next = tokens[at + 1]?.whole ?? '';
  if (PERSON_VERB.has(next)) return true;
  // "Chase chased me."
  return MOVES.test(next) || (own !== '' && next.startsWith(own));
}

/** "Is April there?", "April is not here". */
function isSomewhere({ tokens, cased }: NameReading, at: number): boolean {
  const word = (place: number) => tokens[place]?.whole ?? '';
  if (/^(?:is|was)$/.test(word(at - 1))) {
    // "is mark there", but not "is summer here"
    if (!cased)
      return tokens[at - 1]?.startsSentence === true && /^(?:there|around|available)$/.test(word(at + 1));
    if (WHEREABOUTS.test(word(at + 1))) return true;
  }
  if (/^(?:isn't|wasn't)$/.test(word(at + 1))) return WHEREABOUTS.test(word(at + 2));
  return /^(?:is|was) not$/.test(`${word(at + 1)} ${word(at + 2)}`) && WHEREABOUTS.test(word(at + 3));
}

/** "Serge and John Doe came": beside somebody, a word is a name. */
function isJoined(reading: NameReading, at: number): boolean {
  const { tokens, kinds } = reading;
  if (!/^(?:and|or)$/.test(tokens[at + 1]?.whole ?? '')) return false;
  const kind = kinds[at + 2];
  if (kind === 'name') return true;
  return (kind === 'wordName' || kind === 'rareName') && isSubject(reading, at + 2, at + 3);
}
