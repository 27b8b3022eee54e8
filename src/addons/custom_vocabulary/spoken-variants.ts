import digitWords from '../../language/entities/digit-words.json' with { type: 'json' };
import { normalForm } from '../../lib/normal-form.ts';
import { commonWords } from './common-words.ts';
import rules from './letter-rules.json' with { type: 'json' };
import { saidForms } from './said-forms.ts';

/** Variants of an entry, at most; fewer of many entries, so that all of them together remain few. */
const MOST_VARIANTS = 24;
const LEAST_VARIANTS = 6;
const MOST_TOGETHER = 6000;
/** Letters of the shortest variant that is no spelling of the entry itself: shorter ones are words of some language. */
const LEAST_LETTERS = 5;

interface LetterRule {
  from: RegExp;
  to: string;
}

const ROWS: Readonly<Record<string, readonly string[]>> = rules;
const DIGITS: Readonly<Record<string, string>> = digitWords;
const compiled = new Map<string, readonly LetterRule[]>();

/** The rows of a language and those of all: letters, then how they are written by somebody who has only heard them. */
function rulesOf(language: string): readonly LetterRule[] {
  const known = compiled.get(language);
  if (known) return known;
  const own = [...(ROWS[language] ?? []), ...(ROWS['*'] ?? [])].flatMap((row) => {
    const [from = '', ...ways] = row.split(' ');
    // A single letter is none of a double one.
    const single = /^\p{L}$/u.test(from) ? `(?<!${from})${from}(?!${from})` : from;
    const pattern = single.replace(/^\^/u, '(?<!\\p{L})').replace(/\$$/u, '(?!\\p{L})');
    return ways.map((way) => ({ from: new RegExp(pattern, 'gu'), to: way === '-' ? '' : way }));
  });
  compiled.set(language, own);
  return own;
}

/** Parts of a word that are written apart: "GitLab", "T-Rex", "chemosensory-organ". */
const inParts = (text: string): string =>
  text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})-(?=\p{L})/gu, ' ');

/** Acronyms letter by letter, and digits as words. */
function spelledOut(text: string, language: string): string[] {
  const digits = DIGITS[language]?.split(' ').map((ways) => ways.replace(/\|.*/u, ''));
  return [
    text.replaceAll(/(?<!\p{Lu})\p{Lu}{2,5}(?!\p{L})/gu, (letters) => ` ${[...letters].join(' ')} `),
    text.replaceAll(/(?<!\p{Lu})\p{Lu}{2,5}(?!\p{L})/gu, (letters) => `${[...letters].join('.')}.`),
    text.replaceAll(
      /\p{Lu}{2,5}(?!\p{L})/gu,
      (letters) => letters.charAt(0) + letters.slice(1).toLowerCase(),
    ),
    digits ? text.replaceAll(/\d/gu, (digit) => ` ${digits[Number(digit)] ?? digit} `) : text,
  ].map((one) => one.trim().replaceAll(/\s+/gu, ' '));
}

/** A text with a rule applied in one place, for each of its places. */
const appliedOnce = (text: string, { from, to }: LetterRule): string[] =>
  Array.from(text.matchAll(from), (found) => {
    const [written, first = ''] = found;
    return text.slice(0, found.index) + to.replace('$1', first) + text.slice(found.index + written.length);
  });

const capitalised = (text: string, like: string): string =>
  /^\p{Lu}/u.test(like) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/**
 * How a recogniser may write an entry that it does not have: likely ways first, without the entry itself and without words
 * that everybody says.
 *
 * @param language transcription language code; null if it is not known yet
 */
export function spokenVariants(
  value: string,
  {
    language,
    pronunciations = [],
    entries = 1,
  }: { language: string | null; pronunciations?: readonly string[]; entries?: number },
): string[] {
  const code = language ?? '';
  const most = Math.min(Math.max(Math.floor(MOST_TOGETHER / entries), LEAST_VARIANTS), MOST_VARIANTS);
  const common = commonWords(code);
  const isCommon = (text: string) => common.function.has(text) || common.everyday.has(text);
  const variants = new Set<string>();
  const add = (text: string) => {
    if (text !== value && text !== '' && !isCommon(text.toLowerCase()) && variants.size < most)
      variants.add(text);
  };
  const lower = normalForm(value, 'NFC').toLowerCase();
  for (const said of [
    ...pronunciations,
    inParts(value),
    ...spelledOut(value, code),
    ...saidForms(value, code),
  ])
    add(said);
  for (const cased of [
    lower,
    lower.charAt(0).toUpperCase() + lower.slice(1),
    inParts(value).replaceAll(' ', ''),
  ])
    add(cased);
  const once = rulesOf(code).flatMap((rule) => appliedOnce(lower, rule));
  const twice = once.flatMap((text) => rulesOf(code).flatMap((rule) => appliedOnce(text, rule)));
  for (const text of [...once, ...twice]) {
    if (variants.size === most) break;
    if (text.replaceAll(/\P{L}/gu, '').length >= LEAST_LETTERS) add(capitalised(text, value));
  }
  return [...variants];
}
