import { withWords } from '../../cues/cues.ts';
import type { ContextWords } from './context-words.ts';

const TAIL = withWords('<that is>$');
/** Letters of the text before a cue that its value is sought in. */
const FURTHEST = 96;

/** A run of digits, and of letters among them, up to its end. */
const RUN =
  /(?:[a-z]{0,3}\d[a-z\d]*|(?<![\p{L}\p{N}'])[a-z](?![\p{L}\p{N}']))(?:[ ,./\-\uE002\uE004]{1,3}(?:[a-z]{0,3}\d[a-z\d]*|[a-z](?![\p{L}\p{N}'])))*$/u;

type CodeAt = (text: string, from: number, context: ContextWords) => number | undefined;

/**
 * The code that was said just before the words that say what it is.
 *
 * @param cue where these words start
 * @param codeAt end of the code of that kind that starts at a place
 */
export function codeBefore(
  text: string,
  cue: number,
  context: ContextWords,
  codeAt: CodeAt,
): { from: number; to: number } | undefined {
  const first = Math.max(0, cue - FURTHEST);
  const before = text.slice(first, cue);
  const tail = TAIL.exec(before);
  const run = tail && RUN.exec(before.slice(0, tail.index));
  if (!tail || !run) return undefined;
  const to = first + tail.index;
  // The longest that ends there: other numbers may precede it.
  for (const { index } of run[0].matchAll(/[a-z\d]+/gu)) {
    const from = first + run.index + index;
    if (codeAt(text, from, context) === to) return { from, to };
  }
  return undefined;
}
