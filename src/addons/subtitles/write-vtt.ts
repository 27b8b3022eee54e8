import { startsFromRight } from '../../lib/text-direction.ts';
import { cleanText } from './clean-text.ts';
import type { Cue } from './cue.ts';
import { partsOfRow } from './parts-of-row.ts';
import { writeTime } from './write-time.ts';

/** WebVTT §6.4: no literal "-->", "<" or "&". */
const escaped = (row: string): string =>
  row.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A comment for imports: in other files, a cue without a voice is said by the one before. */
const NAMES_ALL = 'NOTE Each cue names who speaks.\n';

/** What a WebVTT file shows of a cue beside its text. */
interface VttLook {
  /** Whether each word has the time at which it is said. */
  byWord?: boolean;
  /** A class of colour that every player has. */
  colourOf?: (voice: string | null) => { name: string } | null;
}

/** A cue's rows with the times of its words. WebVTT requires times that rise and are within the cue; others are left out. */
function timedText({ startMs, endMs, rows, words = [] }: Cue): string {
  let last = startMs;
  return rows
    .map(
      (row, index) =>
        startsFromRight(row) +
        partsOfRow(row, words[index])
          .map(({ text, word }) => {
            if (!word || word.startMs <= last || word.startMs >= endMs) return escaped(text);
            last = word.startMs;
            return `<${writeTime(last, '.')}>${escaped(text)}`;
          })
          .join(''),
    )
    .join('\n');
}

/** What is between the times of a cue and the next one. */
export function vttText(cue: Cue, { byWord = false, colourOf }: VttLook = {}): string {
  const upright = byWord
    ? timedText(cue)
    : cue.rows.map((row) => startsFromRight(row) + escaped(row)).join('\n');
  const text = cue.italic ? `<i>${upright}</i>` : upright;
  const colour = colourOf?.(cue.voice);
  return colour ? `<c.${colour.name}>${text}</c>` : text;
}

/** Writes cues as a WebVTT file with a voice span per cue; only the header without cues. */
export function writeVtt(cues: readonly Cue[], look: VttLook = {}): string {
  const named = cues.filter(({ voice }) => cleanText(voice ?? '').trim() !== '').length;
  const head = named > 0 && named < cues.length ? ['WEBVTT\n', NAMES_ALL] : ['WEBVTT\n'];
  const blocks = cues.map((cue) => {
    const { startMs, endMs, voice, place } = cue;
    const times = `${writeTime(startMs, '.')} --> ${writeTime(endMs, '.')}${place ? ' line:0' : ''}`;
    const text = vttText(cue, look);
    const name = cleanText(voice ?? '').trim();
    return `${times}\n${name === '' ? text : `<v ${escaped(name)}>${text}`}\n`;
  });
  return [...head, ...blocks].join('\n');
}
