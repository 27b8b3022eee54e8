import type { Utterance } from '../../src/contract/transcripts/utterance.ts';

interface Manner extends Partial<Pick<Utterance, 'start' | 'channel' | 'speaker' | 'language'>> {
  /** Seconds per letter; a full-width character takes twice as long. */
  pace?: number;
}

const FULL_WIDTH = /[\u3040-\u30ff\u4e00-\u9fff]/;

/**
 * An utterance as a recogniser would produce it: words with a leading space, single characters in unspaced scripts; a
 * short pause after a comma, a longer one after a sentence.
 */
export function spokenUtterance(
  text: string,
  { start = 0, channel = 0, speaker, language = 'en', pace = 0.065 }: Manner = {},
): Utterance {
  let at = start;
  const parts = FULL_WIDTH.test(text)
    ? [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment)
    : text.split(/(?=\s)/);
  const words = parts.map((word) => {
    const from = at;
    at += [...word].length * pace * (FULL_WIDTH.test(word) ? 2 : 1);
    const to = at - pace / 4;
    if (/[,、，،:;]$/.test(word)) at += 0.15;
    if (/[.?!。？！]$/.test(word)) at += 0.4;
    return {
      word,
      start: Math.round(from * 1000) / 1000,
      end: Math.round(to * 1000) / 1000,
      confidence: 0.9,
    };
  });
  return {
    start: words[0]?.start ?? start,
    end: words.at(-1)?.end ?? start,
    confidence: 0.9,
    channel,
    ...(speaker !== undefined && { speaker }),
    language,
    words,
    text: text.trim(),
  };
}
