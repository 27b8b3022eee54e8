import { withWords, wordClass } from '../../cues/cues.ts';
import type { NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';

/** Words after a name that is told: "my name is will and …". */
export const GOES_ON = withWords('^<behind my name>$');

/** Words that follow who has said who is speaking. */
const SPEAKING = withWords('^<speaking>$');
const ELSEWHERE = withWords('^<from elsewhere>$');
const INTRODUCES = withWords('^<introduces>$');
/** Words by which people say who they are, before their name. */
const SELF =
  /(?:^this is|^i am| i'm| it's|^it is|^hier ist|^hier spricht|^(?:bin|ist|spricht) (?:der|die)|^ich bin|^je suis| c'est| soy| habla| sono|^ik ben| sou)$/;

export const isSelfSaid = (tokens: readonly NameToken[], at: number): boolean =>
  SELF.test(`${tokens[at - 2]?.whole ?? ''} ${tokens[at - 1]?.whole ?? ''}`);

/** "this is mark speaking", "i'm bill from accounting": who says so by a name that is a word. */
export function isSelf(reading: NameReading, at: number): boolean {
  const { tokens, given } = reading;
  const next = tokens[at + 1]?.whole ?? '';
  if (given[at] !== true || tokens[at]?.endsPhrase || !isSelfSaid(tokens, at)) return false;
  // "hi it's gene from maintenance", but not "it's rose from top to bottom"
  const before = tokens[at - 2]?.whole ?? '';
  const isIt = /^(?:it's|is)$/.test(tokens[at - 1]?.whole ?? '') && !/^(?:this|hi|hello|hey)$/.test(before);
  // "it's summer here"
  if (SPEAKING.test(next)) return !(isIt && next === 'here');
  const after = tokens[at + 2]?.whole ?? '';
  // "it is lily from the clinic", but not "it's rose from top to bottom"; "i'm ray and this is dawn", but not "i'm frank and honest".
  if (ELSEWHERE.test(next)) return !isIt || /^(?:the|your|our)$/.test(after);
  return !isIt && ((next === 'and' && INTRODUCES.test(after)) || isFamilyLast(reading, at + 1));
}

/** Why somebody calls: "this is frank miller returning your call". */
const WANTS = withWords('^<wants>$');

/** "this is frank miller": a word that may be a family name, and nothing else. */
export function isFamilyLast({ tokens, kinds }: NameReading, at: number): boolean {
  const isLast = at === tokens.length - 1 || tokens[at]?.endsPhrase === true;
  const next = tokens[at + 1]?.whole ?? '';
  const mayBe = kinds[at] === 'wordName' || kinds[at] === 'proper';
  return (
    mayBe && (isLast || SPEAKING.test(next) || ELSEWHERE.test(next) || GOES_ON.test(next) || WANTS.test(next))
  );
}

/** "I spoke to mark yesterday" */
export const isAddressed = ({ tokens, given }: NameReading, at: number): boolean =>
  given[at] === true &&
  /^(?:to|with|for|from|of|mit|avec|con|a)$/.test(tokens[at - 1]?.whole ?? '') &&
  SAID_LATER.test(tokens[at + 1]?.whole ?? '');

const SAID_LATER = withWords('^<behind an addressee>$');

const RELATION = wordClass('relation');
/** What a person does and "will" or "rose" as a verb is not followed by. */
export const DOES = wordClass('doesAsPerson');

/** "my brother gene will pick you up"; "my daughter ivy and my son ash", but not "my brother will and i". */
export const isRelative = ({ tokens, kinds, given }: NameReading, at: number): boolean => {
  const next = tokens[at + 1]?.whole ?? '';
  const isNamed = kinds[at] === 'wordName' && (tokens[at]?.endsPhrase === true || /^(?:|and|or)$/.test(next));
  return given[at] === true && RELATION.has(tokens[at - 1]?.whole ?? '') && (DOES.has(next) || isNamed);
};

const ENDEARMENT = {
  english: withWords('^<endearment>$', 'u', 'en'),
  others: withWords('^<endearment>$', 'u', 'any'),
};

/** "Thanks Nan" */
const KIN = withWords('^<english kin>$');

export const isKin = (key: string, isEnglish: boolean): boolean => isEnglish && KIN.test(key);

/** "ciao bella", "hola vida": what people are called who are greeted, without being their name. */
export const isEndearment = (key: string, isEnglish: boolean): boolean =>
  ENDEARMENT[isEnglish ? 'english' : 'others'].test(key);
