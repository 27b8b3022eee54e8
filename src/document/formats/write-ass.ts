import { CAPTION_COLOURS, coloursOf } from '../../addons/subtitles/caption-guides.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { partsOfRow } from '../../addons/subtitles/parts-of-row.ts';
import type { CaptionStyle } from '../../contract/transcripts/corrected-transcript.ts';
import { startsFromRight } from '../../lib/text-direction.ts';
import { inkOn } from '../cues/readable-colours.ts';
import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { labelledCues } from './spoken-cues.ts';

const hundredthsOf = (milliseconds: number): number => Math.round(milliseconds / 10);

/** 5,020 ms → "0:00:05.02": hundredths, hours without a zero. */
function assTime(milliseconds: number): string {
  const hundredths = hundredthsOf(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/**
 * ASS has no escape that all renderers know: braces, which hold styling, become look-alikes, and a backslash is kept from
 * its letter by a word joiner.
 */
const escaped = (text: string): string =>
  text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '\\\u2060');
const safe = (row: string): string => escaped(cleanLine(row));

/** A comma ends a field. A word joiner behind the sign in its place marks it for imports. */
const nameField = (voice: string): string => safe(voice).replaceAll(',', ';\u2060');

/** "#rrggbb" → "&HAABBGGRR". */
const assColour = (hex: string, alpha = '00'): string =>
  `&H${alpha}${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toUpperCase();

interface Painted {
  style: CaptionStyle;
  /** The text's own colour. */
  ink: string;
}

/** What makes the spoken word differ from `from` to `to`, in milliseconds of its event. */
function wordTags({ style, ink }: Painted, from: number, to: number): string {
  const [accent, plain, boxed] = [style.accent, ink, inkOn(style.accent)].map((hex) => assColour(hex, ''));
  // "\k" gives what is not said yet the secondary colour, and the primary one from then on.
  if (style.look === 'highlight') return `\\1c${accent}&\\t(${to},${to},\\1c${plain}&)`;
  if (style.look === 'box') {
    const box = `\\3c${accent}&\\3a&H00&`;
    const bare = `\\1c${plain}&\\3c&H000000&\\3a&H${style.background ? '40' : 'FF'}&`;
    // A change at 0 would take the whole event.
    return `\\1c${boxed}&${from === 0 ? box : `\\t(${from},${from},${box})`}\\t(${to},${to},${bare})`;
  }
  if (style.look !== 'pop') return '';
  const middle = Math.min(from + 80, to);
  return `\\1c${accent}&\\t(${from},${middle},\\fscx115\\fscy115)\\t(${to},${to},\\fscx100\\fscy100\\1c${plain}&)`;
}

/** A cue's text with the time that each word takes. Silence between words belongs to what is between them. */
function karaoke({ startMs, endMs, rows, words = [] }: Cue, painted: Painted): string {
  const { look } = painted.style;
  const beginning = hundredthsOf(startMs);
  const end = hundredthsOf(endMs) - beginning;
  /** Hundredths of the event that are given to words and pauses; counted so that roundings do not add up. */
  let at = 0;
  const within = (ms: number) => Math.min(Math.max(hundredthsOf(ms) - beginning, at), end);
  const wait = (until: number) => {
    const pause = within(until) - at;
    at += pause;
    return pause > 0 ? `{\\k${pause}}` : '';
  };
  const shown = rows.map((row, index) => {
    const timed = partsOfRow(row, words[index]).map(({ text, word }) => {
      if (!word) return escaped(text);
      const pause = wait(word.startMs);
      const from = at;
      at = within(word.endMs);
      const tags = wordTags(painted, from * 10, at * 10);
      return `${pause}{${look === 'fill' ? '\\kf' : '\\k'}${at - from}${tags}}${escaped(text)}`;
    });
    return `${startsFromRight(row)}${timed.join('')}`;
  });
  return shown.join('\\N');
}

function textOf(cue: Cue, painted: Painted): string {
  if (painted.style.look !== 'plain' && cue.words && !cue.place) return karaoke(cue, painted);
  return cue.rows.map((row) => `${startsFromRight(row)}${safe(row)}`).join('\\N');
}

/** Advanced SubStation Alpha 4+, with the speaker in the field Name, and the spoken word by its tags for karaoke. */
export function writeAss(view: ExportView): string {
  const { style } = view;
  const size = { small: 54, medium: 68, large: 84 }[style.size];
  const alignment = style.place === 'top' ? 8 : 2;
  const cues = labelledCues(view);
  const colourOf = coloursOf(cues, style);
  // Boxes around words need the border that is a box; without a background it is seen at the spoken word alone.
  const isBoxed = style.background || style.look === 'box';
  const [border, alpha, shadow] = [
    isBoxed ? 3 : 1,
    style.background || !isBoxed ? '40' : 'FF',
    style.background ? 0 : 2,
  ];
  const styleRow = (name: string, ink: string) => {
    const primary = assColour(style.look === 'fill' ? style.accent : ink);
    const colours = [primary, assColour(ink), `&H${alpha}000000`, '&H40000000'].join(',');
    return `Style: ${name},Arial,${size},${colours},0,0,0,0,100,100,0,0,${border},3,${shadow},${alignment},96,96,60,-1`;
  };
  const named = style.colours ? CAPTION_COLOURS.map(({ name, hex }) => styleRow(name, hex)) : [];
  const events = cues.map((cue) => {
    const colour = colourOf(cue.voice);
    const text = textOf(cue, { style, ink: colour?.hex ?? '#ffffff' });
    const times = `${assTime(cue.startMs)},${assTime(cue.endMs)}`;
    const tags = `${cue.place ? '{\\an8}' : ''}${cue.italic ? '{\\i1}' : ''}`;
    return `Dialogue: 0,${times},${colour?.name ?? 'Default'},${nameField(cue.voice ?? '')},0,0,0,,${tags}${text}\n`;
  });
  return `\ufeff[Script Info]
Title: ${cleanLine(view.options.title ?? 'Transcript')}
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY,\
 Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
${[styleRow('Default', '#ffffff'), ...named].join('\n')}

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('')}`;
}
