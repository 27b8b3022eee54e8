import { PII_ENTITY_TYPES, type PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import words from './unspaced.json' with { type: 'json' };

const isType = (text: string): text is PiiEntityType => PII_ENTITY_TYPES.some((type) => type === text);
const pattern = (source: string): RegExp => new RegExp(source, 'dgu');

const CODES = Object.entries(words.codes).flatMap(([type, cues]): [PiiEntityType, RegExp][] =>
  isType(type) ? [[type, pattern(`(?:${cues})[^\\d.!?。！？]{0,10}(?<v>\\d(?:[ -]?\\d){2,19})(?!\\d)`)]] : [],
);

const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);
const UNSPACED_TYPES: readonly PiiEntityType[] = [
  ...CODES.map(([type]) => type).filter((type) => type !== 'NUMERICAL_PII'),
  'DOB',
];

/** Types that are found by the words around them in a language that writes no spaces around numbers. */
export const unspacedTypes = (language: string): readonly PiiEntityType[] =>
  UNSPACED_LANGUAGES.has(language) ? UNSPACED_TYPES : [];

/** What may be asked for in these scripts, as part of a pattern. */
export const UNSPACED_CUES = [...Object.values(words.codes), words.birth].join('|');

/** A password of words, to the end of its clause and before a closing verb. */
const PASSWORD = pattern(
  `(?:${words.password})(?:${words.passwordLink})(?<v>[\\p{L}\\p{N}][\\p{L}\\p{N} -]*?)(?=${words.passwordEnd})`,
);
/** What is said of a password instead of it. */
const REMARK = new RegExp(`^(?:${words.noPassword})`, 'u');

const DAY = '(?:\\d{2,4} ?[年년] ?)?\\d{1,2} ?[月월] ?\\d{1,2} ?[日号號일]';
const KANA = '\\p{Script=Katakana}ー・';

/** Names behind or before words that announce them, in scripts without spaces and capitals. */
const NAMES: readonly RegExp[] = [
  // "我叫王小明", "王女士"
  `(?:${words.called})(?<v>\\p{Script=Han}{2,4}?)(?=${words.calledEnd})`,
  `(?<v>[${words.family}]\\p{Script=Han}{0,2}?)(?=${words.familyTitle})`,
  // "私の名前は田中太郎です", "田中と申します", "田中様"
  `(?:${words.nameIs})[、 ]?(?<v>[\\p{Script=Han}${KANA}\\p{Script=Hiragana} 　]{2,12}?)(?=${words.nameEnd})`,
  `(?<v>[\\p{Script=Han}${KANA}]{2,8})(?=${words.saysName})`,
  `(?<!\\p{Script=Han})(?!${words.noName})(?<v>\\p{Script=Han}{2,4})(?=さん|様(?!子))`,
  // "제 이름은 김민수입니다", "김민수 씨"
  `(?:${words.koreanNameIs})\\s?(?<v>[가-힣]{2,4}?)(?=${words.koreanNameEnd})`,
  '(?<![가-힣])(?<v>[가-힣]{2,4})(?= 씨(?![가-힣]))',
].map(pattern);

const DATES: readonly [PiiEntityType, RegExp][] = [
  ['DATE', pattern(`(?<v>${DAY})`)],
  ['DOB', pattern(`(?:${words.birth})[^\\d]{0,12}?(?<v>${DAY})`)],
];

const sureness = SURENESS.context;
const RULES: readonly PatternRule[] = [
  ...[...CODES, ...DATES].map(([type, own]) => ({ type, pattern: own, sureness })),
  { type: 'PASSWORD', pattern: PASSWORD, sureness, holds: (_, value) => !REMARK.test(value) },
  ...NAMES.map((own) => ({ type: 'NAME' as const, pattern: own, sureness })),
];

/** Numbers, dates, passwords and names of people behind Chinese, Japanese and Korean words, which need no space between them. */
export const findUnspaced: Recogniser = (view) => findPatterns(view, RULES);
