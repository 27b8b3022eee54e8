import { SPEAKER_MARKS, type TextRules } from '../../addons/subtitles/caption-guides.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { partsOfRow } from '../../addons/subtitles/parts-of-row.ts';
import type { TextFault } from './text-faults.ts';

/** A row by one speaker, as a person marks it: "-Yes.", ">> Yes." */
const MARKED = /^\s*(?:[-‐‑–—−]|>>)\s*(?=\S)/u;

/** Rows of several speakers without the marks, which are no words. */
export const withoutMarks = (rows: readonly string[]): string[] => rows.map((row) => row.replace(MARKED, ''));

/** Whether more than one person speaks. */
export const severalSpeak = (within: readonly { speaker?: string | number | null | undefined }[]): boolean =>
  new Set(within.map(({ speaker }) => speaker)).size > 1;

/** Who says each word of each row. */
export type WordVoices = readonly (readonly (string | null)[])[];

/** A cue in which several people speak has a row for each at least, with the mark of the guide; null if it has, or a guide asks for none. */
export function speakerFault(
  { rows, words = [], voices = [] }: Pick<Cue, 'rows' | 'words'> & { voices?: WordVoices },
  { speakers }: TextRules,
): TextFault | null {
  const mark = SPEAKER_MARKS[speakers ?? ''];
  const said = new Set(voices.flat().filter((voice) => voice !== null));
  if (mark === undefined || said.size < 2) return null;
  const lines: { voice: string | null; text: string }[] = [];
  for (const [index, row] of withoutMarks(rows).entries()) {
    let [voice, text, at] = [voices[index]?.[0] ?? lines.at(-1)?.voice ?? null, '', 0];
    for (const part of partsOfRow(row, words[index])) {
      const own = part.word ? (voices[index]?.[at++] ?? voice) : voice;
      if (own !== voice && text.trim() !== '') {
        lines.push({ voice, text: text.trim() });
        text = '';
      }
      voice = own;
      text += part.text;
    }
    lines.push({ voice, text: text.trim() });
  }
  const better = lines
    .map(({ voice, text }, at) => (voice === lines[at - 1]?.voice ? text : `${mark}${text}`))
    .join('\n');
  const found = rows.join('\n');
  return better === found ? null : { kind: 'speakers', from: 0, to: found.length, found, better };
}
