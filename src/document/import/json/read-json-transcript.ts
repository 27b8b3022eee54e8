import {
  type CorrectedTranscript,
  correctedTranscript,
} from '../../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { transcriptJson } from '../../../contract/transcripts/transcript-json.ts';
import { type NamedUtterance, namedUtterance } from '../../../contract/transcripts/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../../contract/transcripts/voice-name.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { readCaptions } from '../captions/read-captions.ts';
import { readPlainText } from '../text/read-plain-text.ts';
import { MARKS } from '../vocabulary/patterns.ts';
import { withNames } from '../voices/speaker-names.ts';
import { withNobody } from '../voices/voice-labels.ts';
import { has } from './json-fields.ts';
import { parseJson } from './parse-json.ts';
import { byVoices, inRows, passagesOf } from './recognised-segments.ts';
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
