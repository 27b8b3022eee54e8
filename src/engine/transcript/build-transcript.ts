import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { WindowTranscript } from '../asr/asr-engine.ts';
import type { ChannelTurn } from '../diarization/find-speakers.ts';
import type { SureStretch } from '../diarization/stretches/sureness.ts';
import { assignSpeakers } from './assign-speakers.ts';
import { keepSentencesWhole } from './keep-sentences-whole.ts';
import { splitUtterances } from './split-utterances.ts';
import type { TimedWord } from './timed-word.ts';
import { toTranscriptionLanguage } from './transcription-language.ts';

/** The transcript in API form (specification §2.8), before add-ons. */
export interface BuiltTranscript {
  full_transcript: string;
  /** Languages by seconds spoken, most first. */
  languages: TranscriptionLanguageCode[];
  /** Utterances in order of start, then channel. */
  utterances: Utterance[];
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

const probability = (value: number): number =>
  Number.isFinite(value) ? twoDecimals(Math.min(Math.max(value, 0), 1)) : 0;

const milliseconds = (seconds: number): number =>
  Number.isFinite(seconds) ? Math.max(Math.round(seconds * 1000), 0) : 0;

/** Nobody says a word faster; what attention gave less would be under no cursor and in no caption. */
const LEAST_WORD_MS = 40;

/** All words of one channel in whole milliseconds: none is shorter than the least, and none overlaps the next. */
function wordsOfChannel(windows: readonly WindowTranscript[], channel: number): TimedWord[] {
  const own = windows
    .filter((window) => window.channel === channel)
    .toSorted((a, b) => a.start - b.start || a.index - b.index);
  const timed: TimedWord[] = [];
  let before: TimedWord | null = null;
  for (const { index: window, segments } of own) {
    for (const segment of segments) {
      const language = toTranscriptionLanguage(segment.language);
      for (const { word: text, start, end, confidence } of segment.words) {
        if (text.trim() === '') continue;
        const startMs: number = Math.max(milliseconds(start), before ? before.startMs + LEAST_WORD_MS : 0);
        if (before) before.endMs = Math.min(before.endMs, startMs);
        const endMs = Math.max(milliseconds(end), startMs + LEAST_WORD_MS);
        before = {
          text,
          startMs,
          endMs,
          confidence: probability(confidence),
          language,
          channel,
          window,
        };
        timed.push(before);
      }
    }
  }
  return timed;
}

function toUtterance(words: readonly TimedWord[]): Utterance[] {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return [];
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return [
    {
      start: first.startMs / 1000,
      end: last.endMs / 1000,
      confidence: twoDecimals(confidence),
      channel: first.channel,
      ...(first.speaker !== undefined && { speaker: first.speaker }),
      ...leastSpeakerConfidence(words),
      words: words.map((word) => ({
        word: word.text,
        start: word.startMs / 1000,
        end: word.endMs / 1000,
        confidence: word.confidence,
        ...(word.speakerConfidence !== undefined && { speaker_confidence: word.speakerConfidence }),
      })),
      text: words
        .map((word) => word.text)
        .join('')
        .trim(),
      language: first.language,
    },
  ];
}

function leastSpeakerConfidence(words: readonly TimedWord[]): Pick<Utterance, 'speaker_confidence'> {
  const known = words.flatMap(({ speakerConfidence }) => speakerConfidence ?? []);
  return known.length > 0 ? { speaker_confidence: Math.min(...known) } : {};
}

/** Only the first word of the file has no leading space. */
function withoutFirstSpace(utterances: Utterance[]): Utterance[] {
  const [first, ...rest] = utterances;
  if (!first) return [];
  const [word, ...words] = first.words;
  if (!word) return utterances;
  return [{ ...first, words: [{ ...word, word: word.word.trimStart() }, ...words] }, ...rest];
}

/** Speakers numbered from 0 by their first utterance. */
function withSpeakersInOrder(utterances: readonly Utterance[]): Utterance[] {
  const numbers = new Map<number, number>();
  return utterances.map((utterance) => {
    if (utterance.speaker === undefined) return utterance;
    const speaker = numbers.get(utterance.speaker) ?? numbers.size;
    numbers.set(utterance.speaker, speaker);
    return { ...utterance, speaker };
  });
}

/** Languages by the seconds of their words, most first; on a tie, the one spoken first. */
function languagesBySpeech(utterances: readonly Utterance[]): TranscriptionLanguageCode[] {
  const seconds = new Map<TranscriptionLanguageCode, number>();
  for (const { language, words } of utterances) {
    const spoken = words.reduce((sum, { start, end }) => sum + end - start, 0);
    seconds.set(language, (seconds.get(language) ?? 0) + spoken);
  }
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
}

/**
 * Assembles a recording's windows into its transcript.
 *
 * Times are seconds with three decimals; words of a channel never overlap and are inside their utterance. A word
 * keeps its leading space, except the first of the file. A word's confidence has two decimals; an utterance's is the
 * mean of its words'. Speakers are numbered by first appearance.
 *
 * @param windows of all channels, in any order
 * @param turns who spoke when; absent without diarization
 * @param sureness how sure that is; absent if it is not known
 * @throws AppError `internal` if a window has a language without an API code
 */
export function buildTranscript(
  windows: readonly WindowTranscript[],
  turns?: readonly ChannelTurn[],
  sureness?: readonly SureStretch[],
): BuiltTranscript {
  const channels = [...new Set(windows.map(({ channel }) => channel))].toSorted((a, b) => a - b);
  const wordsOf = (channel: number) => {
    const words = wordsOfChannel(windows, channel);
    return turns ? keepSentencesWhole(assignSpeakers(words, turns, channel, sureness)) : words;
  };
  const utterances = withoutFirstSpace(
    withSpeakersInOrder(
      channels
        .flatMap((channel) => splitUtterances(wordsOf(channel)))
        .flatMap(toUtterance)
        .toSorted((a, b) => a.start - b.start || a.channel - b.channel),
    ),
  );
  return {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: languagesBySpeech(utterances),
    utterances,
  };
}
