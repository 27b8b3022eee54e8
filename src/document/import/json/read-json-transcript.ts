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
import { readPlainText } from '../text/read-plain-text.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { isNumbered } from '../voices/names.ts';
import { withNobody } from '../voices/voice-labels.ts';
import { byPlainNames, has, isFields, listAt, textAt, voiceOf } from './json-fields.ts';
import { byVoices, inRows, passagesOf, type RecognisedPassage } from './recognised-segments.ts';
import { isTimed, nestedSegments, segmentsHere } from './usual-trees.ts';

const utterances = z.array(namedUtterance.extend({ words: namedUtterance.shape.words.default([]) }));
const ownFile = z.object({ utterances });

/** What a JSON file holds: passages, or a whole document with its notes and chapters. */
export type ReadJson = { passages: ImportedPassage[] } | { document: CorrectedTranscript };

/**
 * A transcript in JSON: a job, result or corrected transcript of the API, what the editor saves, or what Whisper's kin or a
 * speech-to-text service wrote. Throws AppError 400 with the line or field and the reason.
 */
export function readJson(name: string, content: string, notes: ImportNotes): ReadJson {
  const value = parseJson(name, content, notes);
  const as = <Shape extends z.ZodType>(shape: Shape, part: unknown, at: string[] = []): z.infer<Shape> => {
    const { success, data, error } = shape.safeParse(part);
    if (success) return data;
    const [issue] = error.issues;
    const field = [...at, ...(issue?.path ?? [])].join('.');
    throw badImport(name, null, msg`${field || 'its content'}: ${issue?.message ?? 'unknown'}`);
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
  const own = isOwn ? null : segmentsHere(value);
  const segments = isOwn || isTimed(own) ? own : (nestedSegments(value, notes) ?? own);
  const captions = Object.values(Object(value)).find(
    (text): text is string => typeof text === 'string' && MARKS.wholeCaptions.test(text),
  );
  if (captions !== undefined && !isTimed(segments))
    return { passages: readCaptions(name, captions, notes, /^\s*WEBVTT/.test(captions) ? 'vtt' : 'srt') };
  const [only, ...others] = segments ?? [];
  // One text for all, such as that of oTranscribe, or with a line for each who speaks.
  const plain = only?.start === null && others.length === 0 ? inRows(only.text) : '';
  if (plain.includes('\n')) return { passages: readPlainText(plain, notes) };
  if (segments) return { passages: passagesOf(withNames(byVoices(segments), value), notes) };
  if (has(transcription, 'utterances')) {
    return { passages: ownPassages(as(ownFile, transcription, ['transcription']).utterances) };
  }
  throw badImport(name, null, msg`it has neither utterances nor segments of a transcript`);
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

const isTree = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** JSON with such numbers as null, and without such commas; undefined if it is none either. */
function parseOrNone(content: string): unknown {
  try {
    return JSON.parse(
      content.replaceAll(MARKS.noJson, (token, text?: string) => text ?? (token === ',' ? '' : 'null')),
    );
  } catch {
    return undefined;
  }
}

/** A JSON file, or the values of one with a value on each line, without broken ones, which the notes name. Throws AppError 400. */
export function parseJson(name: string, content: string, notes: ImportNotes): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    const mended = parseOrNone(content);
    if (mended !== undefined) return mended;
    const lines = content.split('\n').map((text, at) => ({ text, line: at + 1, value: parseOrNone(text) }));
    const said = lines.filter(({ text }) => text.trim() !== '');
    const good = said.filter(isTree);
    if (MARKS.goesOn.test(said[0]?.text ?? '') || good.length === 0)
      throw badImport(name, jsonFaultLine(content, error), msg`it is not JSON, or not all of it`, error);
    for (const one of said) {
      if (!isTree(one)) notes.add(one.line, msg`${quoted(one.text)} is not JSON, and was left out`);
    }
    return good.map(({ value }) => value);
  }
}

/** What programs call lists of people, objects of names by id, and the fields of id and name. */
const { people: PEOPLE, namesByKey: BY_KEY, personKeys: KEYS, personNames: NAMES } = names.lists;
const SPEAKERS = 'speakers';

/** The id of each speaker in the segments, and the name, in the first value of a tree that has any; of a list, if they are counted from 0. */
function namesIn(
  value: unknown,
  isCounted: boolean,
  depth = LIMITS.namesDepth,
): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = isFields(value) ? byPlainNames(value) : {};
  const listed = [...PEOPLE, SPEAKERS].flatMap((list) =>
    listAt(fields, list)
      .map(byPlainNames)
      .map((person) => {
        const key = KEYS.map((field) => voiceOf(person[field])).find((voice) => voice !== null) ?? '';
        // In other lists a number may count anything.
        return [list !== SPEAKERS && isNumbered(key) ? '' : key, textAt(person, NAMES)] as const;
      }),
  );
  const keyed = BY_KEY.flatMap((key) => {
    const list = fields[key];
    return isFields(list) || (isCounted && Array.isArray(list)) ? Object.entries(list) : [];
  });
  const named = [...listed, ...keyed.map(([key, name]) => [voiceOf(key) ?? key, name] as const)].flatMap(
    ([key, name]) =>
      key !== '' && typeof name === 'string' && name.trim() ? [[key, name.trim()] as const] : [],
  );
  const parts = named.length > 0 || depth === 0 ? [] : Object.values(value).slice(0, LIMITS.namesBeside);
  return parts.map((part) => namesIn(part, isCounted, depth - 1)).find(({ length }) => length > 0) ?? named;
}

/** Speakers by their names, where the file lists them beside what represents them in its segments. */
export function withNames(segments: readonly RecognisedPassage[], value: unknown): RecognisedPassage[] {
  const known = new Map(
    namesIn(
      value,
      segments.some(({ voice }) => voice === 'Speaker 0'),
    ),
  );
  return segments.map((segment) => ({ ...segment, voice: known.get(segment.voice ?? '') ?? segment.voice }));
}
