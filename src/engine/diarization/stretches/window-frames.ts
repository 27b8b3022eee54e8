import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from '../speaker-activity.ts';
import { activeFrames } from '../speaker-turns.ts';
import { unpackVectors } from '../voice-track.ts';
import { inVoiceSpace } from '../voices/voice-space.ts';
import type { WindowSpeakers } from '../window-speakers.ts';

/** No voice, or more than one. */
export const NOBODY = -1;

/** A stretch of a window with its vector; all lengths in frames of the segmentation. */
export interface Stretch {
  first: number;
  length: number;
  middle: number;
  /** As the network has it, of unit length. */
  voice: Float32Array;
  /** The same for comparison within the recording. */
  vector: Float32Array;
  /** Shares of its frames in which anybody speaks, and in which one person alone does. */
  spoken: number;
  alone: number;
  /** The voice that the segmentation follows in most of it; `NOBODY` if there are several. */
  followed: number;
}

/** A window's frames, as the segmentation has them. */
export interface WindowFrames {
  speakers: WindowSpeakers;
  /** People who speak in each frame. */
  counts: Uint8Array;
  /** The followed voice that speaks alone in each frame, or `NOBODY`. */
  voices: Int16Array;
  stretches: Stretch[];
  /** Pairs of followed voices that one chunk distinguishes, as "one/other" in both orders. */
  rivals: ReadonlySet<string>;
}

/** A stretch is one voice's if the voice has this share of its frames with one voice. */
const OWN_SHARE = 0.8;

export function windowFrames(speakers: WindowSpeakers): WindowFrames {
  const followed = speakers.voices.map((voice) => voice.followed);
  const active = activeFrames(speakers, followed);
  const frames = speakers.chunks.at(-1)?.frames[1] ?? 0;
  const counts = new Uint8Array(frames);
  const voices = new Int16Array(frames).fill(NOBODY);
  for (const [voice, row] of active) {
    row.forEach((speaks, frame) => {
      if (speaks === 0) return;
      const count = (counts[frame] ?? 0) + 1;
      counts[frame] = count;
      voices[frame] = count === 1 ? voice : NOBODY;
    });
  }
  return {
    speakers,
    counts,
    voices,
    stretches: stretchesOf(speakers, counts, voices),
    rivals: rivalsOf(speakers, followed),
  };
}

function stretchesOf({ track }: WindowSpeakers, counts: Uint8Array, voices: Int16Array): Stretch[] {
  if (!track) return [];
  const length = Math.round(track.stretchSamples / FRAME_SAMPLES);
  return unpackVectors(track).flatMap((vector, place) => {
    if (!vector) return [];
    const first = Math.max(0, Math.round((place * track.stepSamples - FIRST_FRAME_SAMPLE) / FRAME_SAMPLES));
    const own = counts.subarray(first, first + length);
    const spoken = own.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const alone = own.reduce((sum, count) => sum + (count === 1 ? 1 : 0), 0);
    const [followed, share] = mostOf(voices.subarray(first, first + length));
    return [
      {
        first,
        length,
        middle: first + length / 2,
        voice: vector,
        vector: inVoiceSpace(vector),
        spoken: spoken / length,
        alone: alone / length,
        followed: share >= OWN_SHARE ? followed : NOBODY,
      },
    ];
  });
}

/** The most frequent of some labels, and its share of those that are not `NOBODY`. */
export function mostOf(labels: Int16Array): [label: number, share: number] {
  const counts = new Map<number, number>();
  let total = 0;
  for (const label of labels) {
    if (label === NOBODY) continue;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    total++;
  }
  const [label, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [NOBODY, 0];
  return [label, total === 0 ? 0 : count / total];
}

function rivalsOf({ chunks }: WindowSpeakers, followed: readonly number[]): Set<string> {
  const pairs = new Set<string>();
  for (const { speakers } of chunks) {
    const here = [...new Set(speakers.flatMap(({ voice }) => followed[voice] ?? []))];
    for (const one of here) for (const other of here) if (one !== other) pairs.add(`${one}/${other}`);
  }
  return pairs;
}
