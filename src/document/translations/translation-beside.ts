import type { TranslatedUtterance, Word } from '../../contract/transcripts/utterance.ts';
import { utteranceWords } from '../../engine/transcript/utterance-words.ts';
import { overlapping } from '../cues/overlapping.ts';
import { spaced } from '../make-document.ts';
import { ownParagraph } from './translated-document.ts';

/**
 * The translation of each paragraph, in their order: utterances that are said at its time for the most part, as one. Null where there
 * are none. Words keep their times, in the order of their own language.
 */
export function translationBeside(
  paragraphs: readonly TranslatedUtterance[],
  utterances: readonly TranslatedUtterance[],
): (TranslatedUtterance | null)[] {
  const within = overlapping(paragraphs);
  const own = new Map<TranslatedUtterance, TranslatedUtterance[]>();
  for (const utterance of utterances) {
    const paragraph = ownParagraph(utterance, within(utterance));
    if (!paragraph) continue;
    const before = own.get(paragraph);
    if (before) before.push(utterance);
    else own.set(paragraph, [utterance]);
  }
  return paragraphs.map((paragraph) => joined(own.get(paragraph) ?? []));
}

function joined(utterances: readonly TranslatedUtterance[]): TranslatedUtterance | null {
  const [first] = utterances;
  if (!first) return null;
  const words = utterances.flatMap((utterance): Word[] => {
    const own = utteranceWords(utterance).filter(({ word }) => word.trim() !== '');
    return own.map((word, index) => ({ ...word, word: spaced(word.word, index === 0, own) }));
  });
  return {
    ...first,
    end: utterances.reduce((latest, { end }) => Math.max(latest, end), first.end),
    words,
    text: words
      .map(({ word }) => word)
      .join('')
      .trim(),
  };
}
