import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
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
  /** Of an expression with the flags `dgu`. */
  pattern: string;
  sureness: number;
  /** Receives the value in compact form: only letters and digits. */
  holds?: (compact: string, value: string) => boolean;
  /** Must be somewhere in the text. */
  has?: string | undefined;
  /** Must not match directly before or after. */
  notBefore?: RegExp;
  notAfter?: RegExp;
}

export const compactForm = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Characters of preceding context available to these patterns. */
const CONTEXT = 48;

/** No letters and numbers but those of `PLAIN`. */
const PLAIN_TEXT = /^[\0-\xFF\u2000-\u206F€\uE000-\uF8FF]*$/;
const PLAIN = { L: 'A-Za-zªµºÀ-ÖØ-öø-ÿ', N: '0-9²³¹¼-¾' } as const;

/** What matches the same in a plain text, and compiles in a third of the time: `\p{L}` is hundreds of ranges. */
const plainSource = (source: string): string =>
  source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\p\{[LN]\}/g, (part) => {
    const own = part.replaceAll(/\\p\{([LN])\}/g, (_, name: 'L' | 'N') => PLAIN[name]);
    return part.startsWith('[') ? own : `[${own}]`;
  });

const compiled = { plain: new Map<string, RegExp>(), any: new Map<string, RegExp>() };

function compile(source: string, isPlain: boolean): RegExp {
  const known = compiled[isPlain ? 'plain' : 'any'];
  const pattern = known.get(source) ?? new RegExp(isPlain ? plainSource(source) : source, 'dgu');
  known.set(source, pattern);
  return pattern;
}

export function findPatterns(view: MappedText, rules: readonly PatternRule[]): Find[] {
  const finds: Find[] = [];
  const isPlain = PLAIN_TEXT.test(view.text);
  for (const { type, pattern, sureness, holds, has, notBefore, notAfter } of rules) {
    if (has !== undefined && view.text.search(compile(has, isPlain)) < 0) continue;
    for (const match of view.text.matchAll(compile(pattern, isPlain))) {
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
