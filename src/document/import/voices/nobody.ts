import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';

/** Who speaks where a file has a field for it that is empty. */
export const NOBODY = '';

/** Passages of a format with a field for who speaks in each of them: where others have it, an empty one is nobody. */
export const withNobody = (passages: readonly ImportedPassage[]): ImportedPassage[] =>
  passages.some(({ voice }) => voice !== null)
    ? passages.map((passage) => ({ ...passage, voice: passage.voice ?? NOBODY }))
    : [...passages];
