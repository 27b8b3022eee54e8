import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { cuePhrases, wordClass } from '../../cues/cues.ts';
import type { WordSpan } from '../found-entity.ts';
import { type KnownWords, loadKnownWords } from './known-words.ts';
import { type NameToken, nameTokens } from './name-tokens.ts';

/** A part of a name: the words that are given by the parents, or handed down. */
type Part = 'NAME_GIVEN' | 'NAME_FAMILY';

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
    const tokens = nameTokens(utterance);
    const parts = partsOf(tokens, span, utterance.language, known);
    return parts.length > 0 ? parts : [span];
  });
}

function partsOf(
  tokens: readonly NameToken[],
  span: WordSpan,
  language: string,
  known: KnownWords,
): WordSpan[] {
  const titles = cuePhrases(language, 'title', { strength: 'sure' });
  const isTitle = (at: number) => titles.includes(tokens[at]?.whole ?? '');
  let { from } = span;
  while (from < span.to && isTitle(from)) from += 1;
  const keys = tokens.slice(from, span.to).map(({ key }) => key);
  const part = (type: Part, first: number, last: number): WordSpan[] =>
    first < last ? [{ ...span, type, from: from + first, to: from + last }] : [];
  const [first = ''] = keys;
  if (keys.length === 1) {
    const isFamily = known.isFamily(first) && !known.isGiven(first);
    if (isFamily || isTitle(from - 1)) return part('NAME_FAMILY', 0, 1);
    return known.isGiven(first) && !known.isFamily(first) ? part('NAME_GIVEN', 0, 1) : [];
  }
  const last = keys.at(-1) ?? '';
  const familyFirst =
    known.isFamily(first) && !known.isGiven(first) && !known.isFamily(last) && known.isGiven(last);
  if (familyFirst) return [...part('NAME_FAMILY', 0, 1), ...part('NAME_GIVEN', 1, keys.length)];
  let cut = keys.length - 1;
  while (cut > 1 && wordClass('particle').has(keys[cut - 1] ?? '')) cut -= 1;
  return [...part('NAME_GIVEN', 0, cut), ...part('NAME_FAMILY', cut, keys.length)];
}
