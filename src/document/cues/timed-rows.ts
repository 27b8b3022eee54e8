import type { CueWord } from '../../addons/subtitles/cue.ts';
import type { Word } from '../../contract/transcripts/utterance.ts';

const lettersIn = (text: string): number => text.replaceAll(/\s+/gu, '').length;

/** Where each letter of some words is said, in milliseconds. */
function letterTimes(words: readonly Word[]): { starts: number[]; ends: number[]; begins: Set<number> } {
  const starts: number[] = [];
  const ends: number[] = [];
  const begins = new Set<number>();
  for (const { word, start, end } of words) {
    const letters = lettersIn(word);
    begins.add(starts.length);
    for (let letter = 0; letter < letters; letter++) {
      starts.push((start + ((end - start) * letter) / letters) * 1000);
      ends.push((start + ((end - start) * (letter + 1)) / letters) * 1000);
    }
  }
  return { starts, ends, begins };
}

/**
 * Gives the words of rows that a person wrote their times: those of the spoken words where the letters are the same, else in proportion
 * to the letters before.
 */
export function timedRows(rows: readonly string[], words: readonly Word[]): CueWord[][] {
  const { starts, ends, begins } = letterTimes(words);
  const all = rows.reduce((sum, row) => sum + lettersIn(row), 0);
  if (starts.length === 0 || all === 0) return rows.map(() => []);
  const isSame = all === starts.length;
  const place = (letter: number) => Math.min(Math.floor((letter * starts.length) / all), starts.length - 1);
  let letter = 0;
  return rows.map((row) =>
    [...row.matchAll(/\S+/gu)].flatMap(([token]) => {
      // Scripts without spaces have several words between two of them.
      const inside = Array.from({ length: token.length - 1 }, (_, at) => at + 1);
      const cuts = [0, ...(isSame ? inside.filter((at) => begins.has(letter + at)) : []), token.length];
      const timed = cuts.slice(0, -1).map((from, index): CueWord => {
        const to = cuts[index + 1] ?? token.length;
        return {
          text: token.slice(from, to),
          startMs: Math.round(starts[place(letter + from)] ?? 0),
          endMs: Math.round(ends[place(letter + to - 1)] ?? 0),
        };
      });
      letter += token.length;
      return timed;
    }),
  );
}
