import type { CorrectedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import { applyChange, type Change } from '../../src/document/edits/change.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { paragraphText } from '../../src/document/paragraphs.ts';

interface Said {
  text: string;
  /** Seconds; each word lasts 0.4 s, with 0.1 s before the next. */
  at: number;
  speaker?: number;
  channel?: number;
  language?: Utterance['language'];
}

/** An utterance as the machine gives it. */
export function said({ text, at, speaker, channel = 0, language = 'en' }: Said): Utterance {
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: Math.round((at + index * 0.5) * 1000) / 1000,
    end: Math.round((at + index * 0.5 + 0.4) * 1000) / 1000,
    confidence: 0.9,
  }));
  return {
    start: at,
    end: words.at(-1)?.end ?? at,
    confidence: 0.9,
    channel,
    ...(speaker !== undefined && { speaker }),
    words,
    text,
    language,
  };
}

export const documentOf = (...all: Said[]): CorrectedTranscript => makeDocument(all.map(said), 3600);

/** The text of every paragraph. */
export const textsOf = ({ paragraphs }: CorrectedTranscript): string[] => paragraphs.map(paragraphText);

/** A document after changes, made one after the other; null changes nothing. */
export const changed = (
  document: CorrectedTranscript,
  ...changes: readonly ((from: CorrectedTranscript) => Change | null)[]
): CorrectedTranscript =>
  changes.reduce((before, make) => {
    const change = make(before);
    return change ? applyChange(before, change).document : before;
  }, document);
