import { msg } from '../../lib/errors/msg.ts';
import { damaged } from '../media-errors.ts';

/** Samples of a track that is sorted by presentation time. */
const MAX_SORTED_SAMPLES = 4_000_000;

export const impossible = (what: string) =>
  damaged(msg`The file is damaged: its index contradicts its size (${what}).`);

/** A track of which one coding follows another; mediabunny reads all samples by one of them. */
export interface RecodedTrack {
  /** Its place among the audio tracks of the file, from 1. */
  number: number;
  /** Where its table of sample entries is in the file: the count, and each entry. */
  countAt: number;
  entries: readonly ByteRange[];
  /** In order: the index of the entry, and what comes first. */
  parts: readonly TrackPart[];
}

export interface TrackPart {
  entry: number;
  /** Numbers from 0. */
  firstSample: number;
  firstChunk: number;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** What a track's tables contain together. */
export interface TrackTables {
  handler: 'soun' | 'vide' | null;
  sizes: number;
  /** 0 if unknown. */
  id: number;
  chunks: number;
  /** Runs of chunks: the number of the first one, from 1, and the samples in each. */
  runs: { firstChunk: number; samples: number; description: number }[];
  timedSamples: number;
  isSorted: boolean;
  /** What decoders need of its samples, and where it is in the file; empty if it is stated only once. */
  descriptions: ({ coding: string } & ByteRange)[];
  countAt: number;
}

export interface FragmentDefaults {
  sampleBytes: number;
  /** Number of the sample entry, from 1. */
  description: number;
}

/** Boxes other than containers and plain tables that are checked. */
export const OTHERS = new Set('hdlr tkhd stsd stsz stz2 elst dfLa trex tfhd trun'.split(' '));
export const CHANGING = 'The coding changes inside a track of this MP4, and such';
export const emptyTrack = (): TrackTables => ({
  handler: null,
  sizes: 0,
  id: 0,
  chunks: 0,
  runs: [],
  timedSamples: 0,
  isSorted: false,
  descriptions: [],
  countAt: 0,
});
export function checkTrack({ sizes, chunks, runs, timedSamples, isSorted }: TrackTables): void {
  if (isSorted && timedSamples > MAX_SORTED_SAMPLES) throw impossible('too many samples');
  let previous = 0;
  for (const { firstChunk, samples } of runs) {
    if (firstChunk <= previous || firstChunk > Math.max(1, chunks)) {
      throw impossible('the order of its chunks is wrong');
    }
    // The position of a sample is the sum of those before it in its chunk; if all are equal, a product.
    if (sizes > 1 && samples > sizes) {
      throw impossible(`a chunk of ${samples} samples, where there are ${sizes}`);
    }
    previous = firstChunk;
  }
}
