import type { WindowPiece } from '../../audio/windows/speech-window.ts';
import {
  MOST_SPEAKERS,
  NO_MEMORY,
  SILENCE_FRAME,
  type SpeakerMemory,
  type StreamFrame,
} from './speaker-cache.ts';

/** A turn in a channel, with the number that its stream gave the speaker; seconds of the file. */
export interface StreamTurn {
  speaker: number;
  start: number;
  end: number;
}

/** What is known of a speaker's voice, of unit length. */
export interface StreamVoice {
  speaker: number;
  vector: number[];
  /** Seconds of speech behind it. */
  seconds: number;
}

/** What became known with a window: of speech up to half a minute before its end. Checkpoints store it as JSON. */
export interface StreamedWindow {
  turns: StreamTurn[];
  /** For each speaker the seconds that each of the eight may have spoken meanwhile, by the probabilities. */
  likely: number[][];
  /** Empty without a model for voices. */
  voices: StreamVoice[];
  /** What is known after it, without the embeddings, which can be made of the sound again. */
  after: PackedMemory;
}

/** Where a channel's stream is: what the next window needs. Its size does not depend on what came before. */
export interface StreamState {
  channel: number;
  /** Encoder frames whose speakers are known. */
  settled: number;
  /** Samples of the stream from `start` on: all that is not settled, with a little before it. */
  samples: Float32Array;
  start: number;
  /** Where those samples are in the file; `windowStart` in seconds of the stream. */
  pieces: WindowPiece[];
  memory: SpeakerMemory;
}

export const newStream = (channel: number): StreamState => ({
  channel,
  settled: 0,
  samples: new Float32Array(0),
  start: 0,
  pieces: [],
  memory: NO_MEMORY,
});

interface PackedMemory {
  settled: number;
  /** Places of the frames. */
  cache: number[];
  /** Probabilities of those, in base64. */
  probabilities: string;
  latest: number;
  isChosen: boolean;
}

export function packMemory(settled: number, memory: SpeakerMemory): PackedMemory {
  const { cache, probabilities, latest, isChosen } = memory;
  const all = new Float32Array(probabilities.flatMap((row) => [...row]));
  const bytes = new Uint8Array(all.buffer);
  return {
    settled,
    cache: cache.map(({ place }) => place),
    probabilities: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')),
    latest: latest.length,
    isChosen,
  };
}

/** Restores the memory from embeddings of frames; null if one is missing, or `packMemory` did not make the text. */
export function unpackMemory(
  { settled, cache, probabilities, latest, isChosen }: PackedMemory,
  frames: readonly StreamFrame[],
  silence: Float32Array,
): SpeakerMemory | null {
  const known = new Map(frames.map((frame) => [frame.place, frame]));
  known.set(SILENCE_FRAME, { place: SILENCE_FRAME, embedding: silence });
  const all = new Float32Array(Uint8Array.from(atob(probabilities), (byte) => byte.charCodeAt(0)).buffer);
  const memory = {
    cache: cache.flatMap((place) => known.get(place) ?? []),
    probabilities: cache.map((_, row) => all.subarray(row * MOST_SPEAKERS, (row + 1) * MOST_SPEAKERS)),
    latest: Array.from({ length: latest }, (_, index) => settled - latest + index).flatMap(
      (place) => known.get(place) ?? [],
    ),
    isChosen,
  };
  const isWhole = memory.cache.length === cache.length && memory.latest.length === latest;
  return isWhole && all.length === cache.length * MOST_SPEAKERS ? memory : null;
}
