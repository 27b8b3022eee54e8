import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { markersOf, markerText } from './markers.ts';
import { DEFAULT_FRAME_RATE, framesOfHours, isDropFrame, timecode, toFrames } from './timecode.ts';

/** Marker colours of DaVinci Resolve: one for chapters, the others for speakers in turn. */
const CHAPTER = 'ResolveColorCream';
const SPEAKERS = ['Blue', 'Green', 'Yellow', 'Pink', 'Cyan', 'Purple', 'Red', 'Sand'].map(
  (colour) => `ResolveColor${colour}`,
);

/** Time code counts one day. */
const HOURS = 24;

/** A bar begins the next field of a marker. */
const field = (text: string): string => text.replaceAll('|', '¦');

/**
 * Markers as DaVinci Resolve imports them (Timelines, Import, Timeline markers from EDL): an event of CMX 3600 for each,
 * with its name and length in the row below. The timeline starts at one o'clock, as Resolve's do; at midnight if the
 * recording has no room before the next one. Throws 400 for one of more than 24 h.
 */
export function writeEdl(view: ExportView): string {
  const { frameRate = DEFAULT_FRAME_RATE, title } = view.options;
  const markers = markersOf(view);
  const last = markers.reduce((latest, { end }) => Math.max(latest, end), view.document.duration);
  const lastFrame = toFrames(last, frameRate) + 1;
  const day = framesOfHours(HOURS, frameRate);
  if (lastFrame > day) {
    throw invalidParameters([
      `format edl counts at most ${HOURS} hours: this recording has ${(last / 3600).toFixed(1)}`,
    ]);
  }
  const hour = framesOfHours(1, frameRate);
  const first = lastFrame + hour <= day ? hour : 0;
  const voices = new Map<string | null, number>();
  for (const { voice } of markers) {
    if (voice !== null && !voices.has(voice)) voices.set(voice, voices.size);
  }
  const events = markers.map((marker, index) => {
    const start = first + toFrames(marker.start, frameRate);
    const frames = Math.max(1, first + toFrames(marker.end, frameRate) - start);
    const times = `${timecode(start, frameRate)} ${timecode(start + 1, frameRate)}`;
    const colour =
      marker.kind === 'chapter' ? CHAPTER : SPEAKERS[(voices.get(marker.voice) ?? 0) % SPEAKERS.length];
    const number = String(index + 1).padStart(3, '0');
    return `${number}  001      V     C        ${times} ${times}  \n |C:${colour} |M:${field(markerText(marker))} |D:${frames}\n`;
  });
  const mode = isDropFrame(frameRate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${cleanLine(title ?? 'Transcript')}\nFCM: ${mode}\n`, ...events].join('\n');
}
