import type { Cue, CueWord } from '../../addons/subtitles/cue.ts';
import { joinsWithoutSpace } from '../../engine/transcript/unspaced-script.ts';

/** Words remain so long after the last of them, if nothing follows. */
const LINGER_MS = 500;
/** No caption is shorter: a frame at 25 a second. */
const LEAST_MS = 40;
const ENDS_SENTENCE = /[.!?…。！？]["'”’»)]*$/u;

/** The words of a cue from top to bottom; one that is not in its row is not shown by itself. */
const wordsOf = ({ words = [] }: Cue): CueWord[] => words.flat();

/** Even groups of at most so many words, which end where a sentence does. */
function groupsOf(words: readonly CueWord[], most: number): CueWord[][] {
  const sentences: CueWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (ENDS_SENTENCE.test(word.text)) sentences.push([]);
  }
  return sentences.flatMap((sentence) => {
    const count = Math.ceil(sentence.length / most);
    return Array.from({ length: count }, (_, index) =>
      sentence.slice(
        Math.round((index * sentence.length) / count),
        Math.round(((index + 1) * sentence.length) / count),
      ),
    );
  });
}

/** A row of words; a space is between those that were apart in their row, or on rows of their own. */
function rowOf(cue: Cue, group: readonly CueWord[]): string {
  const whole = cue.rows.join('\n');
  let row = '';
  let at = 0;
  for (const { text } of group) {
    const from = whole.indexOf(text, at);
    const isApart = from < 0 || /\s/u.test(whole[from - 1] ?? ' ');
    const isSpaced = isApart && !(whole[from - 1] === '\n' && joinsWithoutSpace(row, text));
    row += row !== '' && isSpaced ? ` ${text}` : text;
    if (from >= 0) at = from + text.length;
  }
  return row;
}

/**
 * Captions of at most `most` words, each shown from its first word on, until the next. Captions whose words have no times, and those at
 * the top of the picture, remain whole.
 *
 * @param cues in order of time
 */
export function fewWords(cues: readonly Cue[], most: number): Cue[] {
  if (most < 1) return [...cues];
  const parts = cues.flatMap((cue): Cue[] => {
    const words = wordsOf(cue);
    if (words.length === 0 || cue.place) return [cue];
    return groupsOf(words, most).map((group) => {
      const startMs = group[0]?.startMs ?? cue.startMs;
      const endMs = group.reduce((latest, word) => Math.max(latest, word.endMs), startMs);
      return { ...cue, startMs, endMs, rows: [rowOf(cue, group)], words: [group] };
    });
  });
  const inTime = parts.toSorted((a, b) => a.startMs - b.startMs);
  let earliest = 0;
  return inTime.map((cue, index) => {
    const startMs = Math.max(cue.startMs, earliest);
    const nextMs = inTime[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = Math.max(Math.min(cue.endMs + LINGER_MS, nextMs), startMs + LEAST_MS);
    earliest = endMs;
    return { ...cue, startMs, endMs };
  });
}
