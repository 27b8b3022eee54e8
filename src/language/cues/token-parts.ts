/** Marks of a word in the text that places are matched with, behind the word itself; `key` is the last one, and the word's key follows. */
export const TOKEN_MARKS = {
  name: '\uE100',
  wordName: '\uE101',
  rareName: '\uE102',
  proper: '\uE103',
  unknown: '\uE104',
  word: '\uE105',
  function: '\uE106',
  given: '\uE107',
  /** A capital of its own, not of an abbreviation. */
  marked: '\uE108',
  capital: '\uE109',
  ends: '\uE10A',
  first: '\uE10B',
  thing: '\uE10C',
  verb: '\uE10D',
  particle: '\uE10E',
  cased: '\uE10F',
  dictionary: '\uE110',
  key: '\uE111',
} as const;

export const ANY_MARK = '[\\uE100-\\uE111]';

const has = (mark: keyof typeof TOKEN_MARKS) => `(?=\\S*${TOKEN_MARKS[mark]})`;
const is = (mark: keyof typeof TOKEN_MARKS) => `\\S*${TOKEN_MARKS[mark]}`;
const ENDS = has('ends');
const LAST = '(?=\\S*\\s$)';

/** What the forms of places are made of. Those of the first part are words; the others are true of the word behind them. */
export const TOKEN_PARTS = {
  any: `\\S*(?=${TOKEN_MARKS.key})`,
  spoken: `(?!${ANY_MARK})\\S*(?=${TOKEN_MARKS.key})`,
  'a name': is('name'),
  'a word name': is('wordName'),
  'a rare name': is('rareName'),
  'a proper noun': is('proper'),
  'an unknown word': is('unknown'),
  'an ordinary word': is('word'),
  'a function word': is('function'),
  'verb of its sound': `${is('key')}(?<own>\\S+)\\s\\k<own>\\S*(?=${TOKEN_MARKS.key})`,
  'family name': '(?:<a word name>|<a proper noun>)',
  'family name last':
    '(?:<closes><family name>|<family name> (?:<speaking>|<from elsewhere>|<behind my name>|<wants>))',

  given: has('given'),
  capital: has('marked'),
  'any capital': has('capital'),
  ends: ENDS,
  last: LAST,
  closes: `(?:${ENDS}|${LAST})`,
  alone: `(?:${ENDS}|(?!\\S*\\s${has('capital')}))`,
  first: has('first'),
  thing: has('thing'),
  verb: has('verb'),
  'is particle': has('particle'),
  'is function': has('function'),
  'is ordinary': has('word'),
  'is name': has('name'),
  'is word or rare name': `(?:${has('wordName')}|${has('rareName')})`,
  'long key': `(?=${is('key')}\\S{3})`,
  'four letters': `(?=${is('key')}\\S{4})`,
  cased: has('cased'),
  dictionary: has('dictionary'),
  start: '(?<=^\\s)',
  nothing: `(?=${ANY_MARK}|$)`,
  'as key': is('key'),
  'any letters': '\\S*?',
  letter: '\\p{L}',
  consonant: '[b-df-hj-np-tv-xz]',
  'three letters': '\\S{3}',
  'a word in i': '(?=i(?![a-z0-9_]))',
} as const;
