import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { WordSpan } from '../../language/entities/found-entity.ts';
import { loadKnownWords, nameKey } from '../../language/entities/names/known-words.ts';
import { splitNameWord } from '../split-name-word.ts';

/** Shorter ones are too often something else. */
const LEAST_LETTERS = 3;

function nameIn(word: string): string {
  const { name, isCapital } = splitNameWord(word);
  return isCapital && name.length >= LEAST_LETTERS ? name.toLowerCase() : '';
}

/** Other occurrences of words of a found name, but for months and the like: "June Carter came in June". */
export async function repeatedNames(
  utterances: readonly Utterance[],
  spans: readonly WordSpan[],
): Promise<WordSpan[]> {
  const { isRareName } = await loadKnownWords();
  const names = new Set<string>();
  const known = new Set<string>();
  for (const { type, utterance, from, to } of spans) {
    for (let index = from; index < to; index++) {
      known.add(`${utterance} ${index}`);
      if (type.startsWith('NAME')) names.add(nameIn(utterances[utterance]?.words[index]?.word ?? ''));
    }
  }
  for (const name of names) if (name === '' || isRareName(nameKey(name))) names.delete(name);
  return utterances.flatMap(({ words }, utterance) =>
    words.flatMap(({ word }, index): WordSpan[] =>
      names.has(nameIn(word)) && !known.has(`${utterance} ${index}`)
        ? [{ type: 'NAME', utterance, from: index, to: index + 1 }]
        : [],
    ),
  );
}
