import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Finder } from '../cues/finder.ts';
import type { MappedText } from './mapped-text.ts';

/** Confidence in a find: a checksum, a form that little else has, or the surrounding words. */
export const SURENESS = { checksum: 3, form: 2, context: 1 } as const;

/** A recogniser's find in a view; `to` is exclusive. */
export interface Find {
  type: PiiEntityType;
  from: number;
  to: number;
  sureness: number;
}

export type Recogniser = (view: MappedText) => Find[];

/**
 * A pattern over a view's text: folded, with spoken symbols as in `SPOKEN`. The value is the group `v` if there is
 * one, otherwise the whole match.
 */
export interface PatternRule {
  type: PiiEntityType;
  finder: Finder;
  sureness: number;
  /** Receives the value in compact form: only letters and digits. */
  holds?: (compact: string, value: string) => boolean;
  /** Must not match directly before or after. */
  notBefore?: RegExp;
  notAfter?: RegExp;
}

export const compactForm = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Characters of preceding context available to these patterns. */
const CONTEXT = 48;

export function findPatterns({ text }: MappedText, rules: readonly PatternRule[]): Find[] {
  const finds: Find[] = [];
  for (const { type, finder, sureness, holds, notBefore, notAfter } of rules) {
    for (const match of finder(text)) {
      const [from, to] = match.indices?.groups?.v ?? match.indices?.[0] ?? [0, 0];
      const value = text.slice(from, to);
      if (holds && !holds(compactForm(value), value)) continue;
      if (notBefore?.test(text.slice(Math.max(0, from - CONTEXT), from))) continue;
      if (notAfter?.test(text.slice(to, to + CONTEXT))) continue;
      finds.push({ type, from, to, sureness });
    }
  }
  return finds;
}
