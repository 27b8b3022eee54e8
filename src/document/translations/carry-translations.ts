import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { joinedTranslations } from './split-translations.ts';

/** Seconds in which both are said; below zero, those between them. */
const overlap = (one: Paragraph, other: Paragraph) =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/**
 * New paragraphs with the stored translations of older ones, each at the paragraph of its channel that is said at its time for the most part,
 * or nearest to it. Where the text is another one, the translation counts as old.
 */
export function carryTranslations(before: readonly Paragraph[], next: readonly Paragraph[]): Paragraph[] {
  const carried = new Map<Paragraph, Pick<Paragraph, 'translations'>>();
  for (const old of before) {
    if (!old.translations?.length) continue;
    const same = next.filter(({ channel }) => channel === old.channel);
    const [first, ...others] = same.length > 0 ? same : next;
    if (!first) continue;
    const place = others.reduce((best, one) => (overlap(one, old) > overlap(best, old) ? one : best), first);
    carried.set(place, joinedTranslations({ ...place, ...carried.get(place) }, old));
  }
  return next.map((paragraph) => ({ ...paragraph, ...carried.get(paragraph) }));
}
