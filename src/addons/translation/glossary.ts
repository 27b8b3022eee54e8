import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';

export interface GlossaryEntry {
  /** In the source language. */
  term: string;
  /** Its required translation. */
  wanted: string;
}

export interface TranslationContext {
  glossary: GlossaryEntry[];
}

/** Words with a capital where no sentence begins, together where they follow each other. */
const NAME = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{M}\p{N}-]+(?: \p{Lu}[\p{L}\p{M}\p{N}-]+)*/gu;

const ENTRY = /^\s*(.+?)\s*(?:=>|->|→|=)\s*(.+?)\s*$/su;

/**
 * The terms of a `context` (specification §2.4): lines such as "Smith = Schmidt" say how a term is translated; names in all
 * other lines remain as they are.
 */
export function readContext(context: string): TranslationContext {
  const glossary: GlossaryEntry[] = [];
  const kept = new Set<string>();
  for (const line of context.split(/[\n;]/u)) {
    const [, term, wanted] = ENTRY.exec(line) ?? [];
    if (term && wanted) glossary.push({ term, wanted });
    else for (const [name] of line.matchAll(NAME)) kept.add(name);
  }
  return { glossary: [...glossary, ...[...kept].map((name) => ({ term: name, wanted: name }))] };
}

/** Finds a term as whole words; in unspaced scripts, anywhere. */
function finder(term: string): RegExp {
  const escaped = term.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return hasUnspacedScript(term)
    ? new RegExp(escaped, 'giu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
}

export const mentions = (text: string, term: string): boolean => finder(term).test(text);

const wordsIn = (text: string): number => text.trim().split(/\s+/u).length;

/** A model may put an article before a word that is alone: "money" becomes "o dinheiro". */
export const withoutArticle = (made: string, term: string): string =>
  wordsIn(made) > wordsIn(term) ? made.replace(/^\S{1,3}\s+/u, '') : made;

/**
 * Applies the glossary's translation of a term.
 *
 * @param instead what the text may contain otherwise: the model's translation of the term, and the term itself
 */
export function writeTerm(translation: string, wanted: string, instead: readonly string[]): string {
  if (mentions(translation, wanted)) return translation;
  for (const other of instead) {
    if (other === '' || !mentions(translation, other)) continue;
    return translation.replace(finder(other), (found) =>
      /^\p{Lu}/u.test(found) && !/^\p{Lu}/u.test(other) ? capitalised(wanted) : wanted,
    );
  }
  return translation;
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
