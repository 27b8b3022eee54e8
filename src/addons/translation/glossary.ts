import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';

export interface GlossaryEntry {
  /** In the language that is spoken. */
  term: string;
  /** How it is to be called in the translation. */
  wanted: string;
}

export interface TranslationContext {
  glossary: GlossaryEntry[];
  /** What is left of the context: sentences that tell the model what is talked about. */
  prose: string;
}

const ENTRY = /^\s*(.+?)\s*(?:=>|->|→|=)\s*(.+?)\s*$/su;

/** Reads `context` (specification §2.4): lines such as "Smith = Schmidt" are a glossary, all others are prose. */
export function readContext(context: string): TranslationContext {
  const read: TranslationContext = { glossary: [], prose: '' };
  const prose: string[] = [];
  for (const line of context.split(/[\n;]/u)) {
    const [, term, wanted] = ENTRY.exec(line) ?? [];
    if (term && wanted) read.glossary.push({ term, wanted });
    else if (line.trim() !== '') prose.push(line.trim());
  }
  return { ...read, prose: prose.join(' ') };
}

/** Finds a term as words of their own; in scripts without spaces, anywhere. */
function finder(term: string): RegExp {
  const escaped = term.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return hasUnspacedScript(term)
    ? new RegExp(escaped, 'giu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
}

export const mentions = (text: string, term: string): boolean => finder(term).test(text);

/**
 * Writes a term as the glossary wants it.
 *
 * @param instead what stands there otherwise: what the model makes of the term, and the term itself
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
