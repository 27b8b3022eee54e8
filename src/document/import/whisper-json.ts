import { secondsOf } from './cue-times.ts';
import { type Fields, has, listAt, numberAt, textAt, voiceAt } from './json-fields.ts';
import { languageOf } from './language-of.ts';
import { type RecognisedPart, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';

const START = ['start', 'timestamp.0', 'start_time', 'startTime', 'begin', 'from'] as const;
const END = ['end', 'timestamp.1', 'end_time', 'endTime', 'to'] as const;

/** An end, or what a start and a duration make. */
function endOf(fields: Fields, start: number | null): number | null {
  const duration = numberAt(fields, 'duration', 'dur');
  return numberAt(fields, ...END) ?? (start !== null && duration !== null ? start + duration : null);
}

const partOf = (fields: Fields, voice: string | null): RecognisedPart => ({
  word: textAt(fields, 'word', 'text') ?? '',
  start: numberAt(fields, ...START),
  end: endOf(fields, numberAt(fields, ...START)),
  confidence: numberAt(fields, 'probability', 'score', 'confidence', 'conf'),
  voice: voiceAt(fields, 'speaker') ?? voice,
});

function segmentOf(fields: Fields): RecognisedPassage {
  const voice = voiceAt(fields, 'speaker', 'speaker_name', 'speakerName', 'speaker_label', 'speaker_id');
  const words = listAt(fields, 'words').map((word) => partOf(word, voice));
  const own = textAt(fields, 'text', 'transcript', 'body', 'content', 'sentence');
  const start = numberAt(fields, ...START) ?? words[0]?.start ?? null;
  return {
    start,
    end: endOf(fields, start),
    text: own ?? words.map(({ word }) => word).join(' '),
    voice: voice ?? words.find((word) => word.voice !== null)?.voice ?? null,
    words,
  };
}

/** whisper.cpp writes milliseconds. */
const ofWhisperCpp = (fields: Fields): RecognisedPassage => {
  const seconds = (path: string) => {
    const milliseconds = numberAt(fields, path);
    return milliseconds === null ? null : milliseconds / 1000;
  };
  const clock = (path: string) => secondsOf(textAt(fields, path) ?? '');
  const start = seconds('offsets.from') ?? clock('timestamps.from');
  return { ...segmentOf(fields), start, end: seconds('offsets.to') ?? clock('timestamps.to'), words: [] };
};

/** What programs call the list of their segments. */
const LISTS = ['segments', 'sentences', 'transcript', 'captions', 'subtitles', 'cues', 'lines', 'entries'];
/** Fewer pieces of one word each may be short segments. */
const FEWEST_WORDS = 5;

/** Pieces of the transformers library, which may be words. */
function ofChunks(chunks: readonly Fields[], text: string): RecognisedPassage[] {
  const segments = chunks.map(segmentOf);
  const areWords =
    segments.length >= FEWEST_WORDS && segments.every((segment) => !/\S\s\S/u.test(segment.text.trim()));
  if (!areWords) return segments;
  return segmentsOfWords(
    chunks.map((chunk) => partOf(chunk, null)),
    text,
  );
}

/**
 * The segments of Whisper's kin: OpenAI's, faster-whisper, WhisperX, whisper.cpp, whisper-timestamped, transformers, Vosk, Premiere, podcasts'
 * transcripts and lists of the same; null if it is none of them.
 */
export function whisperSegments(value: unknown): RecognisedPassage[] | null {
  const language = languageOf(
    textAt(value, 'language', 'result.language', 'language_code', 'params.language'),
  );
  const names = new Map(listAt(value, 'speakers').map((one) => [textAt(one, 'id'), textAt(one, 'name')]));
  const found = segmentsIn(value);
  return (
    found?.map((segment) => ({ ...segment, voice: names.get(segment.voice) ?? segment.voice, language })) ??
    null
  );
}

function segmentsIn(value: unknown): RecognisedPassage[] | null {
  const text = textAt(value, 'text', 'transcript', 'transcription', 'results.transcripts.0.transcript') ?? '';
  if (Array.isArray(value)) return ofList(listAt(value, ''));
  // What was said by whom, beside pieces without speakers.
  if (listAt(value, 'speakers').some((one) => has(one, 'text')))
    return listAt(value, 'speakers').map(segmentOf);
  for (const key of LISTS) {
    if (Array.isArray(has(value, key) ? value[key] : null)) return listAt(value, key).map(segmentOf);
  }
  if (Array.isArray(has(value, 'transcription') ? value.transcription : null)) {
    return listAt(value, 'transcription').map(ofWhisperCpp);
  }
  if (Array.isArray(has(value, 'chunks') ? value.chunks : null))
    return ofChunks(listAt(value, 'chunks'), text);
  for (const key of ['words', 'result', 'word_segments']) {
    const words = listAt(value, key);
    if (words.length > 0)
      return segmentsOfWords(
        words.map((word) => partOf(word, null)),
        text,
      );
  }
  return text.trim() === '' ? null : [{ start: null, end: null, text, voice: null, words: [] }];
}

/** Segments, or what Vosk prints: a list of results with words. */
function ofList(items: readonly Fields[]): RecognisedPassage[] {
  return items.flatMap((item) => (has(item, 'result') ? (segmentsIn(item) ?? []) : [segmentOf(item)]));
}
