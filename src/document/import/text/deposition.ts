import data from '../vocabulary/lines.json' with { type: 'json' };
import words from '../vocabulary/texts.json' with { type: 'json' };
import { lineReader } from './line-layouts.ts';
import { type StampedLine, UNTIMED } from './stamped-line.ts';

const turnIn = lineReader(data.questions);
/** Headings, "BY MR. SMITH:" and what the reporter adds. */
const ASIDE = new RegExp(
  String.raw`^(?:[^\p{Ll}]{2,60}:?|\((?:${words.patterns.ofReporters.join('|')})\b.*\))$`,
  'u',
);
/** Number of the line on its page. */
const NUMBER = /^\d{1,2}(?:\s+|$)/;
const NUMBERED_SHARE = 0.6;
const LEAST_TURNS = 3;

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
  const parts = lines.map(turnIn);
  const letters = parts.flatMap((part) => (part?.voice?.length === 1 ? part.voice : []));
  const turns = letters.filter((letter, at) => letter !== letters[at - 1]).length;
  const isPair = words.patterns.questionAndAnswer.some(
    (two) => two[0] === letters[0] && letters.every((one) => two.includes(one)),
  );
  if (!isPair || turns < LEAST_TURNS || turns * 2 < letters.length) return null;
  const passages: StampedLine[] = [];
  lines.forEach((line, at) => {
    const { voice, text = '' } = parts[at] ?? {};
    const last = passages.at(-1);
    if (voice !== undefined) passages.push({ ...UNTIMED, voice, text });
    else if (!last || ASIDE.test(line)) leaveOut(line);
    else last.text += ` ${line}`;
  });
  return passages;
}
