/** Digits with nothing but separators between them, as numbers are written in groups or said one by one. */
export interface DigitRun {
  digits: string;
  /** Where in the text each digit stands. */
  places: number[];
  /** Whether a group of digits begins, or ends, with this digit. */
  starts: boolean[];
  ends: boolean[];
}

/** At most three separators, the spoken dash among them; a full stop between groups is a pause in dictation. */
const RUN = /(?<![\p{L}\p{N}])\d(?:(?:[ ,;/\-\uE002\uE004]|\.(?= )){0,3}\d)*(?!\p{L})/gu;

export function digitRuns(text: string): DigitRun[] {
  return [...text.matchAll(RUN)].map(({ 0: match, index }) => {
    const run: DigitRun = { digits: '', places: [], starts: [], ends: [] };
    for (let offset = 0; offset < match.length; offset++) {
      const character = match[offset] ?? '';
      if (!isDigit(character)) continue;
      run.digits += character;
      run.places.push(index + offset);
      run.starts.push(!isDigit(match[offset - 1] ?? ''));
      run.ends.push(!isDigit(match[offset + 1] ?? ''));
    }
    return run;
  });
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character !== '';
