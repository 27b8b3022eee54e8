import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../lib/errors/msg.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { type ImportNotes, quoted } from './bad-import.ts';
import { mendedEnd } from './captions/cue-blocks.ts';
import { goesOn } from './text/join-rows.ts';

/** Markers, which are points: each lasts until the next one. */
const areMarkers = (passages: readonly ImportedPassage[]): boolean =>
  passages.length > 1 && passages.every(({ start, end }) => start !== null && start === end);

/** Passages in order, without ends that are not after their starts: they get those of their words, or of the time that reading takes. */
export function mendedEnds(passages: readonly ImportedPassage[], notes: ImportNotes): ImportedPassage[] {
  if (areMarkers(passages)) return passages.map((passage) => ({ ...passage, end: null }));
  return passages.map((passage, index) => {
    const { start, end, text, words } = passage;
    if (start === null || end === null || end > start) return passage;
    const said = words?.reduce((latest, word) => Math.max(latest, word.end), start) ?? start;
    const next = passages[index + 1]?.start ?? undefined;
    const mended = roundSeconds(said > start ? said : mendedEnd({ start, rows: [text] }, next));
    notes.add(
      null,
      msg`${quoted(text)} does not end after its start, and got an end at ${mended.toFixed(3)} s`,
    );
    return { ...passage, end: mended };
  });
}

/** More rows at one moment are signs on the picture, or a list. */
const MOST_ROWS = 4;

/** Cues of the same times and voice as one with their rows: some programs write each row of a caption as a cue of its own. */
export function joinRowsOfOneTime(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const joined: ImportedPassage[] = [];
  for (const passage of passages) {
    const last = joined.at(-1);
    const rows = [...(last?.rows ?? []), ...(passage.rows ?? [])];
    const isSame =
      (['start', 'end', 'voice'] as const).every((field) => last?.[field] === passage[field]) &&
      [last, passage].every((one) => one?.rows && one.words === null && one.end !== null);
    if (!last || !isSame || passage.turns || rows.length > MOST_ROWS) joined.push(passage);
    else joined[joined.length - 1] = { ...last, text: last.text + goesOn(last.text, passage.text), rows };
  }
  return joined;
}
