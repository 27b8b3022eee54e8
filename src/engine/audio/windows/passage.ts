import type { ChannelFrames, Frame } from '../channels/channel-frames.ts';
import {
  addFrame,
  type ChannelPath,
  emptySums,
  type PathSums,
  pathOf,
  quietWeight,
} from '../channels/channel-path.ts';

/** Frames that are decided on together: a quarter of a second. */
export const SEGMENT_FRAMES = 8;
/** Segments before and after that a path is found from: about a second each. */
export const SEGMENTS_AROUND = 3;

interface SegmentSums {
  /** All frames count by their power. */
  plain: PathSums;
  /** Frames in which the target is quiet count more. */
  quiet: PathSums;
}

/** Paths from the segments before, from those around and from those after. */
export interface Paths {
  plain: ChannelPath[];
  quiet: ChannelPath[];
}

/** How one channel, the reference, comes through in another one, the target, over time. */
export class Passage {
  readonly #reference: ChannelFrames;
  readonly #target: ChannelFrames;
  readonly #sums = new Map<number, SegmentSums>();
  readonly #delayed = new Map<number, Frame>();
  #delay = 0;

  constructor(reference: ChannelFrames, target: ChannelFrames) {
    this.#reference = reference;
    this.#target = target;
  }

  /** Samples by which the target is later. */
  get delay(): number {
    return this.#delay;
  }

  set delay(delay: number) {
    this.#delay = delay;
    this.#sums.clear();
    this.#delayed.clear();
  }

  /** The reference at the time at which the target has it. */
  frame(index: number): Frame {
    if (this.#delay === 0) return this.#reference.at(index);
    const known = this.#delayed.get(index) ?? this.#reference.delayed(index, this.#delay);
    this.#delayed.set(index, known);
    return known;
  }

  paths(segment: number): Paths {
    const sums: SegmentSums[] = [];
    for (let at = segment - SEGMENTS_AROUND; at <= segment + SEGMENTS_AROUND; at++) sums.push(this.#sum(at));
    const of = (kind: keyof SegmentSums) =>
      [sums.slice(0, SEGMENTS_AROUND + 1), sums, sums.slice(SEGMENTS_AROUND)].map((part) =>
        pathOf(part.map((both) => both[kind])),
      );
    return { plain: of('plain'), quiet: of('quiet') };
  }

  forget(beforeSegment: number): void {
    for (const at of this.#sums.keys()) if (at < beforeSegment) this.#sums.delete(at);
    for (const at of this.#delayed.keys()) if (at < beforeSegment * SEGMENT_FRAMES) this.#delayed.delete(at);
  }

  #sum(segment: number): SegmentSums {
    const known = this.#sums.get(segment);
    if (known) return known;
    const sums = { plain: emptySums(), quiet: emptySums() };
    for (let at = 0; at < SEGMENT_FRAMES; at++) {
      const index = segment * SEGMENT_FRAMES + at;
      const reference = this.frame(index);
      const target = this.#target.at(index);
      addFrame(sums.plain, reference, target, 1);
      addFrame(sums.quiet, reference, target, quietWeight(target.power));
    }
    this.#sums.set(segment, sums);
    return sums;
  }
}
