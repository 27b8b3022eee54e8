import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranslatedUtterance } from '../../contract/transcripts/utterance.ts';
import { overlapping } from '../cues/overlapping.ts';
import { makeDocument } from '../make-document.ts';
import { isFiller } from '../words/fillers.ts';
import { spokenText } from './paragraph-translations.ts';
import { translationOf } from './split-translations.ts';

interface Stretch {
  start: number;
  end: number;
}

const overlap = (one: Stretch, other: Stretch) =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/**
 * Whether nothing of an utterance may be shown: a word in it was redacted or struck, or all were deleted. Which words of
 * the translation say it cannot be known, so the whole utterance goes; sounds of hesitation have no translation.
 */
function isHidden(utterance: Stretch, paragraphs: readonly Paragraph[]): boolean {
  let spoken = false;
  for (const { words, language, start, end } of paragraphs) {
    if (overlap({ start, end }, utterance) < 0) continue;
    for (const word of words) {
      if (overlap(word, utterance) <= 0) continue;
      if (word.redacted || (word.struck && !isFiller(word, language))) return true;
      spoken ||= !word.struck;
    }
  }
  return !spoken;
}

/** The paragraph of the same channel at whose time most of an utterance is said; null if there is none. */
export function ownParagraph<Part extends Stretch & { channel: number }>(
  utterance: Stretch & { channel: number },
  near: readonly Part[],
): Part | null {
  let best: Part | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const part of near) {
    const share = overlap(part, utterance);
    if (part.channel !== utterance.channel || share <= most) continue;
    [best, most] = [part, share];
  }
  return best;
}

/**
 * The utterances of a translation as people corrected it, in order of start: stored translations in place of the machine's, and nothing of which
 * the original was taken out.
 */
export function shownUtterances(
  document: Pick<CorrectedTranscript, 'paragraphs' | 'speakers'>,
  utterances: readonly TranslatedUtterance[],
  language: string,
): TranslatedUtterance[] {
  const within = overlapping(document.paragraphs);
  const made = utterances.filter((utterance) => {
    const near = within(utterance);
    const paragraph = ownParagraph(utterance, near);
    if (paragraph && translationOf(paragraph, language)) return false;
    const own = near.filter(({ channel }) => channel === utterance.channel);
    return !isHidden(utterance, own);
  });
  const stored = document.paragraphs.flatMap((paragraph) => storedUtterance(document, paragraph, language));
  return stored.length === 0 ? made : [...made, ...stored].toSorted((a, b) => a.start - b.start);
}

/** The stored translation of a paragraph; nothing once words were taken out of what it translates. */
function storedUtterance(
  { speakers }: Pick<CorrectedTranscript, 'speakers'>,
  paragraph: Paragraph,
  language: string,
): TranslatedUtterance[] {
  const stored = translationOf(paragraph, language);
  if (!stored || stored.words.length === 0) return [];
  const { start, end, channel } = paragraph;
  if (stored.of !== spokenText(paragraph) && isHidden(paragraph, [paragraph])) return [];
  const number = speakers.find(({ id }) => id === paragraph.speaker)?.number;
  return [
    {
      start,
      end,
      confidence: 1,
      channel,
      ...(typeof number === 'number' && { speaker: number }),
      words: stored.words,
      text: stored.words
        .map(({ word }) => word)
        .join('')
        .trim(),
      language: stored.language,
    },
  ];
}

/**
 * A translation as a document with the speakers of the corrected transcript, so that it is exported like the original.
 * The machine's translates what the machine recognised: utterances in which words were struck or redacted are left out, and so are those
 * that were deleted. Paragraphs whose translation somebody corrected have that. Captions set by hand belong to the original and are not taken over.
 *
 * @param utterances of the translation, in order of start
 */
export function translatedDocument(
  document: CorrectedTranscript,
  utterances: readonly TranslatedUtterance[],
  language: string,
): CorrectedTranscript {
  const byId = new Map(document.speakers.map((speaker) => [speaker.id, speaker]));
  const within = overlapping(document.paragraphs);
  const shown = shownUtterances(document, utterances, language).map((utterance): TranslatedUtterance => {
    const speaker = byId.get(ownParagraph(utterance, within(utterance))?.speaker ?? '');
    const { speaker: _, ...unspoken } = utterance;
    return typeof speaker?.number === 'number' ? { ...unspoken, speaker: speaker.number } : unspoken;
  });
  const made = makeDocument(shown, document.duration);
  return {
    ...made,
    speakers: made.speakers.map((speaker) => ({
      ...speaker,
      name:
        document.speakers.find(
          ({ number, channel }) =>
            number === speaker.number &&
            (channel === null || speaker.channel === null || channel === speaker.channel),
        )?.name ?? null,
    })),
    notes: document.notes,
    chapters: document.chapters,
    caption_style: document.caption_style,
  };
}
