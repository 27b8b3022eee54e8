import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';

/**
 * Splits a text into words with the space before each, as the machine's results have them: at spaces, and where the
 * script has none, by dictionary.
 */
export function splitText(text: string, language: string): string[] {
  const parts = text.match(/\s*\S+/gu) ?? [];
  return parts.flatMap((part) => (hasUnspacedScript(part) ? segments(part, language) : [part]));
}

function segments(part: string, language: string): string[] {
  const text = part.trimStart();
  const found: string[] = [];
  for (const { segment, isWordLike } of segmentsOf(text, language, 'word')) {
    const last = found.length - 1;
    // Marks remain with the word before them.
    if (isWordLike || last < 0) found.push(segment);
    else found[last] += segment;
  }
  const space = part.slice(0, part.length - text.length);
  return found.map((segment, index) => (index === 0 ? space + segment : segment));
}
