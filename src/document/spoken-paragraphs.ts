import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import type { NamedUtterance, Word } from '../contract/transcripts/utterance.ts';
import { nameOf } from './speakers.ts';

/** A paragraph as exports have it: an utterance, with what was struck or redacted left out. */
export interface SpokenParagraph extends NamedUtterance {
  /** Id of the paragraph, which remains over edits. */
  id: string;
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** A word without marks, in the shape of the API; double spaces are one. */
const toWord = ({ word, start, end, confidence }: Word): Word => ({
  word: word.replaceAll(/\s+/gu, ' '),
  start,
  end,
  confidence,
});

/**
 * The document as every export sees it: paragraphs in order, without struck and redacted words, and without paragraphs
 * that have no others. All exports are made from this alone.
 *
 * @param names whether speakers have `speaker_name`: as people call them, or "Speaker 1"
 */
export function spokenParagraphs(
  { paragraphs, speakers }: Pick<CorrectedTranscript, 'paragraphs' | 'speakers'>,
  { names = false }: { names?: boolean } = {},
): SpokenParagraph[] {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  return paragraphs.flatMap((paragraph): SpokenParagraph[] => {
    const words = paragraph.words.filter(({ struck, redacted }) => !struck && !redacted).map(toWord);
    const first = words[0];
    if (!first) return [];
    const speaker = paragraph.speaker === null ? undefined : byId.get(paragraph.speaker);
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
    return [
      {
        id: paragraph.id,
        start: first.start,
        end: words.reduce((latest, { end }) => Math.max(latest, end), first.end),
        confidence: twoDecimals(confidence),
        channel: speaker?.channel ?? paragraph.channel,
        ...(typeof speaker?.number === 'number' && { speaker: speaker.number }),
        ...(names && speaker && { speaker_name: nameOf(speaker) }),
        words,
        text: words
          .map(({ word }) => word)
          .join('')
          .trim(),
        language: paragraph.language,
      },
    ];
  });
}
