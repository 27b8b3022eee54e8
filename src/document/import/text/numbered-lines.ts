import { findLabels } from '../voices/voice-labels.ts';
import { goesOn } from './join-rows.ts';
import { stampedLine } from './stamped-line.ts';

const NUMBER = /^(\d{1,5})(?:[.):]?[ \t]{1,20}|\t)(?=\S)/;
const LEAST_LINES = 3;

/**
 * Lines without the numbers that count them in the file or on each page, as transcripts for analysis and of courts have them, where names
 * or times follow the numbers. A line without one goes on. Other numbered lines are a list, whose numbers may have been said.
 */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const shown = lines.filter((line) => line !== '');
  const numbers = shown.map((line) => Number(NUMBER.exec(line)?.[1] ?? Number.NaN));
  const isNext = (number: number, at: number) =>
    at === 0 || number === (numbers[at - 1] ?? 0) + 1 || (number === 1 && numbers[0] === 1);
  if (shown.length < LEAST_LINES || !numbers.every((number, at) => number > 0 && isNext(number, at)))
    return lines;
  const bare = shown.map((line) => line.replace(NUMBER, ''));
  const labels = findLabels(bare);
  const isMarked = bare.map((line, at) => Boolean(labels[at]) || stampedLine(line).start !== null);
  if (isMarked.filter(Boolean).length * 2 < bare.length) return lines;
  const joined: string[] = [];
  for (const [at, line] of bare.entries()) {
    if (isMarked[at] || joined.length === 0) joined.push(line);
    else joined.push(`${joined.pop()}${goesOn(bare[at - 1] ?? '', line)}`);
  }
  return joined;
}
