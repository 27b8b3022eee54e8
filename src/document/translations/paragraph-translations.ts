import type {
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
  ParagraphTranslation,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { TranslatedUtterance, Word } from '../../contract/transcripts/utterance.ts';
import { type Change, changeParagraphs } from '../edits/change.ts';
import { wordsForText } from '../edits/edit-text.ts';
import { isFiller } from '../words/fillers.ts';
import { translationOf } from './split-translations.ts';

/** What a paragraph says, without what was struck or redacted. */
export const spokenText = ({ words }: Pick<Paragraph, 'words'>): string =>
  words
    .flatMap(({ word, struck, redacted }) => (struck || redacted ? [] : word))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/**
 * Stores the translation of a paragraph as it is now; null if there is no such paragraph.
 *
 * @param id of the paragraph
 * @param before the translation so far, whose words give their times; null spreads the words over the paragraph
 */
export function setTranslation(
  document: CorrectedTranscript,
  id: string,
  language: ParagraphTranslation['language'],
  { text, before }: { text: string; before: TranslatedUtterance | null },
): Change | null {
  return changeParagraphs(document, (paragraph) => {
    if (paragraph.id !== id) return paragraph;
    const { start, end } = before ?? paragraph;
    const base: Paragraph = { ...paragraph, language, start, end, words: before?.words ?? [] };
    const words = wordsForText(base, text.trim()).map(
      ({ word, start: from, end: to, confidence }): Word => ({
        word,
        start: from,
        // Words of a translation go back and forth in time.
        end: Math.max(from, to),
        confidence,
      }),
    );
    const others = (paragraph.translations ?? []).filter((one) => one.language !== language);
    return { ...paragraph, translations: [...others, { language, of: spokenText(paragraph), words }] };
  });
}

const stamp = (channel: number, { word, start, end }: Word) => `${channel} ${start} ${end} ${word.trim()}`;

const stampsOf = ({ paragraphs }: CorrectedTranscript) =>
  new Set(paragraphs.flatMap(({ words, channel }) => words.map((word) => stamp(channel, word))));

/**
 * Ids of the paragraphs that say something else than what was translated: for a stored translation the text that it was made of, for the
 * machine's its own transcript. Struck sounds of hesitation do not count.
 *
 * @param machine the transcript as nobody has corrected it
 */
export function oldTranslations(
  document: CorrectedTranscript,
  machine: CorrectedTranscript,
  language: string,
): Set<string> {
  const written = stampsOf(machine);
  const kept = stampsOf(document);
  const isAnother = (word: CorrectedWord, { channel, language: own }: Paragraph) =>
    word.redacted || (word.struck && !isFiller(word, own)) || !written.has(stamp(channel, word));
  const isOld = (paragraph: Paragraph) => {
    const stored = translationOf(paragraph, language);
    if (stored) return stored.of !== spokenText(paragraph);
    return paragraph.words.some((word) => isAnother(word, paragraph));
  };
  const old = new Set(document.paragraphs.filter(isOld).map(({ id }) => id));
  for (const { words, channel } of machine.paragraphs) {
    for (const word of words) {
      if (kept.has(stamp(channel, word))) continue;
      const near = nearest(document.paragraphs, channel, word.start);
      if (near && !translationOf(near, language)) old.add(near.id);
    }
  }
  return old;
}

/** The paragraph of a channel that is said at a time, or nearest to it. */
function nearest(paragraphs: readonly Paragraph[], channel: number, time: number): Paragraph | null {
  let best: Paragraph | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const paragraph of paragraphs) {
    const distance = Math.max(paragraph.start - time, time - paragraph.end, 0);
    if (paragraph.channel !== channel || distance >= least) continue;
    [best, least] = [paragraph, distance];
  }
  return best;
}
