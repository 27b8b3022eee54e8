type Granularity = 'word' | 'sentence' | 'grapheme';

const segmenters = new Map<string, Intl.Segmenter>();

/** A language's Unicode rules for words or sentences (UAX 29), cached: creating them takes far longer than using them. */
export function segmenterOf(language: string | undefined, granularity: Granularity): Intl.Segmenter {
  const key = `${granularity} ${language ?? ''}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(language, { granularity });
  segmenters.set(key, segmenter);
  return segmenter;
}

/** Longest text that is segmented at once: with each segment, older versions of V8 copy the text that it is from. */
const WINDOW = 2_000;
/** How far before the end of such a piece of a text a border may be another one than in the whole text. */
const UNSURE = 500;

/** The segments of a text of any length. */
export function* segmentsOf(
  text: string,
  language: string | undefined,
  granularity: Granularity,
): Generator<{ segment: string; index: number; isWordLike: boolean }> {
  const segmenter = segmenterOf(language, granularity);
  let size = WINDOW;
  for (let from = 0; from < text.length; ) {
    const end = from + size < text.length ? from + size - UNSURE : text.length;
    let next = from;
    for (const { segment, index, isWordLike = false } of segmenter.segment(text.slice(from, from + size))) {
      if (from + index + segment.length > end) break;
      next = from + index + segment.length;
      yield { segment, index: from + index, isWordLike };
    }
    // A segment may be longer than the piece.
    size = next === from ? 2 * size : WINDOW;
    from = next;
  }
}
