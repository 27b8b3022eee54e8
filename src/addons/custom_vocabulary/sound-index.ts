import { soundWeight } from '../../engine/sounds/sound-distance.ts';
import classes from './sound-classes.json' with { type: 'json' };
import type { VocabularyTerm } from './vocabulary-entries.ts';

/** Groups of easily confused consonants. Vowels, `h`, `j` and `w` are unstable and omitted. */
const CLASSES: Readonly<Record<string, string>> = classes;

function skeleton(sounds: string): string {
  let bones = '';
  for (const sound of sounds) {
    const bone = /\d/.test(sound) ? sound : (CLASSES[sound] ?? '');
    if (bone !== '' && bone !== bones.at(-1)) bones += bone;
  }
  return bones;
}

/** Maximum number of deleted sounds. */
const MOST_DELETIONS = 2;

/** A skeleton and its variants with some sounds deleted: one from length three on, two from six on. */
function traces(bones: string): Set<string> {
  const deletions = bones.length >= 6 ? MOST_DELETIONS : bones.length >= 3 ? 1 : 0;
  const found = new Set([bones]);
  let last = found;
  for (let step = 0; step < deletions; step++) {
    const next = new Set<string>();
    for (const trace of last) {
      for (let place = 0; place < trace.length; place++) {
        next.add(trace.slice(0, place) + trace.slice(place + 1));
      }
    }
    for (const trace of next) found.add(trace);
    last = next;
  }
  return found;
}

/** One pronunciation of one term. */
export interface TermSound {
  term: VocabularyTerm;
  sounds: string;
  /** Number of words. */
  words: number;
  /** See `soundWeight`. */
  weight: number;
}

/**
 * Finds terms by sound without comparing all: consonant skeletons must match with up to two sounds deleted on both
 * sides (symmetric deletion, Garbe 2012).
 */
export class SoundIndex {
  private readonly byTrace = new Map<string, TermSound[]>();
  private readonly bySkeleton = new Map<string, readonly TermSound[]>();
  /** Length of the longest term, in sounds. */
  readonly longest: number;
  private readonly longestSkeleton: number;

  constructor(terms: readonly VocabularyTerm[]) {
    let longest = 0;
    let longestSkeleton = 0;
    for (const term of terms) {
      for (const { sounds, words } of term.ways) {
        longest = Math.max(longest, sounds.length);
        const way = { term, sounds, words, weight: soundWeight(sounds) };
        const bones = skeleton(sounds);
        longestSkeleton = Math.max(longestSkeleton, bones.length);
        for (const trace of traces(bones)) {
          const bucket = this.byTrace.get(trace);
          if (bucket) bucket.push(way);
          else this.byTrace.set(trace, [way]);
        }
      }
    }
    this.longest = longest;
    this.longestSkeleton = longestSkeleton;
  }

  /** Terms near some sounds, each pronunciation once. */
  near(sounds: string): readonly TermSound[] {
    const bones = skeleton(sounds);
    if (bones.length > this.longestSkeleton + MOST_DELETIONS) return [];
    const known = this.bySkeleton.get(bones);
    if (known) return known;
    const found = new Set<TermSound>();
    for (const trace of traces(bones)) {
      for (const candidate of this.byTrace.get(trace) ?? []) found.add(candidate);
    }
    const near = [...found];
    this.bySkeleton.set(bones, near);
    return near;
  }
}
