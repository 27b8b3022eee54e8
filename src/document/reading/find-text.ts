import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { type Change, changeParagraphs } from '../edits/change.ts';
import { wordsForText } from '../edits/edit-text.ts';
import { paragraphText, withWords } from '../paragraphs.ts';

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
  // Of white space, a search begins at the first alone: from each of a long row of it, it would take for ever.
  const source = regex
    ? text
    : text
        .replaceAll(SPECIAL, '\\$&')
        .replaceAll(/\s+/gu, '\\s+')
        .replace(/^\\s\+/u, '(?<!\\s)\\s+');
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

/** A match, and what is to stand there instead. */
export interface Replacement extends Match {
  written: string;
}

/**
 * All places of a text in those of the paragraphs, each with its replacement.
 *
 * @param isPattern whether the replacement may say `$1`
 */
export function findReplacements(
  texts: readonly string[],
  expression: RegExp,
  replacement: string,
  isPattern: boolean,
): Replacement[] {
  const found: Replacement[] = [];
  for (const [paragraph, text] of texts.entries()) {
    for (const match of text.matchAll(expression)) {
      const { 0: own, index } = match;
      if (own === '') continue;
      const written = isPattern ? expand(replacement, match) : replacement;
      found.push({ paragraph, from: index, to: index + own.length, written });
      if (found.length >= MOST_MATCHES) return found;
    }
  }
  return found;
}

/** Replaces what was found; the words keep or share their times. Null if nothing changes. */
export function replaceAt(document: CorrectedTranscript, places: readonly Replacement[]): Change | null {
  const byParagraph = new Map<number, Replacement[]>();
  for (const place of places) {
    const own = byParagraph.get(place.paragraph) ?? [];
    byParagraph.set(place.paragraph, own);
    own.push(place);
  }
  return changeParagraphs(document, (paragraph, index) => {
    let changing = paragraph;
    // From the end, so that the places before stay where they are.
    for (const { from, to, written } of (byParagraph.get(index) ?? []).toReversed()) {
      const before = paragraphText(changing);
      const after = before.slice(0, from) + written + before.slice(to);
      if (after !== before) changing = withWords(changing, wordsForText(changing, after));
    }
    return changing;
  });
}

/**
 * A replacement with `$1`, `$&` and `$<name>` filled in, as `String.replace` does: `$10` is the first group and a zero where there are
 * no ten, and what names no group of the expression stays as it is.
 */
const expand = (replacement: string, found: RegExpExecArray): string =>
  replacement.replaceAll(
    /\$(?:(\d)(\d?)|&|<([^>]+)>|\$)/gu,
    (whole, first?: string, second = '', name?: string) => {
      if (whole === '$$') return '$';
      if (whole === '$&') return found[0];
      if (name !== undefined)
        return found.groups && name in found.groups ? (found.groups[name] ?? '') : whole;
      const isGroup = (group: string) => Number(group) > 0 && Number(group) < found.length;
      if (isGroup(`${first}${second}`)) return found[Number(`${first}${second}`)] ?? '';
      return first !== undefined && isGroup(first) ? (found[Number(first)] ?? '') + second : whole;
    },
  );
