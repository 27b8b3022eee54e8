import { readsFromRight } from '../../lib/text-direction.ts';
import type { Cue } from './cue.ts';
import { writeTime } from './write-time.ts';

/**
 * SubRip has no escape syntax: what players or readers would take for a tag, a renderer directive or a time line is replaced with
 * look-alikes, and arrows, references of HTML and breaks of ASS are kept apart by a word joiner. Imports take both back.
 */
const safe = (row: string): string =>
  row
    .replaceAll('-->', '--\u2060>')
    .replace(/<(?=[/!\p{L}]|[\d:.]+>)/gu, '‹')
    .replace(/\{(?=\\|\/?[bius]\}|y:[bius,]+\})/giu, '(')
    .replace(/&(?=#?[a-z\d]{1,8};)|\\(?=[nh])/giu, '$&\u2060');

/** Many players lay out each row from the left; a row of mostly such letters is embedded, so that its words and marks have their order. */
const embedded = (row: string): string => (readsFromRight(row) ? `\u202b${row}\u202c` : row);

/** What most players take over from ASS. */
const AT_TOP = '{\\an8}';

/** Writes cues as a SubRip file; empty without cues. Rows end with a line feed, cues with an empty line. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, rows, place, italic }, index) => {
      const times = `${writeTime(startMs, ',')} --> ${writeTime(endMs, ',')}`;
      const text = rows.map((row) => embedded(safe(row))).join('\n');
      return `${index + 1}\n${times}\n${place ? AT_TOP : ''}${italic ? `<i>${text}</i>` : text}\n`;
    })
    .join('\n');
}
