import type { WindowPiece } from '../audio/windows/speech-window.ts';
import type { VoiceLine } from './voice-line.ts';
import type { VoiceTrack } from './voice-track.ts';

/** Frames of a window (270 samples each), from the first one up to but excluding the second. */
export type FrameRange = [number, number];

/** One voice of a window, or a stretch of it; which ones are the same person is determined over the whole recording. */
export interface WindowVoice {
  /** Its embedding, of unit length; null if it never spoke for long enough. */
  vector: number[] | null;
  /** The person the segmentation assigns it to: voices of one person have the same number. */
  followed: number;
  /** Seconds that it spoke alone. */
  cleanSeconds: number;
  /** What it came over; absent if it is too short to say, or an older version wrote this. */
  line?: VoiceLine | undefined;
}

/** The segmentation's result for one chunk of a window. */
export interface DiarizedChunk {
  frames: FrameRange;
  /** Who spoke in it, and when; `voice` is an index into the window's `voices`. */
  speakers: { voice: number; ranges: FrameRange[] }[];
}

/** Who speaks when in one window. Voices are distinguished only within the window. Checkpoints store this. */
export interface WindowSpeakers {
  pieces: WindowPiece[];
  voices: WindowVoice[];
  /** Chunks in order of time; each overlaps the one before. */
  chunks: DiarizedChunk[];
  /** Absent if the network for voices is too large for it, or an older version wrote this. */
  track?: VoiceTrack | undefined;
  /** The models it comes from: vectors of different models cannot be compared. */
  models?: string | undefined;
  /** What a diarizer found that follows a channel from window to window, as JSON; the fields above are then empty. */
  stream?: string | undefined;
  /** Processing time in seconds. */
  seconds: number;
}
