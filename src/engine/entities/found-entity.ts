import type { PiiEntityType } from '../../contract/pii-entity-type.ts';
import type { TextView } from './text-view.ts';

/** How sure a find is: a checksum, a form that little else has, or words around it. */
export const SURENESS = { checksum: 3, form: 2, context: 1 } as const;

/** What a recogniser found in a view; `to` is exclusive. */
export interface Find {
  type: PiiEntityType;
  from: number;
  to: number;
  sureness: number;
}

export type Recogniser = (view: TextView) => Find[];

/** A pattern over a view's text: folded, with spoken symbols as in `SPOKEN`. The group `v` is the value, else all of it. */
export interface PatternRule {
  type: PiiEntityType;
  /** With the flags `dgu`. */
  pattern: RegExp;
  sureness: number;
  /** Said of the value in compact form: letters and digits only. */
  holds?: (compact: string, value: string) => boolean;
  /** Must not match what stands right before, or right after. */
  notBefore?: RegExp;
  notAfter?: RegExp;
}

export const compactForm = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Characters of context that patterns about what stands before are shown. */
const CONTEXT = 48;

export function findPatterns(view: TextView, rules: readonly PatternRule[]): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern, sureness, holds, notBefore, notAfter } of rules) {
    for (const match of view.text.matchAll(pattern)) {
      const [from, to] = match.indices?.groups?.v ?? match.indices?.[0] ?? [0, 0];
      const value = view.text.slice(from, to);
      if (holds && !holds(compactForm(value), value)) continue;
      if (notBefore?.test(view.text.slice(Math.max(0, from - CONTEXT), from))) continue;
      if (notAfter?.test(view.text.slice(to, to + CONTEXT))) continue;
      finds.push({ type, from, to, sureness });
    }
  }
  return finds;
}
