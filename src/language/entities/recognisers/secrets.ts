import { withWords, wordClass } from '../../cues/cues.ts';
import { type Find, findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import { NUMBER_WORDS } from '../number-words.ts';
import { secretsBefore } from './before-its-cue.ts';
import { LINK_WORDS, NO_SECRET, SECRET_WORDS } from './context-words.ts';
import { SPELLED, SPELLED_SIGN } from './spelling-words.ts';

/** A word, or the first of digits or letters said one by one. */
const SECRET_START = `(?:[^\\s"»”]{2,}|(?<=[ '])(?=[\\p{L}\\d] ${SPELLED})[\\p{L}\\d]|\\d(?= \\d)|[\\p{L}\\d](?= [\\p{L}\\d](?![\\p{L}\\p{N}-])))`;
/** Behind a comma: "my password, it's …". */
const AFTER_COMMA =
  "(?:,(?= (?:c'est|it's|it is|das ist|es ist|è|est|lautet|ist(?! (?:es|das|sie|er) )) |(?<=contrasena,|clave,) es (?!que )))?";
/** What a password of words, digits or signs goes on with. */
const GOES_ON =
  '(?: ?[\\uE000\\uE002\\uE003\\uE001] ?| (?=\\d)|(?<=(?:^| )[\\p{L}\\d]) (?=[\\p{L}\\d](?![\\p{L}\\p{N}])))';
const SECRETS = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: withWords(
    `(?<![\\p{L}\\p{N}])(?:${words})(?! <about secret>)${AFTER_COMMA} ?(?:[\\p{L}'-]+ ){0,4}?` +
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
function secretEnd(text: string, end: number, words: number): number {
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

/** How many words a password has. */
const COUNTS = new Map(
  Object.values(NUMBER_WORDS).flatMap(({ small }) =>
    [...small].filter(([, value]) => value > 0 && value < 10),
  ),
);
const COUNT = `(?:[1-9]|${[...COUNTS.keys()].join('|')})`;
/** "12 characters long" is no password either. */
const IS_COUNTED = withWords(
  `^(?:(?:en|de|di|in|aus|of|just|only|all) )?(?:${COUNT} <counted unit>|\\d{1,3}[ -]<counted sign>)`,
);

/** What may be said of the words before they are. */
const HOW_WRITTEN = '(?:<before how written> )*<how written>(?: letters)?[,:.]? ';
const COUNTED = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: withWords(
    `(?<![\\p{L}\\p{N}])(?:${words})(?: [\\p{L}']+){1,4}? (?<count>${COUNT}) <counted unit>[,:.]? ` +
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

const NO_ANSWER = withWords('^<no answer>');
const STARTS_SPELLED = new RegExp(`^(?:${SPELLED})`, 'u');

/** What somebody answers who was asked for a password or a user name. */
const ANSWERS = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: withWords(
    `(?<![\\p{L}\\p{N}])(?:${words})(?: [\\p{L}']+){0,3} ?\\? +(?:<opens answer>[, ]+)*(?<v>[\\p{L}\\p{N}]{2,})`,
    'dgu',
  ),
}));

function answers(text: string): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern } of ANSWERS) {
    for (const found of text.matchAll(pattern)) {
      const [from, end] = found.indices?.groups?.v ?? [0, 0];
      const first = text.slice(from, end);
      if (
        NO_SECRET.has(first) ||
        LINK_WORDS.has(first) ||
        NO_ANSWER.test(text.slice(from, from + LONGEST_WORD))
      )
        continue;
      finds.push({ type, from, to: secretEnd(text, end, MOST_SECRET_WORDS - 1), sureness: SURENESS.context });
    }
  }
  return finds;
}

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

/** "password azerty123": letters and digits in one word, without a verb. */
const MIXED = SECRET_WORDS.map(({ type, words }) => ({
  type,
  sureness: SURENESS.context,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words})[ :]{1,2}(?<v>(?=[^\\s]{0,20}\\p{L})(?=[^\\s]{0,20}\\d)[^\\s"»”,;:]{5,40})(?<![.!?])`,
    'dgu',
  ),
}));

/** "my Instagram is at blue otter": behind "at", in words. */
const HANDLE = withWords(
  "(?<![\\p{L}\\p{N}])<handle>(?: \\p{L}+){0,3} (?<v>\\uE001 ?(?!<ends secret>(?!'))[\\p{L}\\p{N}_]{2,}" +
    '(?: ?[\\uE000\\uE002\\uE003] ?[\\p{L}\\p{N}]+){0,4}' +
    "(?: (?!<ends secret>(?!'))\\p{L}{2,}){0,2}(?: ?\\d{1,6}(?![\\p{L}\\p{N}]))?)",
  'dgu',
);

/** "wifi password sunflower dash 1987": words with signs or digits among them, without a verb. */
const PHRASES = SECRET_WORDS.filter(({ type }) => type === 'PASSWORD').map(
  ({ words }) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${words})[ :]{1,2}(?<v>\\p{L}{3,})(?= (?:${SPELLED_SIGN}(?![\\p{L}]) ?|\\d+ )[\\p{L}\\d])`,
      'dgu',
    ),
);

function phrases(text: string): Find[] {
  return PHRASES.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((found): Find[] => {
      const [from, to] = found.indices?.groups?.v ?? [0, 0];
      const first = text.slice(from, to);
      if (NO_SECRET.has(first) || LINK_WORDS.has(first)) return [];
      const end = secretEnd(text, to, MOST_SECRET_WORDS - 1);
      return [{ type: 'PASSWORD', from, to: end, sureness: SURENESS.context }];
    }),
  );
}

/** What gives access to a service, by its form. */
const KEYS = new RegExp(
  [
    '(?<![\\p{L}\\p{N}_-])(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[a-z\\d_-]{16,200}',
    '(?<![\\p{L}\\p{N}_])(?:gh[pousr]_[a-z\\d]{30,}|github_pat_[a-z\\d_]{30,}|xox[abprs]-[a-z\\d-]{10,}',
    '(?:akia|asia)[a-z\\d]{16}(?![a-z\\d])|aiza[a-z\\d_-]{35}|eyj[a-z\\d_-]{10,}\\.[a-z\\d_-]{10,}\\.[a-z\\d_-]{10,})',
  ].join('|'),
  'dgu',
);

const RULES: readonly PatternRule[] = [
  ...MIXED,
  { type: 'PASSWORD', pattern: KEYS, sureness: SURENESS.form },
  { type: 'USERNAME', pattern: HANDLE, sureness: SURENESS.form },
];

/** Passwords, user names and keys, identified by the words around them or their form. */
export const findSecrets: Recogniser = (view) => [
  ...findPatterns(view, RULES),
  ...[phrases, answers, counted, secrets, secretsBefore].flatMap((find) => find(view.text)),
];
