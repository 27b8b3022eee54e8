import {
  CORRECTED_FORMAT,
  type CorrectedCue,
  type CorrectedTranscript,
  type CorrectedWord,
  type Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { ImportedFrom, ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-code.ts';
import type { Transcription, TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { toParagraphs, type VoicedWord } from '../paragraphs.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';
import { retimeWords, shareSpan } from '../words/retime-words.ts';
import { splitText } from '../words/split-into-words.ts';
import { earlier, latenessOf, withLateness } from './late-times.ts';
import {
  documentWords,
  mainLanguage,
  type RecognisedStretch,
  recognisedSpans,
  type Span,
  timedSpans,
  wordsBetween,
} from './passage-spans.ts';
import { LIMITS } from './vocabulary/patterns.ts';
import { ImportedVoices } from './voices/imported-voices.ts';

type Language = Paragraph['language'];

export interface ImportInput {
  passages: readonly ImportedPassage[];
  from: Pick<ImportedFrom, 'name' | 'format' | 'notes' | 'texts'>;
  /** The machine's transcript of the recording; null before there is one. */
  machine: CorrectedTranscript | null;
  /** Length of the recording, in seconds; 0 if it is unknown. */
  duration: number;
  /** What is spoken where neither the file nor the machine says it. */
  language: Language;
}

/**
 * A document from an imported transcript. The times of cues remain, and so do those of words if the file has any. Other words get the
 * times at which they were recognised, or share the time of their passage. Who speaks comes from the file; from the machine if
 * the file names nobody.
 */
export function importedDocument(input: ImportInput): CorrectedTranscript {
  const { machine } = input;
  const lateness = latenessOf(input.passages, machine?.duration || input.duration);
  const passages =
    lateness === 0 ? input.passages : input.passages.map((passage) => earlier(passage, lateness));
  const from = lateness === 0 ? input.from : withLateness(input.from, lateness);
  const recognised = machine ? documentWords(machine) : [];
  const spoken = mainLanguage(recognised) ?? input.language;
  const texts = passages.map((passage) => wordsOf(passage, passage.language ?? spoken));
  const duration = machine?.duration || input.duration || lengthOf(passages, texts.flat().length);
  const timed = passages.every(({ start }) => start !== null);
  const words = recognised.map(({ word }) => word);
  const spans = timed ? timedSpans(passages, duration) : recognisedSpans(texts, words, duration);
  const voices = new ImportedVoices(passages, machine);
  let matched = 0;
  const placed = passages.map((passage, index): VoicedWord[] => {
    const own = texts[index] ?? [];
    const span = spans[index] ?? { from: 0, until: 0 };
    const there = wordsBetween(recognised, span.from - (timed ? LIMITS.earlyWord : 0), span.until, own);
    matched += there.matched;
    const language = passage.language ?? there.language ?? spoken;
    const voice = voices.of(passage, there.voice);
    return timedWords(passage, own, span, there).map((word, at) => ({
      word,
      ...voice,
      language,
      begins: at === 0,
      turns: at === 0 && passage.turns === true,
    }));
  });
  const known = passages.every((passage) => passage.words !== null) || recognised.length === 0;
  // Italics of most cues are the look of the file.
  const isLook = 2 * passages.filter(({ italic }) => italic).length > passages.length;
  const cues = passages.flatMap((passage, index) =>
    cueOf(passage, spans[index], placed[index]?.[0], index).map((cue) =>
      passage.italic && !isLook ? { ...cue, off_screen: true as const } : cue,
    ),
  );
  const paragraphs = paragraphsOf(placed, from.format === 'txt');
  return {
    format: CORRECTED_FORMAT,
    duration,
    next: Math.max(paragraphs.length, passages.length),
    speakers: voices.list(),
    paragraphs,
    notes: [],
    chapters: [],
    cues: cues.length > 0 ? cues : null,
    caption_style: null,
    imported: {
      name: from.name,
      format: from.format,
      aligned: machine !== null,
      notes: from.notes,
      texts: from.texts,
      heard: known ? null : Math.round((100 * matched) / Math.max(1, texts.flat().length)) / 100,
      passages: machine === null ? [...input.passages] : null,
    },
  };
}

/**
 * An imported document with the times at which its words were recognised, once they have been; itself if it is none, or has them.
 */
export function alignImported(
  document: CorrectedTranscript,
  machine: CorrectedTranscript,
): CorrectedTranscript {
  const { imported } = document;
  if (!imported?.passages) return document;
  const language = document.paragraphs[0]?.language ?? 'en';
  return importedDocument({
    passages: imported.passages,
    from: imported,
    machine,
    duration: document.duration,
    language,
  });
}

/** A passage's words, each with the space before it. */
function wordsOf({ words, text }: ImportedPassage, language: Language): string[] {
  const [first = '', ...rest] = words ? words.map(({ word }) => word) : splitText(text.trim(), language);
  const spaced = /^\s/u.test(first) || hasUnspacedScript(first.slice(0, 1)) ? first : ` ${first}`;
  return first === '' ? [] : [spaced, ...rest];
}

function lengthOf(passages: readonly ImportedPassage[], words: number): number {
  const last = passages.reduce((latest, { start, end }) => Math.max(latest, end ?? start ?? 0), 0);
  return last || words * LIMITS.word;
}

function timedWords(
  { words }: ImportedPassage,
  texts: readonly string[],
  { from, until }: Span,
  recognised: RecognisedStretch,
): CorrectedWord[] {
  if (words) return words.map((word, index) => ({ ...word, word: texts[index] ?? word.word }));
  const made =
    recognised.words.length > 0
      ? retimeWords(recognised.words, texts, { earliest: from, latest: until })
      : shareSpan(texts, from, until);
  return made.map(({ word, ...times }) => {
    const start = Math.max(from, Math.min(times.start, until - LIMITS.wordStart));
    // Somebody wrote it.
    return { word, start, end: Math.max(start, Math.min(times.end, until)), confidence: 1 };
  });
}

/** Paragraphs for reading; those of a text remain as they are. */
function paragraphsOf(placed: readonly VoicedWord[][], asWritten: boolean): Paragraph[] {
  if (!asWritten) return toParagraphs(placed.flat(), (index) => `p${index}`);
  return placed.flatMap((voiced, index): Paragraph[] => {
    const [first] = voiced;
    if (!first) return [];
    const { speaker, channel, language } = first;
    const words = voiced.map(({ word }) => word);
    const end = words.reduce((latest, word) => Math.max(latest, word.end), 0);
    return [{ id: `p${index}`, speaker, channel, language, start: first.word.start, end, words }];
  });
}

function cueOf(
  { start, end, rows }: ImportedPassage,
  span: Span | undefined,
  first: VoicedWord | undefined,
  index: number,
): CorrectedCue[] {
  if (rows === null || start === null || end === null || !span || !first) return [];
  const { channel, speaker } = first;
  return [{ id: `q${index}`, start, end, ...span, channel, speaker, rows, follows: true }];
}

/** An imported transcript as the result of a job that could recognise nothing. */
export function importedResult(
  document: CorrectedTranscript,
): TranscriptionResult & { transcription: Transcription } {
  const utterances = spokenParagraphs(document).map(({ id: _, language, ...paragraph }): Utterance => {
    const known = TRANSCRIPTION_LANGUAGE_CODES.find((code) => code === language);
    return { ...paragraph, language: known ?? 'en' };
  });
  const channels = new Set(utterances.map(({ channel }) => channel)).size || 1;
  return {
    metadata: {
      audio_duration: document.duration,
      number_of_distinct_channels: channels,
      billing_time: document.duration * channels,
      transcription_time: 0,
    },
    transcription: {
      full_transcript: utterances.map(({ text }) => text).join(' '),
      languages: [...new Set(utterances.map(({ language }) => language))],
      utterances,
    },
  };
}
