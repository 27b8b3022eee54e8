import { agnes, type Cluster } from 'ml-hclust';
import { cosineDistance, unitLength } from './voices/voice-vectors.ts';

/** A voice to be assigned to a speaker. */
export interface Voice {
  /** Unit length. */
  vector: ArrayLike<number>;
  /** Seconds of speech behind it. */
  seconds: number;
  /** Indices of voices that cannot be the same person, because both speak at the same time. */
  rivals: readonly number[];
}

/** Voices merged before the actual grouping, and their common vector. */
interface Bundle {
  members: number[];
  /** Weighted sum of their vectors: a mean that is made anew with each of 5,000 voices an hour would take quadratic time. */
  sum: Float32Array;
  /** Unit length. */
  vector: Float32Array;
}

/** Maximum number of bundles: grouping takes cubic time and quadratic memory. */
const MOST_BUNDLES = 240;
/** Share of the threshold within which voices are bundled; larger if too many are left. */
const FIRST_BUNDLE_SHARE = 0.5;
const BUNDLE_WIDENING = 1.15;

/** A dendrogram of voices; cutting it at a height yields speakers. */
export class VoiceTree {
  private constructor(
    private readonly root: Cluster | null,
    private readonly bundles: readonly Bundle[],
  ) {}

  /**
   * Average linkage over cosine distances. If there are many voices, the closest are bundled first, so that the cost
   * remains bounded for any recording.
   *
   * @param threshold distance above which two groups are two speakers
   * @param rivalry distance added between voices that speak at the same time
   */
  static of(voices: readonly Voice[], threshold: number, rivalry: number): VoiceTree {
    const bundles = bundled(voices, threshold);
    if (bundles.length < 2) return new VoiceTree(null, bundles);
    const ofVoice = new Map(bundles.flatMap(({ members }, index) => members.map((voice) => [voice, index])));
    const rivals = bundles.map(
      ({ members }) =>
        new Set(members.flatMap((voice) => (voices[voice]?.rivals ?? []).map((rival) => ofVoice.get(rival)))),
    );
    const distances = bundles.map((one, index) =>
      bundles.map((other, otherIndex) =>
        index === otherIndex
          ? 0
          : cosineDistance(one.vector, other.vector) + (rivals[index]?.has(otherIndex) ? rivalry : 0),
      ),
    );
    return new VoiceTree(agnes(distances, { method: 'average', isDistanceMatrix: true }), bundles);
  }

  /** Heights at which two groups are joined, highest first. */
  get heights(): number[] {
    const heights: number[] = [];
    this.root?.traverse((cluster) => {
      if (!cluster.isLeaf) heights.push(cluster.height);
    });
    return heights.sort((a, b) => b - a);
  }

  /** Indices of the voices of each of `count` groups, or of as many as there are bundles. */
  groups(count: number): number[][] {
    if (!this.root) return this.bundles.map(({ members }) => members);
    let open: Cluster[] = [this.root];
    while (open.length < count) {
      const highest = open.reduce((found, cluster) => (cluster.height > found.height ? cluster : found));
      if (highest.isLeaf) break;
      open = [...open.filter((cluster) => cluster !== highest), ...highest.children];
    }
    return open.map((cluster) =>
      leavesOf(cluster)
        .flatMap((index) => this.bundles[index]?.members ?? [])
        .sort((a, b) => a - b),
    );
  }
}

function leavesOf(cluster: Cluster): number[] {
  const leaves: number[] = [];
  cluster.traverse((part) => {
    if (part.isLeaf) leaves.push(part.index);
  });
  return leaves;
}

/** One bundle per voice if there are few; otherwise the nearest are merged until few enough are left. */
function bundled(voices: readonly Voice[], threshold: number): Bundle[] {
  let bundles: Bundle[] = voices.map((voice, index) => ({
    members: [index],
    sum: addVoice(new Float32Array(voice.vector.length), voice),
    vector: Float32Array.from(voice.vector),
  }));
  for (let near = threshold * FIRST_BUNDLE_SHARE; bundles.length > MOST_BUNDLES; near *= BUNDLE_WIDENING) {
    bundles = joinNear(bundles, voices, near);
  }
  return bundles;
}

function joinNear(bundles: readonly Bundle[], voices: readonly Voice[], near: number): Bundle[] {
  const joined: Bundle[] = [];
  const joinedWith = new Map<number, Bundle>();
  for (const bundle of bundles) {
    const rivals = new Set(
      bundle.members.flatMap((voice) => (voices[voice]?.rivals ?? []).map((rival) => joinedWith.get(rival))),
    );
    let best: Bundle | null = null;
    let least = near;
    for (const candidate of joined) {
      const distance = cosineDistance(candidate.vector, bundle.vector);
      if (distance >= least || rivals.has(candidate)) continue;
      best = candidate;
      least = distance;
    }
    const into = best ?? { ...bundle, members: [...bundle.members] };
    for (const member of bundle.members) joinedWith.set(member, into);
    if (best) {
      best.members.push(...bundle.members);
      const { sum } = bundle;
      best.sum = best.sum.map((value, at) => value + (sum[at] ?? 0));
      best.vector = unitLength(best.sum) ?? best.vector;
    } else joined.push(into);
  }
  return joined;
}

/** Mean of voices weighted by their seconds; null if they cancel out. */
export function meanVector(members: readonly number[], voices: readonly Voice[]): Float32Array | null {
  const sum = new Float32Array(voices[members[0] ?? 0]?.vector.length ?? 0);
  for (const member of members) {
    const voice = voices[member];
    if (voice) addVoice(sum, voice);
  }
  return unitLength(sum);
}

function addVoice(sum: Float32Array, { vector, seconds }: Voice): Float32Array {
  for (let index = 0; index < sum.length; index++)
    sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0) * Math.max(seconds, 0.1);
  return sum;
}
