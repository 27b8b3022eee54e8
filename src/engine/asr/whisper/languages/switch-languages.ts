import type { TimeSpan } from '../../../alignment/speech-bounds.ts';
import type { RecognisedSegment, RecognisedWord } from '../../asr-engine.ts';
import type { AudioText } from '../transcribe-audio.ts';
import type { OtherLanguage } from './other-languages.ts';

/** Voice activity is late for soft beginnings, seconds. */
const MARGIN_SECONDS = 0.25;

/** The text with its stretches in other languages as `transcribe` writes them; null from it keeps the words there. */
export async function switchLanguages(
  text: AudioText,
  transcribe: (other: OtherLanguage, span: TimeSpan, index: number) => Promise<AudioText | null>,
): Promise<{ segments: RecognisedSegment[]; unheard: TimeSpan[] }> {
  const segments: RecognisedSegment[] = [];
  const unheard = [...text.unheard];
  let rest = text.words;
  const push = (language: string, languageConfidence: number, words: RecognisedWord[]) => {
    if (words.length > 0) segments.push({ language, languageConfidence, words });
  };
  const middle = ({ start, end }: RecognisedWord) => (start + end) / 2;
  for (const [index, other] of text.others.entries()) {
    const span = { start: Math.max(other.start - MARGIN_SECONDS, 0), end: other.end + MARGIN_SECONDS };
    push(
      text.detected.language,
      text.detected.confidence,
      rest.filter((word) => middle(word) < span.start),
    );
    rest = rest.filter((word) => middle(word) > span.end);
    const own = await transcribe(other, span, index);
    push(other.language, other.confidence, own?.words ?? []);
    unheard.push(...(own?.unheard ?? []));
  }
  push(text.detected.language, text.detected.confidence, rest);
  return { segments, unheard };
}
