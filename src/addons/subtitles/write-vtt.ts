import type { Cue } from './cue.ts';
import { writeTime } from './write-time.ts';

/** WebVTT §6.4: no "-->", "<" or "&" as they are. */
const escaped = (row: string): string =>
  row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Cues as a WebVTT file, the voice of a cue as its voice span; only the header where there are none. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, rows, voice }) => {
    const times = `${writeTime(startMs, '.')} --> ${writeTime(endMs, '.')}`;
    const text = rows.map(escaped).join('\n');
    return `${times}\n${voice === null ? text : `<v ${escaped(voice)}>${text}`}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}
