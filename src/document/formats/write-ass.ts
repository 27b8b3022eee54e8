import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { labelledCues } from './spoken-cues.ts';

/** 5,020 ms → "0:00:05.02": hundredths, hours without a zero. */
function assTime(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/**
 * ASS has no escape that all renderers know: braces, which hold styling, become look-alikes, and a backslash is kept from
 * its letter by a word joiner.
 */
const safe = (row: string): string =>
  cleanLine(row).replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '\\\u2060');

/** A comma ends a field. A word joiner behind what represents it tells imports that it was one. */
const nameField = (voice: string): string => safe(voice).replaceAll(',', ';\u2060');

/** Advanced SubStation Alpha 4+, with the speaker in the field Name. */
export function writeAss(view: ExportView): string {
  const { caption_style: style } = view.document;
  const size = { small: 54, medium: 68, large: 84 }[style?.size ?? 'medium'];
  const alignment = style?.place === 'top' ? 8 : 2;
  const border = style?.background === false ? 1 : 3;
  const events = labelledCues(view).map(
    ({ startMs, endMs, rows, voice, place }) =>
      `Dialogue: 0,${assTime(startMs)},${assTime(endMs)},Default,${nameField(voice ?? '')},0,0,0,,${place ? '{\\an8}' : ''}${rows.map(safe).join('\\N')}\n`,
  );
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
Style: Default,Arial,${size},&H00FFFFFF,&H00FFFFFF,&H40000000,&H40000000,0,0,0,0,100,100,0,0,${border},3,0,${alignment},96,96,60,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('')}`;
}
