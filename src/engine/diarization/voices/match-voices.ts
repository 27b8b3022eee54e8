import { cosineDistance } from './voice-vectors.ts';

/**
 * The known voice that each found speaker is: the nearest one, where it is near enough. Two speakers can be one known voice, because
 * grouping sometimes splits a person in two.
 *
 * @param found of unit length; null for a speaker who never spoke for long enough
 * @param known the same; null for a sample without a voice
 * @param threshold cosine distance above which two voices are two people; a property of the embedding model
 * @returns an index into `known` for each speaker; null for somebody else
 */
export const matchVoices = (
  found: readonly (Float32Array | null)[],
  known: readonly (Float32Array | null)[],
  threshold: number,
): (number | null)[] =>
  found.map((voice) => {
    const distance = (at: number) => {
      const other = known[at];
      return voice && other ? cosineDistance(voice, other) : Number.POSITIVE_INFINITY;
    };
    const [nearest] = [...known.keys()].toSorted((a, b) => distance(a) - distance(b));
    return nearest !== undefined && distance(nearest) <= threshold ? nearest : null;
  });
