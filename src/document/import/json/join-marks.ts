import { SENTENCE_MARKS } from '../../../engine/transcript/closing-marks.ts';
import type { SpokenPart } from './spoken-words.ts';

/** What stands behind a word without a space, and what stands so before one; a straight quote does both in turn. */
const CLOSING = new RegExp(`^[\\p{Pe}\\p{Pf}${SENTENCE_MARKS}.,;:!?…%‰’'、，；：]+$`, 'u');
const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const MARK = /^[^\p{L}\p{N}]+$/u;

/** Whether a mark opens or closes what it stands at; null if it is none, or does neither. */
function roleOf(mark: string, isQuoted: boolean): 'opens' | 'closes' | null {
  if (mark === '"') return isQuoted ? 'closes' : 'opens';
  if (OPENING.test(mark)) return 'opens';
  return CLOSING.test(mark) ? 'closes' : null;
}

/**
 * Words with the marks that are items of their own: those that close belong to the word before, those that open to the next one, and
 * others to the word before if they have no time.
 *
 * @param text of the words; marks that stand apart in it, as in French, stay apart
 */
export function joinMarks<Part extends Pick<SpokenPart, 'word' | 'start' | 'end'>>(
  words: readonly Part[],
  text: string,
): Part[] {
  const apart = new Set(text.match(/(?<=\s)[^\p{L}\p{N}\s]+/gu));
  const shown: Part[] = [];
  let [opening, isQuoted] = ['', false];
  for (const word of words.filter((one) => one.word.trim() !== '')) {
    const mark = word.word.trim();
    const last = shown.at(-1);
    const role = roleOf(mark, isQuoted);
    if (mark === '"') isQuoted = !isQuoted;
    const isUntimed = typeof word.start !== 'number' && MARK.test(mark);
    if (role === 'opens') opening += opening === '' ? word.word.trimEnd() : mark;
    else if (last && opening === '' && (isUntimed || (role === 'closes' && !apart.has(mark)))) {
      last.word += mark;
      last.end = word.end ?? last.end;
    } else {
      shown.push(opening === '' ? { ...word } : { ...word, word: opening + mark });
      opening = '';
    }
  }
  const last = shown.at(-1);
  if (last) last.word += opening;
  return shown;
}
