import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { type Change, changeParagraphs } from '../edits/change.ts';
import { wordsForText } from '../edits/edit-text.ts';
import { paragraphText, withWords } from '../paragraphs.ts';
import type { Finder } from './finder.ts';

export interface Match {
  paragraph: number;
  /** In the paragraph's text. */
  from: number;
  to: number;
}

/** Most matches that are listed: an expression may match at every letter. */
export const MOST_MATCHES = 100_000;

/** The places of what is searched in one paragraph. */
export const findInParagraph = (paragraph: Paragraph, finder: Finder): Omit<Match, 'paragraph'>[] =>
  Array.from(finder(paragraphText(paragraph)), ({ from, to }) => ({ from, to }));

/** A match, and what is to be there instead. */
export interface Replacement extends Match {
  written: string;
}

/** All places of what is searched in the texts of paragraphs, each with its replacement, which may say `$1` of an expression. */
export function findReplacements(
  texts: readonly string[],
  finder: Finder,
  replacement: string,
): Replacement[] {
  const found: Replacement[] = [];
  for (const [paragraph, text] of texts.entries()) {
    for (const { from, to, match } of finder(text)) {
      const written = match ? expand(replacement, match) : replacement;
      found.push({ paragraph, from, to, written });
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
    // From the end, so that the places before remain where they are.
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
 * no ten, and what names no group of the expression remains as it is.
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
