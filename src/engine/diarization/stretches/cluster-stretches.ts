import { VoiceTree } from '../group-voices.ts';
import { cosineDistance, meanOf } from '../voices/voice-vectors.ts';
import { NOBODY, type Stretch, type WindowFrames } from './window-frames.ts';

/** Numbers that were chosen on recordings with known turns, each left out in turn (`npm run accuracy -- turns`). */
export interface StretchRules {
  /** Cosine distance above which two groups of stretches are two people. */
  distance: number;
  /** Distance added between stretches of voices that the segmentation distinguishes. */
  rivalry: number;
  /** Share by which `distance` shrinks where the segmentation's own people are nearer than `apart`, as before a far microphone. */
  nearness: number;
  apart: number;
  /** A person's stretches times their distance from what others explain must be more. */
  leastNovelty: number;
  /** Gain in similarity, in tenths of a second, from which on a change of speaker is believed within a voice of the segmentation … */
  changeCost: number;
  /** … and where it has a pause, or another voice. */
  boundaryCost: number;
  /** Centres nearer to each other than this are one person. */
  sameCentre: number;
}

export const STRETCH_RULES: StretchRules = {
  distance: 0.5,
  rivalry: 0.13,
  nearness: 0.64,
  apart: 0.87,
  leastNovelty: 1.4,
  changeCost: 0.27,
  boundaryCost: 0.01,
  sameCentre: 0.41,
};

/** Where fewer frames have speech, or one person alone, a stretch says little of a voice. */
const LEAST_SPOKEN = 0.6;
const LEAST_ALONE = 0.5;
/** Fewer pairs of rivals say little of a room. */
const LEAST_RIVAL_PAIRS = 8;
/** Two stretches overlap if they begin nearer to each other than this share of their length. */
const OVERLAP_SHARE = 0.9;
/** Smaller clusters are looked at no further: each is compared with each pair of others. */
const MOST_CLUSTERS = 60;

/** Stretches that sound like one person. */
export interface Cluster {
  /** Unit length. */
  centre: Float32Array;
  stretches: number;
  /** The vectors that make it, where it is kept apart however near others are. */
  own?: ReadonlySet<Float32Array>;
}

/** The stretches of a channel as a tree: cut at a height, it has a number of people. */
export class StretchTree {
  readonly #stretches: { vector: Float32Array; seconds: number; rivals: number[] }[];
  readonly #tree: VoiceTree;
  readonly #distance: number;
  readonly #rules: StretchRules;

  constructor(windows: readonly WindowFrames[], rules: StretchRules) {
    this.#rules = rules;
    this.#stretches = [];
    for (const window of windows) {
      const first = this.#stretches.length;
      const clear = clearOf(window);
      for (const one of clear) {
        const rivals = clear.flatMap((other, at) => (areRivals(window, one, other) ? [first + at] : []));
        this.#stretches.push({ vector: one.vector, seconds: 1, rivals });
      }
    }
    this.#distance = rules.distance - rules.nearness * Math.max(0, rules.apart - rivalDistance(windows));
    this.#tree = VoiceTree.of(this.#stretches, this.#distance, rules.rivalry);
  }

  /** One cluster for each voice that differs; none if nothing is clear. */
  clusters(): Cluster[] {
    const count = 1 + this.#tree.heights.filter((height) => height > this.#distance).length;
    return withoutExplained(this.#cut(count), this.#rules.leastNovelty).map(
      ({ own: _, ...cluster }) => cluster,
    );
  }

  /** The largest clusters of the first cut that has `count` of more than one stretch, or of the last. */
  atLeast(count: number): Cluster[] {
    for (let cut = count; ; cut++) {
      const clusters = this.#cut(cut);
      const large = clusters.filter(({ stretches }) => stretches > 1);
      if (large.length >= count || cut >= this.#stretches.length)
        return (large.length >= count ? large : clusters).slice(0, count);
    }
  }

  /** Largest first. */
  #cut(count: number): Cluster[] {
    return this.#tree
      .groups(count)
      .flatMap((members) => {
        const own = members.flatMap((member) => this.#stretches[member]?.vector ?? []);
        const centre = meanOf(own);
        return centre ? [{ centre, stretches: members.length, own: new Set(own) }] : [];
      })
      .sort((a, b) => b.stretches - a.stretches);
  }
}

const clearOf = ({ stretches }: WindowFrames): Stretch[] =>
  stretches.filter(({ spoken, alone }) => spoken >= LEAST_SPOKEN && alone >= LEAST_ALONE);

const areRivals = ({ rivals }: WindowFrames, one: Stretch, other: Stretch): boolean =>
  one.followed !== NOBODY && other.followed !== NOBODY && rivals.has(`${one.followed}/${other.followed}`);

/** Mean distance of stretches that the segmentation distinguishes; 2 if there are few. */
function rivalDistance(windows: readonly WindowFrames[]): number {
  let sum = 0;
  let pairs = 0;
  for (const window of windows) {
    const clear = clearOf(window);
    clear.forEach((one, index) => {
      for (const other of clear.slice(index + 1)) {
        if (other.first - one.first < OVERLAP_SHARE * one.length || !areRivals(window, one, other)) continue;
        sum += cosineDistance(one.vector, other.vector);
        pairs++;
      }
    });
  }
  return pairs < LEAST_RIVAL_PAIRS ? 2 : sum / pairs;
}

/** Without the clusters, largest first, that larger ones explain: a stretch with parts of two turns is between two people. */
function withoutExplained(clusters: readonly Cluster[], leastNovelty: number): Cluster[] {
  const left = clusters.slice(0, MOST_CLUSTERS);
  for (;;) {
    const novelties = left.map(({ centre, stretches }, index) =>
      index === 0 ? Number.POSITIVE_INFINITY : stretches * (1 - explained(centre, left.slice(0, index))),
    );
    const least = Math.min(...novelties);
    if (left.length < 2 || least >= leastNovelty) return left;
    left.splice(novelties.lastIndexOf(least), 1);
  }
}

/** Largest similarity of a voice to one of some others, or to a mixture of two of them. */
function explained(voice: Float32Array, others: readonly Cluster[]): number {
  let most = 0;
  others.forEach(({ centre: one }, index) => {
    const toOne = 1 - cosineDistance(voice, one);
    most = Math.max(most, toOne);
    for (const { centre: other } of others.slice(index + 1)) {
      const toOther = 1 - cosineDistance(voice, other);
      const between = 1 - cosineDistance(one, other);
      // The projection onto the plane of both.
      const rest = Math.max(1 - between ** 2, Number.EPSILON);
      const share = (toOne - between * toOther) / rest;
      const otherShare = (toOther - between * toOne) / rest;
      if (share > 0 && otherShare > 0) most = Math.max(most, Math.sqrt(share * toOne + otherShare * toOther));
    }
  });
  return most;
}
