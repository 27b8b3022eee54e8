/** What begins before each paragraph, by its index: before the first that ends after its start, as chapters do in exports. */
export function chapterPlaces<One extends { start: number }>(
  chapters: readonly One[],
  paragraphs: readonly { end: number }[],
): ReadonlyMap<number, readonly One[]> {
  const places = new Map<number, One[]>();
  for (const chapter of chapters) {
    const index = paragraphs.findIndex(({ end }) => end > chapter.start);
    const place = index < 0 ? paragraphs.length - 1 : index;
    places.set(place, [...(places.get(place) ?? []), chapter]);
  }
  return places;
}
