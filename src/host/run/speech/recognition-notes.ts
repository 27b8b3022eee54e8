import type { RecognitionFallback, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { SURE_OF_LANGUAGE } from './language-choice.ts';

/** Gaps of a recognition. */
export interface RecognitionNotes {
  /** For people. */
  notes: Message[];
  /** For `post_session_metadata`. */
  session: Record<string, unknown>;
}

/** Stretches this close together are reported as one, seconds. */
const JOINED_SECONDS = 1;

/** Stretches named in the sentence; all are in the metadata. */
const MOST_NAMED = 5;

const FALLBACK_NOTES: Record<RecognitionFallback, Message> = {
  'whole-window': msg`The model's encoder always needs 30 s of sound, so that short recordings and pauses took longer than necessary.`,
  'beam-failed': msg`The model could not follow several hypotheses at a time, perhaps for lack of memory: parts were recognised as with the quality "fast".`,
  'no-beam': msg`The quality "careful" changed nothing: the model has only one way to recognise speech.`,
  'copied-cache': msg`This version of the speech runtime keeps nothing between two steps, so that recognition took longer than necessary.`,
};

/** So many words whose mean confidence is lower are mostly wrong, however fluent they are (docs/journal.md). */
const LOW_CONFIDENCE = 0.7;
const LEAST_WORDS = 5;

const LOW_CONFIDENCE_NOTE = msg`Low confidence throughout: much of the text may be wrong. Echo or distortion can be the reason.`;

const UNCHANGED_NOTE = msg`The second recogniser changed nothing: the text is that of the first one alone.`;

/** 75.4 → `1:15`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/**
 * Gaps of a recognition: speech without words, stretches in another language, and slower ways that were needed.
 *
 * @param asked languages of the request; empty if it left them to detection
 */
export function recognitionNotes(
  windows: readonly WindowTranscript[],
  asked: readonly string[] = [],
): RecognitionNotes {
  const unheard = joined(
    windows.flatMap(({ channel, unheard: spans = [] }) =>
      spans.map(({ start, end }) => ({ channel, start, end })),
    ),
    () => true,
  );
  const others = joined(
    windows.flatMap(({ channel, otherLanguages: spans = [] }) => spans.map((span) => ({ channel, ...span }))),
    (a, b) => a.language === b.language && a.switched === b.switched,
  );
  const { words, confidence } = meanConfidence(windows);
  const isDoubtful = words.length >= LEAST_WORDS && confidence < LOW_CONFIDENCE;
  const heardWhole = windows.reduce((sum, window) => sum + (window.heardWhole ?? 0), 0);
  const votes = windows.flatMap(({ changedByVote }) => changedByVote ?? []);
  const changed = votes.filter((isChanged) => isChanged).length;
  const fallbacks = [...new Set(windows.flatMap((window) => window.fallbacks ?? []))];
  const foundBy = windows.find(({ languageFoundBy }) => languageFoundBy)?.languageFoundBy;
  const wrong = others.filter(({ switched }) => !switched);
  const unsure = unsureLanguage(windows);
  return {
    notes: [
      ...(unsure ? [unsureNote(unsure)] : []),
      ...[...new Set(wrong.map(({ language }) => language))].map((language) =>
        languageNote(
          language,
          wrong.filter((span) => span.language === language),
          asked,
        ),
      ),
      ...(unheard.length > 0
        ? [msg`Somebody seems to speak ${named(unheard)}, but no words were recognised there.`]
        : []),
      ...(isDoubtful ? [LOW_CONFIDENCE_NOTE] : []),
      ...(votes.length > 0 && changed === 0 ? [UNCHANGED_NOTE] : []),
      ...fallbacks.map((fallback) => FALLBACK_NOTES[fallback]),
    ],
    session: {
      ...(unsure && { unsure_language: unsure }),
      ...(foundBy && { language_found_by: foundBy }),
      ...(unheard.length > 0 && { unheard }),
      ...(others.length > 0 && { other_languages: others }),
      ...(isDoubtful && { low_confidence: Math.round(confidence * 100) / 100 }),
      ...(heardWhole > 0 && { heard_whole: heardWhole }),
      ...(votes.length > 0 && { changed_by_vote: changed }),
      ...(fallbacks.length > 0 && { fallbacks }),
    },
  };
}

/** All words, and the mean of their confidence; NaN without words. */
export function meanConfidence(windows: readonly WindowTranscript[]) {
  const words = windows.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  return { words, confidence: words.reduce((sum, word) => sum + word.confidence, 0) / words.length };
}

/** The language of the text, if none of it is sure of its language. */
function unsureLanguage(windows: readonly WindowTranscript[]): string | null {
  const written = windows.flatMap(({ segments }) => segments).filter(({ words }) => words.length > 0);
  const isUnsure = written.every(({ languageConfidence: sure }) => sure > 0 && sure < SURE_OF_LANGUAGE);
  return isUnsure ? (written[0]?.language ?? null) : null;
}

const unsureNote = (language: string): Message =>
  msg`Perhaps this is not in ${{ languages: [language] }}: if so, transcribe it again in its language.`;

function languageNote(language: string, spans: readonly Span[], asked: readonly string[]): Message {
  const spoken = msg`${{ languages: [language] }} is spoken ${named(spans)}`;
  const [only] = asked;
  return asked.length === 1 && only
    ? msg`${{ languages: [only] }} was asked for, but ${spoken}. The text there is a guess.`
    : msg`${spoken}. The text there is a guess: transcribe the recording again with code switching.`;
}

export interface Span {
  channel: number;
  start: number;
  end: number;
}

/** In order of channel and time, neighbours of the same kind as one; milliseconds are enough. */
export function joined<S extends Span>(spans: readonly S[], isSame: (a: S, b: S) => boolean): S[] {
  const result: S[] = [];
  for (const span of spans.toSorted((a, b) => a.channel - b.channel || a.start - b.start)) {
    const last = result.at(-1);
    const goesOn = last && last.channel === span.channel && span.start - last.end <= JOINED_SECONDS;
    if (goesOn && isSame(last, span)) last.end = span.end;
    else result.push({ ...span });
  }
  return result.map((span) => ({ ...span, start: roundSeconds(span.start), end: roundSeconds(span.end) }));
}

/** `from 0:12 to 0:16, from 1:15 to 1:21`. */
export function named(spans: readonly Span[]): Message {
  const first = spans
    .slice(0, MOST_NAMED)
    .map(({ start, end }) => msg`from ${clockTime(start)} to ${clockTime(end)}`);
  return spans.length > MOST_NAMED
    ? msg`${first}, and ${spans.length - MOST_NAMED} more times`
    : msg`${first}`;
}
