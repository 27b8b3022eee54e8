import { areMilliseconds } from './are-milliseconds.ts';
import { at, type Fields, has, isFields, listAt, numberAt, textAt, timeAt, voiceAt } from './json-fields.ts';
import { languageOf } from './language-of.ts';
import { type RecognisedPart, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';

const START = [
  'start',
  'timestamp.0',
  'start_time',
  'startTime',
  'begin',
  'from',
  'timestamp',
  'time',
  'offset',
  'startOffset',
  'startSeconds',
  'start_seconds',
  'start_timestamp.relative',
  'start_timestamp',
  'instances.0.start',
  'timeOffset',
  'begin_time',
] as const;
const END = [
  'end',
  'timestamp.1',
  'end_time',
  'endTime',
  'to',
  'endOffset',
  'endSeconds',
  'end_seconds',
  'end_timestamp.relative',
  'end_timestamp',
  'instances.0.end',
] as const;
const START_MS = ['start_ms', 'startMs', 'startTimeMs', 'start_time_ms', 'begin_ms'] as const;
const END_MS = ['end_ms', 'endMs', 'endTimeMs', 'end_time_ms'] as const;

const milliseconds = (fields: Fields, ...paths: string[]): number | null => {
  const count = numberAt(fields, ...paths);
  return count === null ? null : count / 1000;
};

const startOf = (fields: Fields): number | null =>
  timeAt(fields, ...START) ?? milliseconds(fields, ...START_MS);

/** An end, or what a start and a duration make. */
function endOf(fields: Fields, start: number | null): number | null {
  const duration = timeAt(fields, 'duration', 'dur') ?? milliseconds(fields, 'duration_ms', 'durationMs');
  const end = timeAt(fields, ...END) ?? milliseconds(fields, ...END_MS);
  return end ?? (start !== null && duration !== null ? start + duration : null);
}

const partOf = (fields: Fields, voice: string | null): RecognisedPart => ({
  word: textAt(fields, 'word', 'text') ?? '',
  start: startOf(fields),
  end: endOf(fields, startOf(fields)),
  confidence: numberAt(fields, 'probability', 'score', 'confidence', 'conf'),
  voice: voiceAt(fields, 'speaker', 'spk') ?? voice,
});

function segmentOf(fields: Fields): RecognisedPassage {
  const voice = voiceAt(
    fields,
    'speaker',
    'speaker_name',
    'speakerName',
    'speaker_label',
    'speaker_id',
    'spk',
    'speakerDisplayName',
    'speakerId',
    'speaker.name',
    'participant.name',
    'from.name',
    'user',
  );
  const words = listAt(fields, 'words').map((word) => partOf(word, voice));
  const own = textAt(fields, 'text', 'transcript', 'body', 'content', 'sentence', 'segment', 'message');
  const start = startOf(fields) ?? words[0]?.start ?? null;
  return {
    start,
    end: endOf(fields, start) ?? words.at(-1)?.end ?? null,
    text: own ?? words.map(({ word }) => word).join(' '),
    voice: voice ?? words.find((word) => word.voice !== null)?.voice ?? null,
    channel: Math.max(0, Math.floor(numberAt(fields, 'channel_index', 'channel') ?? 0)),
    words,
  };
}

/** whisper.cpp writes milliseconds. */
const ofWhisperCpp = (fields: Fields): RecognisedPassage => {
  const start = milliseconds(fields, 'offsets.from') ?? timeAt(fields, 'timestamps.from');
  const end = milliseconds(fields, 'offsets.to') ?? timeAt(fields, 'timestamps.to');
  return { ...segmentOf(fields), start, end, words: [] };
};

/** What programs call the list of their segments. */
const LISTS = [
  'segments',
  'timestamp.segment',
  'sentence_info',
  'sentences',
  'transcript',
  'captions',
  'subtitles',
  'cues',
  'lines',
  'entries',
  'items',
  'paragraphs',
  'messages',
];
/** What programs wrap their result in. */
const WRAPPERS = ['data', 'result', 'output', 'response', 'transcription'];
/** Fewer pieces of one word each may be short segments. */
const FEWEST_WORDS = 5;

/** Pieces of the transformers library, which may be words. */
function ofChunks(chunks: readonly Fields[], text: string): RecognisedPassage[] {
  // A piece without a start begins where the one before ends.
  const segments = chunks.map(segmentOf).map((segment, at, all) => {
    return { ...segment, start: segment.start ?? (at === 0 ? 0 : (all[at - 1]?.end ?? null)) };
  });
  const areWords =
    segments.length >= FEWEST_WORDS && segments.every((segment) => !/\S\s\S/u.test(segment.text.trim()));
  if (!areWords) return segments;
  return segmentsOfWords(
    chunks.map((chunk) => partOf(chunk, null)),
    text,
  );
}

/**
 * The segments of Whisper's kin: OpenAI's, faster-whisper, WhisperX, whisper.cpp, whisper-timestamped, transformers, Vosk, NeMo, FunASR, Soniox, Premiere, podcasts'
 * transcripts and lists of the same; null if it is none of them.
 */
export function whisperSegments(value: unknown): RecognisedPassage[] | null {
  const language = languageOf(
    textAt(value, 'language', 'result.language', 'language_code', 'params.language'),
  );
  const names = new Map(listAt(value, 'speakers').map((one) => [voiceAt(one, 'id'), textAt(one, 'name')]));
  const found = segmentsIn(value) ?? WRAPPERS.map((key) => segmentsIn(at(value, key))).find((one) => one);
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
    if (Array.isArray(at(value, key))) return inSeconds(listAt(value, key).map(segmentOf));
  }
  if (Array.isArray(has(value, 'transcription') ? value.transcription : null)) {
    return listAt(value, 'transcription').map(ofWhisperCpp);
  }
  if (Array.isArray(has(value, 'chunks') ? value.chunks : null))
    return ofChunks(listAt(value, 'chunks'), text);
  const tokens = listAt(value, 'tokens').filter((token) => has(token, 'text'));
  if (tokens.length > 0) return segmentsOfWords(wordsOfTokens(tokens), text);
  for (const key of ['words', 'result', 'word_segments', 'timestamp.word']) {
    const words = listAt(value, key);
    if (words.length > 0)
      return segmentsOfWords(
        words.map((word) => partOf(word, null)),
        text,
      );
  }
  return text.trim() === '' ? null : [{ start: null, end: null, text, voice: null, words: [] }];
}

/** What a program has in an envelope for each cue: `{ type: 'cue', data: { start, end, text } }`. */
const unwrapped = (item: Fields): Fields => (has(item, 'data') && isFields(item.data) ? item.data : item);

/** Segments, or lists of them for each recording: what Vosk and FunASR print. */
function ofList(items: readonly Fields[]): RecognisedPassage[] {
  return inSeconds(
    items
      .map(unwrapped)
      .flatMap((item) =>
        has(item, 'result') || has(item, 'sentence_info') ? (segmentsIn(item) ?? []) : [segmentOf(item)],
      ),
  );
}

/** Pieces of words as words: a piece without a space before it belongs to the one before. */
function wordsOfTokens(tokens: readonly Fields[]): RecognisedPart[] {
  const words: RecognisedPart[] = [];
  for (const part of tokens.map((token) => partOf(token, null))) {
    const last = words.at(-1);
    if (last && last.voice === part.voice && !/^\s/u.test(part.word)) {
      last.word += part.word;
      last.end = part.end ?? last.end;
    } else words.push(part);
  }
  return words;
}

/** Segments with times that are whole numbers and too far apart for seconds, in seconds. */
function inSeconds(segments: RecognisedPassage[]): RecognisedPassage[] {
  const times = segments.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [[start, end] as const],
  );
  if (times.flat().some((time) => !Number.isInteger(time))) return segments;
  if (!areMilliseconds(times.map(([start, end]) => end - start))) return segments;
  const scaled = <Timed extends { start: number | null; end: number | null }>(timed: Timed): Timed => ({
    ...timed,
    start: timed.start === null ? null : timed.start / 1000,
    end: timed.end === null ? null : timed.end / 1000,
  });
  return segments.map((segment) => ({ ...scaled(segment), words: segment.words.map(scaled) }));
}
