/** Digits with only separators in between, written in groups or said one by one. */
export interface DigitRun {
  digits: string;
  /** Position of each digit in the text. */
  places: number[];
  /** Whether a digit group starts or ends with this digit. */
  starts: boolean[];
  ends: boolean[];
}

/** Groups as on a card, with dots: decimals, versions and addresses are grouped differently. */
const DOTTED =
  '(?<!\\d\\.)\\d{4}(?:(?:\\.\\d{4}){3}(?:\\.\\d{3})?|\\.\\d{6}\\.\\d{4,5})(?![\\p{L}\\p{N}]|\\.\\d)';
/** At most three separators, the spoken dash among them; a full stop between groups is a pause in dictation. */
const PARTED = '\\d(?:(?:[ ,;/\\-\\uE002\\uE004]|\\.(?= )){0,3}\\d)*(?!\\p{L})';
const RUN = new RegExp(`(?<![\\p{L}\\p{N}])(?:${DOTTED}|${PARTED})`, 'gu');

export const digitRuns = (text: string): DigitRun[] =>
  [...text.matchAll(RUN)].map(({ 0: match, index }) => {
    const offsets = [...match.matchAll(/\d/g)].map((digit) => digit.index);
    return {
      digits: match.replaceAll(/\D/g, ''),
      places: offsets.map((offset) => index + offset),
      starts: offsets.map((offset) => !/\d/.test(match[offset - 1] ?? '')),
      ends: offsets.map((offset) => !/\d/.test(match[offset + 1] ?? '')),
    };
  });
