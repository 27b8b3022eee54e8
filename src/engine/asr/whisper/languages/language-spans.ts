import type { WindowPiece } from '../../../audio/windows/speech-window.ts';
import type { DetectedLanguage } from './detect-language.ts';

/** A piece of a window and the language detected in it. */
export interface PieceLanguage {
  piece: WindowPiece;
  detected: DetectedLanguage;
}

/** Neighbouring pieces in one language. */
export interface LanguageSpan {
  pieces: WindowPiece[];
  language: string;
  /** Mean over the pieces, weighted by duration. */
  confidence: number;
}

/** A piece shorter than this is too short for a reliable language, seconds. */
const SHORT_SECONDS = 1;

/** Lower confidences are a guess. */
const UNSURE = 0.6;

/** Joins neighbouring pieces in the same language. A short piece of uncertain language joins the pieces before it. */
export function languageSpans(pieces: readonly PieceLanguage[]): LanguageSpan[] {
  const spans: LanguageSpan[] = [];
  let seconds = 0;
  for (const { piece, detected } of pieces) {
    const last = spans.at(-1);
    const unsure = piece.duration < SHORT_SECONDS && detected.confidence < UNSURE;
    if (last && (detected.language === last.language || unsure)) {
      if (!unsure) {
        const weighed = last.confidence * seconds + detected.confidence * piece.duration;
        seconds += piece.duration;
        last.confidence = weighed / seconds;
      }
      last.pieces.push(piece);
    } else {
      spans.push({ pieces: [piece], language: detected.language, confidence: detected.confidence });
      seconds = piece.duration;
    }
  }
  return spans;
}
