import type { Utterance } from '../../contract/utterance.ts';
import type { WordSpan } from '../../engine/entities/word-span.ts';
import { clitics } from '../clitics.ts';
import { plainMarks, splitWord } from '../word-parts.ts';

/** Shorter ones are too often something else. */
const LEAST_LETTERS = 3;

/** The name in a word, in lower case; empty where it is none: a name begins with a capital, where its script has any. */
function nameIn(word: string): string {
  const core = plainMarks(splitWord(word).core);
  const { base } = clitics(core.toLowerCase());
  const first = core.slice(clitics(core.toLowerCase()).prefix.length)[0] ?? '';
  return base.length >= LEAST_LETTERS && /\p{Lu}|\p{Lo}/u.test(first) ? base : '';
}

/** Words that were found to be of a person's name once, wherever else they stand: who redacts a name means all of them. */
export function nameEchoes(utterances: readonly Utterance[], spans: readonly WordSpan[]): WordSpan[] {
  const names = new Set<string>();
  for (const { type, utterance, from, to } of spans) {
    if (!type.startsWith('NAME')) continue;
    for (const { word } of utterances[utterance]?.words.slice(from, to) ?? []) names.add(nameIn(word));
  }
  names.delete('');
  if (names.size === 0) return [];
  const known = new Set(
    spans.flatMap(({ utterance, from, to }) =>
      Array.from({ length: to - from }, (_, index) => `${utterance} ${from + index}`),
    ),
  );
  return utterances.flatMap(({ words }, utterance) =>
    words.flatMap(({ word }, index): WordSpan[] =>
      names.has(nameIn(word)) && !known.has(`${utterance} ${index}`)
        ? [{ type: 'NAME', utterance, from: index, to: index + 1 }]
        : [],
    ),
  );
}
