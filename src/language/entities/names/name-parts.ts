import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import type { WordSpan } from '../found-entity.ts';
import { loadKnownWords } from './known-words.ts';
import { findWords, isAt } from './name-places.ts';
import { readNames } from './name-reading.ts';

const PARTS = { NAME_GIVEN: 'given name', NAME_FAMILY: 'family name' } as const;

/**
 * Given and family names of people, where they can be distinguished: by their order, by the lists, and by a title before them.
 * Other spans keep their type.
 */
export async function nameParts(
  utterances: readonly Utterance[],
  spans: readonly WordSpan[],
): Promise<WordSpan[]> {
  const known = await loadKnownWords();
  return spans.flatMap((span): WordSpan[] => {
    const utterance = utterances[span.utterance];
    if (!utterance || !/^NAME(?:_MEDICAL_PROFESSIONAL)?$/.test(span.type)) return [span];
    const { language } = utterance;
    const wordsFrom = (from: number) => ({ words: utterance.words.slice(from, span.to) });
    const before = Math.max(span.from - 1, 0);
    const isTitled = isAt(readNames(wordsFrom(before), language, known), span.from - before, 'behind title');
    const first = isTitled ? before : span.from;
    const reading = readNames(wordsFrom(first), language, known);
    const parts = (['NAME_GIVEN', 'NAME_FAMILY'] as const).flatMap((type) =>
      findWords(reading, PARTS[type]).map(({ from, to }) => ({
        ...span,
        type,
        from: first + from,
        to: first + to,
      })),
    );
    return parts.length > 0 ? parts.sort((a, b) => a.from - b.from) : [span];
  });
}
