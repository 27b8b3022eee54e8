import type { Utterance, Word } from '../../contract/transcripts/utterance.ts';
import type { OnTranscript } from '../addon.ts';

/** Words displayed together. */
interface Passage {
  utterance: Utterance;
  words: readonly Word[];
  /** Sort position in seconds. */
  at: number;
  /** The rest of an interrupted utterance, which interrupts nobody itself. */
  isRest: boolean;
}

/**
 * The transcript in reading order (specification §2.8, DisplayModeDTO): where somebody interrupts an utterance, it is
 * split, so that the interruption appears where it was said.
 */
export const onTranscript: OnTranscript<string[]> = ({ utterances }) =>
  inReadingOrder(utterances).map(({ text }) => text);

/** The same as utterances: no word is lost or repeated, and each speaker's words remain in order. */
export function inReadingOrder(utterances: readonly Utterance[]): Utterance[] {
  const waiting: Passage[] = utterances
    .map((utterance) => ({ utterance, words: utterance.words, at: utterance.start, isRest: false }))
    .sort(byPlace);
  const shown: Utterance[] = [];
  for (let passage = waiting.shift(); passage; passage = waiting.shift()) {
    const { words, utterance } = passage;
    const interruption = waiting.find((other) => interrupts(other, passage));
    const begins = interruption?.utterance.start ?? Number.POSITIVE_INFINITY;
    const said = words.filter((word) => word.start < begins);
    const rest = words.slice(said.length);
    shown.push(said.length === words.length ? whole(passage) : part(utterance, said));
    if (!interruption || rest.length === 0) continue;
    waiting.push({ utterance, words: rest, at: interruption.utterance.end, isRest: true });
    waiting.sort(byPlace);
  }
  return shown;
}

const byPlace = (a: Passage, b: Passage) => a.at - b.at || a.utterance.channel - b.utterance.channel;

/** Somebody else starts after the passage's first word and before its last. */
function interrupts(other: Passage, { utterance, words }: Passage): boolean {
  if (other.isRest || isSameVoice(other.utterance, utterance)) return false;
  const first = words[0]?.start ?? Number.POSITIVE_INFINITY;
  const last = words.at(-1)?.start ?? Number.NEGATIVE_INFINITY;
  return other.utterance.start > first && other.utterance.start <= last;
}

const isSameVoice = (a: Utterance, b: Utterance) => a.channel === b.channel && a.speaker === b.speaker;

const whole = ({ utterance, words }: Passage): Utterance =>
  words.length === utterance.words.length ? utterance : part(utterance, words);

function part(utterance: Utterance, words: readonly Word[]): Utterance {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(words.length, 1);
  return {
    ...utterance,
    start: words[0]?.start ?? utterance.start,
    end: words.at(-1)?.end ?? utterance.end,
    confidence: Math.round(confidence * 100) / 100,
    words: [...words],
    text: words
      .map(({ word }) => word)
      .join('')
      .trim(),
  };
}
