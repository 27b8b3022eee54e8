import type { LiveContent } from '../../contract/live/live-message.ts';
import { transcriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Utterance, Word } from '../../contract/transcripts/utterance.ts';
import type { LiveText } from '../../engine/asr/live-recogniser.ts';

type Transcript = Extract<LiveContent, { type: 'transcript' }>;

const twoDigits = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
const millis = (value: number) => Math.round(Math.max(0, value) * 1000) / 1000;

/** Where a recogniser's texts are in the session: a session that goes on in another page has texts already. */
export interface TextPlace {
  /** Seconds of the session at which its sound begins. */
  time: number;
  /** Number of its first utterance in each channel. */
  utterance: number;
  /** The language of words whose language is unknown. */
  language: string | null;
}

/** A live text as the wire has it; null if it has no words. */
export function transcriptOf(text: LiveText, channel: number, place: TextPlace): Transcript | null {
  const all = [...text.settled, ...text.unsettled];
  const [first] = all;
  if (!first) return null;
  const words: Word[] = all.map(({ word, start, end, confidence }) => ({
    word,
    start: millis(start + place.time),
    end: millis(Math.max(start, end) + place.time),
    confidence: twoDigits(confidence),
  }));
  const joined = words.map(({ word }) => word).join('');
  const utterance: Utterance = {
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    confidence: twoDigits(words.reduce((sum, word) => sum + word.confidence, 0) / words.length),
    channel,
    words,
    // As on the wire of other services: it begins with a space.
    text: ` ${joined.trim()}`,
    language: transcriptionLanguageCode.catch('en').parse(text.language || place.language),
  };
  const number = String(text.utterance + place.utterance).padStart(8, '0');
  return {
    type: 'transcript',
    data: {
      id: `${String(channel).padStart(2, '0')}_${number}`,
      is_final: text.isFinal,
      utterance: text.isFinal ? utterance : { ...utterance, settled_words: text.settled.length },
    },
  };
}
