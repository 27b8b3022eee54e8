import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import { FRAME_SAMPLES } from '../speaker-activity.ts';
import { cosineDistance, meanOf } from '../voices/voice-vectors.ts';
import type { Cluster, StretchRules } from './cluster-stretches.ts';
import { mostOf, NOBODY, type Stretch, type WindowFrames } from './window-frames.ts';

const FRAMES_PER_TENTH = SAMPLE_RATE / FRAME_SAMPLES / 10;
/** Overlapped speech says half of a voice. */
const OVERLAP_WEIGHT = 0.5;
/** What is added where a stretch makes a person who must remain. */
const OWN_GAIN = 1;
/** A stretch counts for a person who speaks in this share of its frames of one person, if there are enough of these. */
export const OWN_SHARE = 0.85;
const LEAST_OWN = 0.4;

/** Who speaks in each frame of a window, and by how much more similar the voice is than the next one. */
export interface FollowedWindow {
  path: Int16Array;
  /** 2 if there is no other person. */
  margins: Float32Array;
}

/**
 * Follows people through the windows of a channel by the similarity of each stretch to each person's mean voice (Viterbi), takes the
 * mean of what each has, and so on, until nobody is too short or too near to another.
 *
 * @param isFixed whether as many people as there are must remain
 */
export function followVoices(
  windows: readonly WindowFrames[],
  clusters: readonly Cluster[],
  rules: StretchRules,
  isFixed = false,
): { people: Cluster[]; followed: FollowedWindow[] } {
  let people = [...clusters];
  // Each round before the last two has one person less.
  for (let left = 2; ; left--) {
    const followed = windows.map((window) => follow(window, people, rules));
    if (people.length < 2 || left === 0 || isFixed) return { people, followed };
    const renewed = renewedPeople(windows, followed, people);
    const fewer = withoutUnheard(renewed) ?? withoutNearest(renewed, rules);
    people = fewer ?? renewed;
    if (fewer) left = 3;
  }
}

function renewedPeople(
  windows: readonly WindowFrames[],
  followed: readonly FollowedWindow[],
  people: readonly Cluster[],
): Cluster[] {
  const vectors: Float32Array[][] = people.map(() => []);
  windows.forEach(({ counts, stretches }, index) => {
    const alone = Int16Array.from(followed[index]?.path ?? [], (person, frame) =>
      counts[frame] === 1 ? person : NOBODY,
    );
    for (const { first, length, vector, alone: share } of stretches) {
      const [person, own] = mostOf(alone.subarray(first, first + length));
      if (own >= OWN_SHARE && share * own >= LEAST_OWN) vectors[person]?.push(vector);
    }
  });
  return people.map((cluster, person) => {
    const own = vectors[person] ?? [];
    return { centre: meanOf(own) ?? cluster.centre, stretches: own.length };
  });
}

/** Without the first who has no stretch of their own; null if there is none. */
function withoutUnheard(people: readonly Cluster[]): Cluster[] | null {
  const unheard = people.find(({ stretches }) => stretches === 0);
  return unheard ? people.filter((person) => person !== unheard) : null;
}

/** The nearest two as one; null if none are near. */
function withoutNearest(people: readonly Cluster[], { sameCentre }: StretchRules): Cluster[] | null {
  const pair = nearestPair(people);
  if (!pair || pair.distance >= sameCentre) return null;
  return [...people.filter((_, at) => !pair.places.includes(at)), pair.joined];
}

/** The two of some people who sound most alike; null if there are fewer than two. */
export function nearestPair(
  people: readonly Cluster[],
): { distance: number; places: [number, number]; joined: Cluster } | null {
  let best: { distance: number; places: [number, number] } | null = null;
  people.forEach((one, index) => {
    for (let at = index + 1; at < people.length; at++) {
      const distance = cosineDistance(one.centre, people[at]?.centre ?? one.centre);
      if (!best || distance < best.distance) best = { distance, places: [index, at] };
    }
  });
  const found = best as { distance: number; places: [number, number] } | null;
  if (!found) return null;
  const [one, other] = found.places.flatMap((place) => people[place] ?? []);
  if (!one || !other) return null;
  const weighted = [one, other].map(({ centre, stretches }) =>
    centre.map((value) => value * Math.max(stretches, 1)),
  );
  return {
    ...found,
    joined: { centre: meanOf(weighted) ?? one.centre, stretches: one.stretches + other.stretches },
  };
}

function follow(
  { counts, voices, stretches }: WindowFrames,
  people: readonly Cluster[],
  { changeCost, boundaryCost }: StretchRules,
): FollowedWindow {
  const alike = stretches.map(({ vector }) =>
    people.map(({ centre, own }) => 1 - cosineDistance(vector, centre) + (own?.has(vector) ? OWN_GAIN : 0)),
  );
  const similarities = similarityIn(stretches, alike);
  let scores = people.map(() => 0);
  const before: Int16Array[] = [];
  counts.forEach((count, frame) => {
    const isWithin = count > 0 && (counts[frame - 1] ?? 0) > 0 && voices[frame] === voices[frame - 1];
    const best = scores.indexOf(Math.max(...scores));
    const change = (scores[best] ?? 0) - (isWithin ? changeCost : boundaryCost) * FRAMES_PER_TENTH;
    before.push(Int16Array.from(scores, (score, person) => (score >= change ? person : best)));
    const gains = count > 0 ? similarities(frame) : [];
    const weight = count > 1 ? OVERLAP_WEIGHT : 1;
    scores = scores.map((score, person) => Math.max(score, change) + weight * (gains[person] ?? 0));
  });
  const path = new Int16Array(counts.length);
  let at = Math.max(0, scores.indexOf(Math.max(...scores)));
  for (let frame = counts.length - 1; frame >= 0; frame--) {
    path[frame] = at;
    at = before[frame]?.[at] ?? at;
  }
  const margins = Float32Array.from(path, (person, frame) => {
    const gains = similarities(frame);
    const other = Math.max(...gains.filter((_, index) => index !== person));
    return gains.length < 2 ? 2 : (gains[person] ?? 0) - other;
  });
  return { path, margins };
}

/** Similarity to each person in a frame: between the two stretches whose middles are nearest. */
function similarityIn(
  stretches: readonly Stretch[],
  alike: readonly (readonly number[])[],
): (frame: number) => readonly number[] {
  let after = 0;
  return (frame) => {
    // Frames are asked for in order, over and over.
    if (after > 0 && (stretches[after - 1]?.middle ?? 0) > frame) after = 0;
    while (after < stretches.length && (stretches[after]?.middle ?? 0) <= frame) after++;
    const left = stretches[after - 1];
    const right = stretches[after];
    const before = alike[after - 1] ?? [];
    const next = alike[after] ?? [];
    if (!left || !right) return left ? before : next;
    const share = (frame - left.middle) / (right.middle - left.middle);
    return before.map((value, person) => value * (1 - share) + (next[person] ?? 0) * share);
  };
}
