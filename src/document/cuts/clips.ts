import type { FrameRate } from '../../contract/transcripts/transcript-formats.ts';
import { toFrames } from '../formats/timecode.ts';
import type { Part } from './kept-parts.ts';

/** What an edit list is about. */
export interface CutRecording {
  /** The file's name, by which an editing suite finds it beside the edit list. */
  name: string;
  /** Seconds. */
  duration: number;
  hasVideo: boolean;
  frameRate: FrameRate;
}

/** A part on the frames of the recording and of the cut. */
export interface Clip {
  /** First frame in the recording. */
  from: number;
  /** Never 0. */
  frames: number;
  /** First frame in the cut. */
  at: number;
}

/** Parts on whole frames, one behind the other; none shorter than a frame, and none twice. */
export function clipsOf(parts: readonly Part[], { frameRate }: CutRecording): Clip[] {
  const clips: Clip[] = [];
  let at = 0;
  let last = 0;
  for (const { start, end } of parts) {
    const from = Math.max(last, toFrames(start, frameRate));
    const frames = toFrames(end, frameRate) - from;
    if (frames <= 0) continue;
    clips.push({ from, frames, at });
    at += frames;
    last = from + frames;
  }
  return clips;
}

/** Frames of the whole recording, at least one. */
export const framesOf = ({ duration, frameRate }: CutRecording): number =>
  Math.max(1, toFrames(duration, frameRate));

/** Address of the recording beside the edit list. */
export const addressOf = ({ name }: CutRecording): string => `./${encodeURIComponent(name)}`;
