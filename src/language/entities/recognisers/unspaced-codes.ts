import { PII_ENTITY_TYPES, type PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import words from './unspaced-codes.json' with { type: 'json' };

const isType = (text: string): text is PiiEntityType => PII_ENTITY_TYPES.some((type) => type === text);

const PATTERNS = Object.entries(words).flatMap(([type, cues]) =>
  isType(type)
    ? [
        {
          type,
          pattern: new RegExp(`(?:${cues})[^\\d.!?。！？]{0,10}(?<v>\\d(?:[ -]?\\d){2,19})(?!\\d)`, 'dgu'),
        },
      ]
    : [],
);

const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

const UNSPACED_TYPES: readonly PiiEntityType[] = [
  ...PATTERNS.map(({ type }) => type).filter((type) => type !== 'NUMERICAL_PII'),
  'DOB',
];

/** Types that are found by the words around them in a language that writes no spaces around numbers. */
export const unspacedTypes = (language: string): readonly PiiEntityType[] =>
  UNSPACED_LANGUAGES.has(language) ? UNSPACED_TYPES : [];

/** A password of words, to the end of its clause and before a closing verb. */
const PHRASE =
  /(?:密码|密碼|口令|パスワード|合言葉|비밀번호|암호)(?:[は는은가이][、，, ]?|是|为|為|[：:] ?)(?<v>[\p{L}\p{N}][\p{L}\p{N} -]*?)(?=です|でした|だ(?:[。]|$)|입니다|이에요|예요|이야|[。．.，,、!?！？]|$)/dgu;
/** What is said of a password instead of it. */
const REMARK =
  /^(?:不|没|沒|忘|错|錯|什么|什麼|多少|过期|過期|正|未|何|なん|忘れ|間違|違|変|を|が|も|の|뭐|무엇|틀|잊|안|을|를|도|의|재설정|变|變|重)/u;

const BIRTH = '生年月日|誕生日|出生日期|生日|생년월일|생일';
/** What may be asked for in these scripts, as part of a pattern. */
export const UNSPACED_CUES = [...Object.values(words), BIRTH].join('|');

const DAY = '(?:\\d{2,4} ?[年년] ?)?\\d{1,2} ?[月월] ?\\d{1,2} ?[日号號일]';
const DATE = new RegExp(`(?<v>${DAY})`, 'dgu');
const DATE_OF_BIRTH = new RegExp(`(?:${BIRTH})[^\\d]{0,12}?(?<v>${DAY})`, 'dgu');

/** Numbers, dates and passwords behind Chinese, Japanese and Korean words, which need no space between them. */
export const findUnspacedCodes: Recogniser = ({ text }) => [
  ...PATTERNS.flatMap(({ type, pattern }) => findsOf(text, type, pattern)),
  ...findsOf(text, 'DATE', DATE),
  ...findsOf(text, 'DOB', DATE_OF_BIRTH),
  ...findsOf(text, 'PASSWORD', PHRASE).filter(({ from, to }) => !REMARK.test(text.slice(from, to))),
];

const findsOf = (text: string, type: PiiEntityType, pattern: RegExp): Find[] =>
  [...text.matchAll(pattern)].map(({ indices }) => {
    const [from, to] = indices?.groups?.v ?? [0, 0];
    return { type, from, to, sureness: SURENESS.context };
  });
