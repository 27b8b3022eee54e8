import type { StampedLine } from './stamped-line.ts';

/** The letters of question and answer in the five languages. */
const PAIRS = ['QA', 'QR', 'FA', 'PR', 'DR'];
/** "Q.   Where do you live?", "A: In London." */
const LETTERED = /^([QFPDAR])(?:[.:]\s{0,9}|\s{2,9}|\t)(?=\S)/;
/** "MS. JONES:  Objection." */
const NAMED = /^(\p{Lu}[\p{Lu}\p{M} .'’-]{1,40}):\s{0,9}(?=\S)/u;
/** Headings, "BY MR. SMITH:" and what the reporter adds. */
const ASIDE = /^(?:[^\p{Ll}]{2,60}:?|\((?:Whereupon|Recess|Discussion|Exhibit|Pause|Off|Back)\b.*\))$/u;
/** Of the line on its page. */
const NUMBER = /^\d{1,2}(?:\s+|$)/;
const NUMBERED_SHARE = 0.6;
const LEAST_LETTERS = 3;

/**
 * The questions and answers of a deposition, as what two people say; null if a text is none. Lines without a letter go on.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function depositionPassages(
  raw: readonly string[],
  leaveOut: (line: string) => void,
): StampedLine[] | null {
  const isNumbered = raw.filter((line) => NUMBER.test(line)).length >= raw.length * NUMBERED_SHARE;
  const lines = isNumbered ? raw.map((line) => line.replace(NUMBER, '')).filter((line) => line !== '') : raw;
  const letters = lines.flatMap((line) => LETTERED.exec(line)?.[1] ?? []);
  const pair = PAIRS.find((two) => letters.every((letter) => two.includes(letter)));
  const turns = letters.filter((letter, index) => letter !== letters[index - 1]).length;
  if (!pair || letters[0] !== pair[0] || turns < LEAST_LETTERS || turns * 2 < letters.length) return null;
  const passages: StampedLine[] = [];
  for (const line of lines) {
    const [label = '', voice] = LETTERED.exec(line) ?? NAMED.exec(line) ?? [];
    const last = passages.at(-1);
    if (voice !== undefined) passages.push({ start: null, end: null, voice, text: line.slice(label.length) });
    else if (!last || ASIDE.test(line)) leaveOut(line);
    else last.text += ` ${line}`;
  }
  return passages;
}
