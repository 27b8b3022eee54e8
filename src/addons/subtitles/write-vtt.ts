import { cleanText } from './clean-text.ts';
import type { Cue } from './cue.ts';
import { writeTime } from './write-time.ts';

/** WebVTT §6.4: no literal "-->", "<" or "&". */
const escaped = (row: string): string =>
  row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A comment for imports: in other files, a cue without a voice is said by the one before. */
const NAMES_ALL = 'NOTE Each cue names who speaks.\n';

/** Writes cues as a WebVTT file with a voice span per cue; only the header without cues. */
export function writeVtt(cues: readonly Cue[]): string {
  const named = cues.filter(({ voice }) => cleanText(voice ?? '').trim() !== '').length;
  const head = named > 0 && named < cues.length ? ['WEBVTT\n', NAMES_ALL] : ['WEBVTT\n'];
  const blocks = cues.map(({ startMs, endMs, rows, voice, place }) => {
    const times = `${writeTime(startMs, '.')} --> ${writeTime(endMs, '.')}${place ? ' line:0' : ''}`;
    const text = rows.map(escaped).join('\n');
    const name = cleanText(voice ?? '').trim();
    return `${times}\n${name === '' ? text : `<v ${escaped(name)}>${text}`}\n`;
  });
  return [...head, ...blocks].join('\n');
}
