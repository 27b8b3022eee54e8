import { cleanLine } from '../formats/blocks.ts';
import { framesOfHours, isDropFrame, timecode } from '../formats/timecode.ts';
import { type CutRecording, clipsOf } from './clips.ts';
import type { Part } from './kept-parts.ts';

/**
 * An edit decision list (CMX 3600): an event for each part, with picture and both channels of sound. The recording counts from 0:00:00:00,
 * the cut from one o'clock, as DaVinci Resolve, Premiere Pro and Avid expect.
 */
export function writeCutEdl(parts: readonly Part[], recording: CutRecording): string {
  const { frameRate, name, hasVideo } = recording;
  const code = (frame: number) => timecode(frame, frameRate);
  const hour = framesOfHours(1, frameRate);
  const track = (hasVideo ? 'AA/V' : 'AA').padEnd(5);
  const events = clipsOf(parts, recording).map(({ from, frames, at }, index) => {
    const source = `${code(from)} ${code(from + frames)}`;
    const cut = `${code(hour + at)} ${code(hour + at + frames)}`;
    const number = String(index + 1).padStart(3, '0');
    return `${number}  AX       ${track} C        ${source} ${cut}\n* FROM CLIP NAME: ${cleanLine(name)}\n`;
  });
  const mode = isDropFrame(frameRate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${cleanLine(name)}\nFCM: ${mode}\n`, ...events].join('\n');
}
