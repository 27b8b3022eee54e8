import { withAsciiDigits } from '../../../lib/ascii-digit.ts';

const NUMBER = /^ *#?\p{Nd}{1,9}[.)]? *$/u;

/** The number of a cue that a line is; null for anything else. */
export const numberIn = (line: string): number | null =>
  NUMBER.test(line) ? Number.parseInt(withAsciiDigits(line).replaceAll(/\D/g, ''), 10) : null;
