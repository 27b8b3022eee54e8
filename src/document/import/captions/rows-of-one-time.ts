import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { goesOn } from '../text/join-rows.ts';

/** More rows at one moment are signs on the picture, or a list. */
const MOST_ROWS = 4;

/** Cues of the same times and voice as one with their rows: some programs write each row of a caption as a cue of its own. */
export function joinRowsOfOneTime(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const joined: ImportedPassage[] = [];
  for (const passage of passages) {
    const last = joined.at(-1);
    const isSame =
      last?.rows &&
      passage.rows &&
      last.start === passage.start &&
      last.end === passage.end &&
      last.end !== null &&
      last.voice === passage.voice &&
      last.words === null &&
      passage.words === null &&
      !passage.turns &&
      last.rows.length + passage.rows.length <= MOST_ROWS;
    if (!isSame) joined.push(passage);
    else {
      const text = last.text + goesOn(last.text, passage.text);
      joined[joined.length - 1] = { ...last, text, rows: [...(last.rows ?? []), ...(passage.rows ?? [])] };
    }
  }
  return joined;
}
