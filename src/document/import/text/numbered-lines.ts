import { findLabels } from '../voices/voice-labels.ts';
import { stampedLine } from './stamped-line.ts';

const NUMBER = /^(\d{1,5})(?:[.):]?[ \t]{1,9}|\t)(?=\S)/;
const LEAST_LINES = 3;

/**
 * Lines without the numbers that count them, as transcripts for analysis have them, where names or times stand behind the numbers. Other
 * numbered lines are a list, whose numbers may have been said.
 */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const shown = lines.filter((line) => line !== '');
  const numbers = shown.map((line) => Number(NUMBER.exec(line)?.[1] ?? Number.NaN));
  const isCounted = numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
  if (shown.length < LEAST_LINES || !isCounted) return lines;
  const plain = (line: string) => line.replace(NUMBER, '');
  const bare = shown.map(plain);
  const labels = findLabels(bare);
  const marked = bare.filter((line, at) => labels[at] || stampedLine(line).start !== null);
  return marked.length * 2 >= bare.length ? lines.map(plain) : lines;
}
