import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from './speaker-activity.ts';
import { unpackVectors, type VoiceTrack } from './voice-track.ts';
import { cosineDistance, unitLength } from './voices/voice-vectors.ts';

/** Who speaks in each frame of a window: for each speaker of the channel, 1 while they speak. */
export type ActiveFrames = ReadonlyMap<number, Uint8Array>;

/** A window of one channel. */
export interface TrackedWindow {
  active: ActiveFrames;
  /** Absent if the window was diarized without. */
  track?: VoiceTrack | undefined;
}

/** A stretch belongs to a speaker who alone speaks in this share of its frames. */
const LEAST_ALONE = 0.7;

const NOBODY = -1;

/**
 * Gives each frame of a single speaker to the speaker whose voice it is most like. The segmentation follows people
 * who sound alike as one, so that grouping its voices cannot tell them apart; the mean voice of what is left to each
 * group can. Overlapped speech stays as it is, and so does who never spoke alone for long enough, and who would
 * be left with nothing: the number of speakers is decided by then.
 *
 * @param windows of one channel
 * @param changeCost gain in similarity, summed over frames, from which on a change of speaker is believed
 * @returns frames of each window, with the same speakers
 */
export function reassignFrames(windows: readonly TrackedWindow[], changeCost: number): ActiveFrames[] {
  const tracked = windows.map(({ active, track }) => ({ active, track: track ? unpackTrack(track) : null }));
  const voices = meanVoices(tracked);
  for (;;) {
    if (voices.size < 2) return windows.map(({ active }) => active);
    const settled = tracked.map((window) => settle(window, voices, changeCost));
    const silenced = [...voices.keys()].filter(
      (speaker) => !settled.some((active) => active.get(speaker)?.includes(1)),
    );
    if (silenced.length === 0) return settled;
    for (const speaker of silenced) voices.delete(speaker);
  }
}

/** A track with its vectors unpacked. */
interface UnpackedTrack extends Pick<VoiceTrack, 'stretchSamples' | 'stepSamples'> {
  vectors: (Float32Array | null)[];
}

const unpackTrack = (track: VoiceTrack): UnpackedTrack => ({ ...track, vectors: unpackVectors(track) });

interface UnpackedWindow {
  active: ActiveFrames;
  track: UnpackedTrack | null;
}

/** The only speaker of a frame. */
function aloneIn(active: ActiveFrames, frame: number): number {
  let found = NOBODY;
  for (const [speaker, frames] of active) {
    if (frames[frame] !== 1) continue;
    if (found !== NOBODY) return NOBODY;
    found = speaker;
  }
  return found;
}

const framesIn = (active: ActiveFrames): number =>
  Math.max(0, ...[...active.values()].map(({ length }) => length));

/** Mean of the stretches in which hardly anybody else speaks, by speaker; without those who have none. */
function meanVoices(windows: readonly UnpackedWindow[]): Map<number, Float32Array> {
  const sums = new Map<number, Float32Array>();
  for (const { active, track } of windows) {
    if (!track) continue;
    const length = Math.round(track.stretchSamples / FRAME_SAMPLES);
    track.vectors.forEach((vector, place) => {
      if (!vector) return;
      const first = Math.max(0, Math.round((place * track.stepSamples - FIRST_FRAME_SAMPLE) / FRAME_SAMPLES));
      const counts = new Map<number, number>();
      for (let frame = first; frame < first + length; frame++) {
        const speaker = aloneIn(active, frame);
        if (speaker !== NOBODY) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
      }
      for (const [speaker, count] of counts) {
        if (count < LEAST_ALONE * length) continue;
        const sum = sums.get(speaker) ?? new Float32Array(vector.length);
        for (let index = 0; index < sum.length; index++)
          sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0);
        sums.set(speaker, sum);
      }
    });
  }
  return new Map(
    [...sums].flatMap(([speaker, sum]) => {
      const voice = unitLength(sum);
      return voice ? [[speaker, voice] as const] : [];
    }),
  );
}

/** The likeliest sequence of speakers (Viterbi), written where one of them speaks alone. */
function settle(
  { active, track }: UnpackedWindow,
  voices: ReadonlyMap<number, Float32Array>,
  changeCost: number,
): ActiveFrames {
  if (!track || track.vectors.length === 0) return active;
  const speakers = [...voices.keys()];
  const alike = track.vectors.map((vector) =>
    speakers.map((speaker) => {
      const voice = voices.get(speaker);
      return vector && voice ? 1 - cosineDistance(vector, voice) : 0;
    }),
  );
  const frames = framesIn(active);
  const owners = Int32Array.from({ length: frames }, (_, frame) => aloneIn(active, frame));
  const path = likeliestPath(
    owners,
    speakers,
    changeCost,
    (frame) => alike[nearestStretch(track, frame)] ?? [],
  );
  const settled = new Map([...active].map(([speaker, row]) => [speaker, row.slice()]));
  for (let frame = 0; frame < frames; frame++) {
    const owner = owners[frame] ?? NOBODY;
    if (!voices.has(owner)) continue;
    settled.get(owner)?.fill(0, frame, frame + 1);
    settled.get(speakers[path[frame] ?? 0] ?? owner)?.fill(1, frame, frame + 1);
  }
  return settled;
}

/** The stretch whose middle is nearest to a frame. */
function nearestStretch({ stretchSamples, stepSamples, vectors }: UnpackedTrack, frame: number): number {
  const sample = FIRST_FRAME_SAMPLE + frame * FRAME_SAMPLES;
  const place = Math.round((sample - stretchSamples / 2) / stepSamples);
  return Math.min(Math.max(place, 0), vectors.length - 1);
}

/**
 * @param owners speaker of each frame; frames of others than `speakers` say nothing
 * @param alike similarity of a frame to each speaker
 * @returns index of a speaker for each frame
 */
function likeliestPath(
  owners: Int32Array,
  speakers: readonly number[],
  changeCost: number,
  alike: (frame: number) => readonly number[],
): Uint16Array {
  const known = new Set(speakers);
  let scores = speakers.map(() => 0);
  const before: Uint16Array[] = [];
  owners.forEach((owner, frame) => {
    const gains = known.has(owner) ? alike(frame) : [];
    const best = scores.indexOf(Math.max(...scores));
    const change = (scores[best] ?? 0) - changeCost;
    before.push(Uint16Array.from(scores, (score, index) => (score >= change ? index : best)));
    scores = scores.map((score, index) => Math.max(score, change) + (gains[index] ?? 0));
  });
  const path = new Uint16Array(owners.length);
  let at = scores.indexOf(Math.max(...scores));
  for (let frame = owners.length - 1; frame >= 0; frame--) {
    path[frame] = at;
    at = before[frame]?.[at] ?? at;
  }
  return path;
}
