import type { Cue } from './cue.ts';
import { writeTime } from './write-time.ts';

/**
 * SubRip knows no way to escape. What its readers would take for a tag, an order to the renderer or a time line is written
 * with signs that look alike.
 */
const safe = (row: string): string =>
  row
    .replaceAll('-->', '→')
    .replace(/<(?=[/!\p{L}])/gu, '‹')
    .replace(/\{(?=\\)/gu, '(');

/** Cues as a SubRip file; empty where there are none. Rows end with a line feed, cues with an empty line. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, rows }, index) => {
      const times = `${writeTime(startMs, ',')} --> ${writeTime(endMs, ',')}`;
      return `${index + 1}\n${times}\n${rows.map(safe).join('\n')}\n`;
    })
    .join('\n');
}
