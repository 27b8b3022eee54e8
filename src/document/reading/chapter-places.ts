import type { Chapter } from '../../contract/transcripts/corrected-transcript.ts';

const NONE: ReadonlyMap<number, readonly Chapter[]> = new Map();

/** The chapters that begin before each paragraph, by its index: before the first that ends after their start, as in exports. */
export function chapterPlaces(
  chapters: readonly Chapter[],
  paragraphs: readonly { end: number }[],
): ReadonlyMap<number, readonly Chapter[]> {
  if (chapters.length === 0) return NONE;
  const places = new Map<number, Chapter[]>();
  for (const chapter of chapters) {
    const index = paragraphs.findIndex(({ end }) => end > chapter.start);
    const place = index < 0 ? paragraphs.length - 1 : index;
    places.set(place, [...(places.get(place) ?? []), chapter]);
  }
  return places;
}
