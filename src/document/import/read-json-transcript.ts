import { correctedTranscript } from '../../contract/corrected-transcript.ts';
import { type EditedTranscript, editedTranscript } from '../../contract/edited-transcript.ts';
import type { ImportedPassage } from '../../contract/imported-transcript.ts';
import { TRANSLATION_LANGUAGE_CODES } from '../../contract/language-code.ts';
import { type NamedUtterance, namedUtterance, type Word } from '../../contract/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../contract/voice-name.ts';
import { jsonFaultLine } from '../../lib/json-fault.ts';
import { z } from '../../lib/zod.ts';
import { badImport } from './bad-import.ts';
import { spokenWords } from './spoken-words.ts';

const time = z.number().min(0);

/** A word of Whisper, faster-whisper or WhisperX, whose numbers may be missing. */
const whisperWord = z.object({
  word: z.string(),
  start: time.nullish(),
  end: time.nullish(),
  probability: z.number().nullish(),
  score: z.number().nullish(),
  speaker: z.string().nullish(),
});

const whisperSegment = z.object({
  start: time,
  end: time,
  text: z.string(),
  speaker: z.string().nullish(),
  words: z.array(whisperWord).nullish(),
});

const whisperFile = z.object({ language: z.string().nullish(), segments: z.array(whisperSegment) });

/** whisper.cpp writes milliseconds. */
const whisperCppFile = z.object({
  result: z.object({ language: z.string() }).partial().optional(),
  transcription: z.array(z.object({ offsets: z.object({ from: time, to: time }), text: z.string() })),
});

const utterances = z.array(namedUtterance.extend({ words: namedUtterance.shape.words.default([]) }));
const ownFile = z.object({ utterances });

/** What a JSON file holds: passages, or a whole document with its notes and chapters. */
export type ReadJson = { passages: ImportedPassage[] } | { document: EditedTranscript };

const NAMES = new Map(
  TRANSLATION_LANGUAGE_CODES.map((code) => [
    new Intl.DisplayNames(['en'], { type: 'language' }).of(code)?.toLowerCase() ?? code,
    code,
  ]),
);

/** A language as Whisper writes it: "en", "en-US" or "english". */
export function languageOf(text: string | null | undefined): ImportedPassage['language'] {
  const name = text?.trim().toLowerCase() ?? '';
  const code = NAMES.get(name) ?? name.split(/[-_]/)[0];
  return TRANSLATION_LANGUAGE_CODES.find((known) => known === code) ?? null;
}

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && key in value;

/**
 * A transcript in JSON: a job, result or corrected transcript of the API, what the editor saves, or the output of Whisper, WhisperX,
 * faster-whisper or whisper.cpp. Throws AppError 400 with the line or field and the reason.
 */
export function readJson(name: string, content: string): ReadJson {
  const value = parse(name, content);
  const within = (shape: z.ZodType, part: unknown, at = ''): never => {
    const issue = shape.safeParse(part).error?.issues[0];
    const field = [at, ...(issue?.path ?? [])].filter((step) => step !== '').join('.');
    throw badImport(name, null, `${field || 'its content'}: ${issue?.message ?? 'unknown'}`);
  };
  const as = <Shape extends z.ZodType>(shape: Shape, part: unknown, at = ''): z.infer<Shape> => {
    const parsed = shape.safeParse(part);
    return parsed.success ? parsed.data : within(shape, part, at);
  };
  if (has(value, 'paragraphs') && has(value, 'format')) {
    return { document: as(editedTranscript, value) };
  }
  if (has(value, 'full_transcript') && has(value, 'revision')) {
    return { passages: ownPassages(as(correctedTranscript.pick({ utterances: true }), value).utterances) };
  }
  if (has(value, 'segments')) return { passages: whisperPassages(as(whisperFile, value)) };
  if (Array.isArray(value)) {
    return { passages: whisperPassages(as(whisperFile, { segments: value })) };
  }
  if (has(value, 'transcription') && Array.isArray(value.transcription)) {
    return { passages: whisperCppPassages(as(whisperCppFile, value)) };
  }
  const result = has(value, 'result') ? value.result : value;
  const transcription = has(result, 'transcription') ? result.transcription : result;
  if (has(transcription, 'utterances')) {
    return { passages: ownPassages(as(ownFile, transcription, 'transcription').utterances) };
  }
  throw badImport(name, null, 'it has neither utterances nor segments of a transcript');
}

function parse(name: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw badImport(name, jsonFaultLine(content, error), 'it is not JSON, or not all of it', error);
  }
}

function ownPassages(all: readonly NamedUtterance[]): ImportedPassage[] {
  const several = hasSeveralChannels(all);
  return all.map(({ start, end, text, channel, language, words, ...voice }) => ({
    start,
    end,
    text,
    rows: null,
    voice: voiceName({ channel, ...voice }, several),
    channel,
    language,
    words: words.length > 0 ? words : null,
  }));
}

function whisperPassages({ segments, language }: z.infer<typeof whisperFile>): ImportedPassage[] {
  const spoken = languageOf(language);
  return segments.flatMap(({ start, end, text, words, speaker }): ImportedPassage[] => {
    const timed = words?.some((word) => typeof word.start === 'number');
    const made: Word[] | null = words && timed ? spokenWords(words, { start, end, text }) : null;
    if (text.trim() === '') return [];
    const voice = speaker ?? words?.find((word) => word.speaker)?.speaker ?? null;
    return [{ start, end, text, rows: null, voice, channel: 0, language: spoken, words: made }];
  });
}

function whisperCppPassages({ transcription, result }: z.infer<typeof whisperCppFile>): ImportedPassage[] {
  const language = languageOf(result?.language);
  return transcription
    .filter(({ text }) => text.trim() !== '')
    .map(({ offsets, text }) => {
      const [start, end] = [offsets.from / 1000, offsets.to / 1000];
      return { start, end, text: text.trim(), rows: null, voice: null, channel: 0, language, words: null };
    });
}
