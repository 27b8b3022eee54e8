import {
  type CorrectedTranscript,
  correctedTranscript,
} from '../../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { transcriptJson } from '../../../contract/transcripts/transcript-json.ts';
import { type NamedUtterance, namedUtterance } from '../../../contract/transcripts/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../../contract/transcripts/voice-name.ts';
import { jsonFaultLine } from '../../../lib/errors/json-fault.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';
import { readCaptions } from '../captions/read-captions.ts';
import { htmlText, isHtml } from '../text/html-text.ts';
import { readPlainText } from '../text/read-plain-text.ts';
import { withNobody } from '../voices/own-names.ts';
import { withNames } from '../voices/speaker-names.ts';
import { textAt } from './json-fields.ts';
import { isTimed, nestedSegments, serviceSegments } from './nested-json.ts';
import { byVoices, passagesOf, type RecognisedPassage } from './recognised-segments.ts';
import { has, isFields } from './tree-paths.ts';
import { whisperSegments } from './whisper-json.ts';

const utterances = z.array(namedUtterance.extend({ words: namedUtterance.shape.words.default([]) }));
const ownFile = z.object({ utterances });

/** What a JSON file holds: passages, or a whole document with its notes and chapters. */
export type ReadJson = { passages: ImportedPassage[] } | { document: CorrectedTranscript };

/**
 * A transcript in JSON: a job, result or corrected transcript of the API, what the editor saves, or what Whisper's kin or a
 * speech-to-text service wrote. Throws AppError 400 with the line or field and the reason.
 */
export function readJson(name: string, content: string, notes: ImportNotes): ReadJson {
  const value = parse(name, content, notes);
  const within = (shape: z.ZodType, part: unknown, at = ''): never => {
    const issue = shape.safeParse(part).error?.issues[0];
    const field = [at, ...(issue?.path ?? [])].filter((step) => step !== '').join('.');
    throw badImport(name, null, msg`${field || 'its content'}: ${issue?.message ?? 'unknown'}`);
  };
  const as = <Shape extends z.ZodType>(shape: Shape, part: unknown, at = ''): z.infer<Shape> => {
    const parsed = shape.safeParse(part);
    return parsed.success ? parsed.data : within(shape, part, at);
  };
  if (has(value, 'paragraphs') && has(value, 'format')) {
    return { document: as(correctedTranscript, value) };
  }
  if (has(value, 'full_transcript') && has(value, 'revision')) {
    return { passages: ownPassages(as(transcriptJson.pick({ utterances: true }), value).utterances) };
  }
  const result = has(value, 'result') ? value.result : value;
  const transcription = has(result, 'transcription') ? result.transcription : result;
  const isOwn = has(transcription, 'utterances') && has(transcription, 'full_transcript');
  const own = isOwn ? null : (serviceSegments(value) ?? whisperSegments(value));
  const segments = isOwn || isTimed(own) ? own : (nestedSegments(value, notes) ?? own);
  const captions = isFields(value)
    ? Object.values(value).find((text) => typeof text === 'string' && IS_CAPTIONS.test(text))
    : undefined;
  if (!isTimed(segments ?? null) && typeof captions === 'string') {
    return {
      passages: readCaptions(
        name,
        captions,
        notes,
        captions.trimStart().startsWith('WEBVTT') ? 'vtt' : 'srt',
      ),
    };
  }
  const plain = segments ? plainIn(value, segments) : null;
  if (plain !== null) return { passages: readPlainText(plain, notes) };
  if (segments) return { passages: withNobody(passagesOf(withNames(byVoices(segments), value), notes)) };
  if (has(transcription, 'utterances')) {
    return { passages: ownPassages(as(ownFile, transcription, 'transcription').utterances) };
  }
  throw badImport(name, null, msg`it has neither utterances nor segments of a transcript`);
}

/** What a file has as one text: that of oTranscribe, or with a line for each who speaks. Null if it has segments. */
function plainIn(value: unknown, segments: readonly RecognisedPassage[]): string | null {
  const html = textAt(value, 'text') ?? '';
  if (!isTimed(segments) && isHtml(html)) return htmlText(html);
  const [only, ...others] = segments;
  return only?.start === null && only.text.includes('\n') && others.length === 0 ? only.text : null;
}

/** A whole file of captions, which a program wrapped. */
const IS_CAPTIONS = /^\s*(?:WEBVTT\s|1\s*\n[\d:,.]{8,16} --> )/;

function parse(name: string, content: string, notes: ImportNotes): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    const mended = parseOrNull(content);
    if (mended !== null) return mended;
    const values = valuesOfLines(content, notes);
    if (values) return values;
    throw badImport(name, jsonFaultLine(content, error), msg`it is not JSON, or not all of it`, error);
  }
}

/** Python writes numbers that JSON does not have, such as the probability of nothing; people leave commas behind the last item. */
const NO_JSON = /("(?:[^"\\]|\\.)*")|-?\bInfinity\b|\bNaN\b|,(?=\s{0,99}[\]}])/g;

/** JSON with such numbers as null, and without such commas; null if it is none either. */
function parseOrNull(content: string): unknown {
  try {
    return JSON.parse(
      content.replaceAll(NO_JSON, (token, text?: string) => text ?? (token === ',' ? '' : 'null')),
    );
  } catch {
    return null;
  }
}

/** The first line of a value that goes on in the next one. */
const GOES_ON = /[[{,]\s*$/;

/** JSON with a value on each line, without broken ones, which the notes name; null if it is not. */
function valuesOfLines(content: string, notes: ImportNotes): unknown[] | null {
  const lines = content
    .split('\n')
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, line: at + 1 }]));
  if (lines.length < 2 || GOES_ON.test(lines[0]?.text ?? '')) return null;
  const values = lines.map(({ text }) => parseOrNull(text));
  const isGood = values.map((value) => typeof value === 'object' && value !== null);
  if (!isGood.includes(true)) return null;
  for (const [at, { text, line }] of lines.entries()) {
    if (!isGood[at]) notes.add(line, msg`${quoted(text)} is not JSON, and was left out`);
  }
  return values.filter((_, at) => isGood[at]);
}

function ownPassages(all: readonly NamedUtterance[]): ImportedPassage[] {
  const several = hasSeveralChannels(all);
  const passages = all.map(({ start, end, text, channel, language, words, ...voice }) => ({
    start,
    end,
    text,
    rows: null,
    voice: voiceName({ channel, ...voice }, several),
    channel,
    language,
    words: words.length > 0 ? words : null,
  }));
  return withNobody(passages);
}
