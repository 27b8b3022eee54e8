import { cleanText } from './clean-text.ts';
import type { Cue } from './cue.ts';
import { writeTime } from './write-time.ts';

/** WebVTT §6.4: no literal "-->", "<" or "&". */
const escaped = (row: string): string =>
  row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes cues as a WebVTT file with a voice span per cue; only the header without cues. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, rows, voice, place }) => {
    const times = `${writeTime(startMs, '.')} --> ${writeTime(endMs, '.')}${place ? ' line:0' : ''}`;
    const text = rows.map(escaped).join('\n');
    const name = cleanText(voice ?? '').trim();
    return `${times}\n${name === '' ? text : `<v ${escaped(name)}>${text}`}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}
