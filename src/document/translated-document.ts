import type { EditedTranscript, Paragraph } from '../contract/transcripts/edited-transcript.ts';
import type { TranslatedUtterance } from '../contract/transcripts/utterance.ts';
import { isFiller } from './fillers.ts';
import { makeDocument } from './make-document.ts';
import { overlapping } from './overlapping.ts';

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

/** The utterances of a translation of which the corrected transcript still has the words. */
export function shownUtterances(
  document: Pick<EditedTranscript, 'paragraphs'>,
  utterances: readonly TranslatedUtterance[],
): TranslatedUtterance[] {
  const within = overlapping(document.paragraphs);
  return utterances.filter((utterance) => {
    const own = within(utterance).filter(({ channel }) => channel === utterance.channel);
    return !isHidden(utterance, own);
  });
}

/**
 * A translation as a document with the speakers of the corrected transcript, so that it is exported like the original.
 * It translates what the machine heard: utterances in which words were struck or redacted are left out, and so are those
 * that were deleted. Captions set by hand belong to the original and are not taken over.
 *
 * @param utterances of the translation, in order of start
 */
export function translatedDocument(
  document: EditedTranscript,
  utterances: readonly TranslatedUtterance[],
): EditedTranscript {
  const byId = new Map(document.speakers.map((speaker) => [speaker.id, speaker]));
  const within = overlapping(document.paragraphs);
  const shown = shownUtterances(document, utterances).map((utterance): TranslatedUtterance => {
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
