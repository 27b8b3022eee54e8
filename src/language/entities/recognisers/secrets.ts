import { withWords, wordClass } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import { NUMBER_WORDS } from '../number-words.ts';
import { SPELLED } from './spelling-words.ts';

const TYPES = [
  { type: 'PASSWORD', cue: '<password cue>' },
  { type: 'USERNAME', cue: '<user name cue>' },
] as const;
/** After a verb these mean that there is no value: "my password is not working". */
const NO_SECRET = wordClass('no secret');

/** A word, or the first of digits or letters said one by one. */
const SECRET_START = `(?:[^\\s"»”]{2,}|(?<=[ '])(?=[\\p{L}\\d] ${SPELLED})[\\p{L}\\d]|\\d(?= \\d)|[\\p{L}\\d](?= [\\p{L}\\d](?![\\p{L}\\p{N}-])))`;
/** Behind a comma: "my password, it's …". */
const AFTER_COMMA =
  "(?:,(?= (?:c'est|it's|it is|das ist|es ist|è|est|lautet|ist(?! (?:es|das|sie|er) )) |(?<=contrasena,|clave,) es (?!que )))?";
/** What a password of words, digits or signs goes on with. */
const GOES_ON =
  '(?: ?[\\uE000\\uE002\\uE003\\uE001] ?| (?=\\d)|(?<=(?:^| )[\\p{L}\\d]) (?=[\\p{L}\\d](?![\\p{L}\\p{N}])))';
const SECRETS = TYPES.map(({ type, cue }) => ({
  type,
  pattern: withWords(
    `(?<![\\p{L}\\p{N}])${cue}(?! <about secret>)${AFTER_COMMA} ?(?:[\\p{L}'-]+ ){0,4}?` +
      `(?:(?<=[ '])<is>|'s(?= )|[:=]) ?[:"'«“]? ?(?<v>${SECRET_START}(?:${GOES_ON}[^\\s"»”]+)*)`,
    'dgu',
  ),
}));

/** A word that may be part of a password, which goes on until something else is said. */
const SECRET_WORD = withWords("[ ,]{1,2}(?!<ends secret>(?!'))[\\p{L}\\p{N}][\\p{L}\\p{N}'-]*", 'uy');
/** "capital S", "exclamation mark", single letters, digits and signs. */
const SPELLED_PART = new RegExp(`[ ,]{0,2}(?:${SPELLED})`, 'uy');
const MOST_SECRET_WORDS = 5;
const MOST_SPELLED = 40;

const lengthAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
};

/**
 * Where a password ends that goes on behind this place: what is spelled is part of it, and so are words, but not many.
 *
 * @param words that it may still have
 */
export function secretEnd(text: string, end: number, words = MOST_SECRET_WORDS - 1): number {
  let place = end;
  let left = words;
  for (let count = 0; count < MOST_SPELLED; count++) {
    const spelled = lengthAt(SPELLED_PART, text, place);
    const word = spelled > 0 || left === 0 || text[place] === ',' ? 0 : lengthAt(SECRET_WORD, text, place);
    if (spelled + word === 0) break;
    if (word > 0) left -= 1;
    place += spelled + word;
  }
  return place;
}

/** "correct horse battery" is a password of words, "correct" a remark about one, as is "correct every time". */
function beginsPhrase(text: string, first: string, to: number): boolean {
  const [next = '', ...more] = text
    .slice(to, secretEnd(text, to, MOST_SECRET_WORDS - 1))
    .trim()
    .split(' ');
  return MAY_BEGIN_PHRASE.has(first) && next.length > 2 && !ADVERB.test(next) && more.length > 0;
}

const MAY_BEGIN_PHRASE = wordClass('may begin phrase');
const ADVERB = withWords('^<adverb>$');

const STARTS_SPELLED = new RegExp(`^(?:${SPELLED})`, 'u');

/** How many words a password has. */
const COUNTS = new Map(
  Object.values(NUMBER_WORDS).flatMap(({ cardinals }) =>
    [...cardinals].filter(([, value]) => value > 0 && value < 10),
  ),
);
const COUNT = `(?:[1-9]|${[...COUNTS.keys()].join('|')})`;
/** "12 characters long" is no password either. */
const IS_COUNTED = withWords(
  `^(?:(?:en|de|di|in|aus|of|just|only|all) )?(?:${COUNT} <counted unit>|\\d{1,3}[ -]<counted sign>)`,
);

/** What may be said of the words before they are. */
const HOW_WRITTEN = '(?:<before how written> )*<how written>(?: letters)?[,:.]? ';
const COUNTED = TYPES.map(({ type, cue }) => ({
  type,
  pattern: withWords(
    `(?<![\\p{L}\\p{N}])${cue}(?: [\\p{L}']+){1,4}? (?<count>${COUNT}) <counted unit>[,:.]? ` +
      `(?!<long>)(?:${HOW_WRITTEN})?`,
    'gu',
  ),
}));

/** "My password is three words, correct horse battery": the words, not their number. */
function counted(text: string): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern } of COUNTED) {
    for (const found of text.matchAll(pattern)) {
      const { count = '' } = found.groups ?? {};
      const from = found.index + found[0].length;
      let to = from;
      for (let left = COUNTS.get(count) ?? Number(count); left > 0; left--) {
        // The first word follows the space that was matched.
        const length =
          to === from
            ? lengthAt(SECRET_WORD, ` ${text.slice(from, from + LONGEST_WORD)}`, 0) - 1
            : lengthAt(SECRET_WORD, text, to);
        if (length <= 0) break;
        to += length;
      }
      if (to > from) finds.push({ type, from, to, sureness: SURENESS.form });
    }
  }
  return finds;
}

const LONGEST_WORD = 60;

/** "sky walker 99" is a user name; of words alone only the first is known to be one. */
const wordsOfName = (type: Find['type'], text: string, to: number): number =>
  type === 'USERNAME'
    ? (NUMBERED.exec(text.slice(to, to + LONGEST_WORD))?.[0]
        .trim()
        .split(' ').length ?? 0)
    : 0;

const NUMBERED = withWords("^(?: (?!<ends secret>(?!'))\\p{L}+){0,2} \\d{1,6}(?![\\p{L}\\p{N}])");

function secrets(text: string): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern } of SECRETS) {
    for (const found of text.matchAll(pattern)) {
      const [from, end] = found.indices?.groups?.v ?? [0, 0];
      const value = text.slice(from, end).replace(/[.,!?;:'"]+$/u, '');
      const first = /^[\p{L}']+/u.exec(value)?.[0] ?? '';
      if (IS_COUNTED.test(text.slice(from, from + LONGEST_WORD))) continue;
      const to = from + value.length;
      const isRemark =
        first === value.split(' ')[0] &&
        NO_SECRET.has(first) &&
        !/^\p{L}(?: [\p{L}\d](?![\p{L}\d-]))/u.test(value);
      const isSpelled = STARTS_SPELLED.test(value);
      if ((value.length < 2 && !isSpelled) || (isRemark && !beginsPhrase(text, first, to))) continue;
      // After "hunter2" only what is spelled belongs to it, or everything that is said next would.
      const isPhrase = type === 'PASSWORD' && (/^\p{L}+(?: \d+)*$/u.test(value) || isSpelled);
      const words = isPhrase ? MOST_SECRET_WORDS - 1 : wordsOfName(type, text, to);
      // Its words may be names, too: "luna azul".
      finds.push({ type, from, to: secretEnd(text, to, words), sureness: SURENESS.form });
    }
  }
  return finds;
}

/** Passwords and user names, identified by the words around them. */
export const findSecrets: Recogniser = ({ text }) => [...counted(text), ...secrets(text)];
