import type { EditedTranscript, Paragraph } from '../contract/edited-transcript.ts';
import { type Change, changeParagraphs } from './change.ts';
import { wordsForText } from './edit-text.ts';
import { paragraphText, withWords } from './paragraphs.ts';

export interface FindOptions {
  wholeWord?: boolean;
  matchCase?: boolean;
  /** Whether the text is a regular expression, and the replacement may say `$1`. */
  regex?: boolean;
}

export interface Match {
  paragraph: number;
  /** In the paragraph's text. */
  from: number;
  to: number;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/gu;
const LETTER = '[\\p{L}\\p{M}\\p{N}_]';

/**
 * The expression that finds a text; null for an empty one. Spaces of the text match any white space.
 *
 * @throws SyntaxError for a regular expression that is not one
 */
export function findExpression(
  text: string,
  { wholeWord = false, matchCase = false, regex = false }: FindOptions = {},
): RegExp | null {
  if (text === '') return null;
  const source = regex ? text : text.replaceAll(SPECIAL, '\\$&').replaceAll(/\s+/gu, '\\s+');
  const whole = wholeWord ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source;
  return new RegExp(whole, matchCase ? 'gu' : 'giu');
}

/** Most matches that are listed: an expression may match at every letter. */
export const MOST_MATCHES = 100_000;

/** The places of a text in one paragraph, as `from` and `to`. Empty matches are left out. */
export const findInParagraph = (paragraph: Paragraph, expression: RegExp): Omit<Match, 'paragraph'>[] =>
  [...paragraphText(paragraph).matchAll(expression)].flatMap(({ 0: found, index }) =>
    found === '' ? [] : [{ from: index, to: index + found.length }],
  );

/** All places of a text, within paragraphs and across their words. Empty matches are left out. */
export function findText({ paragraphs }: Pick<EditedTranscript, 'paragraphs'>, expression: RegExp): Match[] {
  const matches: Match[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    for (const place of findInParagraph(paragraph, expression)) {
      matches.push({ paragraph: index, ...place });
      if (matches.length >= MOST_MATCHES) return matches;
    }
  }
  return matches;
}

interface ReplaceOptions extends FindOptions {
  /** Only this match; all by default. */
  only?: Match;
}

/**
 * Replaces a text where it is found; the words keep or share their times. Null if nothing is found or changed.
 *
 * @throws SyntaxError for a regular expression that is not one
 */
export function replaceText(
  document: EditedTranscript,
  text: string,
  replacement: string,
  { only, ...options }: ReplaceOptions = {},
): Change | null {
  const expression = findExpression(text, options);
  if (!expression) return null;
  return changeParagraphs(document, (paragraph, index) => {
    if (only && only.paragraph !== index) return paragraph;
    let words = paragraph.words;
    let changing = paragraph;
    // From the end, so that the places before stay where they are.
    for (const found of [...paragraphText(paragraph).matchAll(expression)].reverse()) {
      if (found[0] === '' || (only && found.index !== only.from)) continue;
      const before = paragraphText(changing);
      const written = options.regex ? expand(replacement, found) : replacement;
      const after = before.slice(0, found.index) + written + before.slice(found.index + found[0].length);
      if (after === before) continue;
      words = wordsForText(changing, after);
      changing = withWords(changing, words);
    }
    return changing;
  });
}

/** A replacement with `$1`, `$&` and `$<name>` filled in. */
const expand = (replacement: string, found: RegExpExecArray): string =>
  replacement.replaceAll(/\$(?:(\d{1,2})|&|<([^>]+)>|\$)/gu, (whole, number?: string, name?: string) => {
    if (whole === '$$') return '$';
    if (whole === '$&') return found[0];
    if (name !== undefined) return found.groups?.[name] ?? '';
    return found[Number(number)] ?? '';
  });
