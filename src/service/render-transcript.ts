import { jobQuery, transcriptQuery } from '../contract/corrected-transcript.ts';
import { invalidParameters } from '../contract/invalid-parameters.ts';
import type { TranscriptionResult } from '../contract/transcription-result.ts';
import { validationErrors } from '../contract/validation-errors.ts';
import type { CueOptions } from '../document/document-cues.ts';
import { makeDocument } from '../document/make-document.ts';
import { nameSpeakers } from '../document/name-speakers.ts';
import { serialize } from '../document/serialize.ts';
import { AppError, type ErrorData, toErrorData } from '../lib/errors.ts';
import { type Edit, parseEdit } from '../storage/edit-records.ts';
import type { StoredEdit } from '../storage/read-edit.ts';

/**
 * What is written of corrected transcripts. The service worker loads this part when it is first asked for one, so it gets
 * rows and returns plain data, errors too.
 */
export interface TranscriptJob {
  id: string;
  result: TranscriptionResult;
  /** The stored corrections. */
  stored: StoredEdit | null;
  captions: CueOptions['captions'];
}

export type Rendered<Value> = { value: Value } | { error: ErrorData };

async function rendered<Value>(make: () => Value): Promise<Rendered<Value>> {
  try {
    return { value: make() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: toErrorData(error) };
  }
}

function currentEdit({
  result,
  stored,
}: TranscriptJob): Omit<Edit, 'edited_at'> & { edited_at: string | null } {
  if (stored) return parseEdit(stored);
  const document = makeDocument(result.transcription?.utterances ?? [], result.metadata.audio_duration);
  return { revision: 0, edited_at: null, document };
}

/** Parses a query of which nothing may be unknown or repeated. */
function parseQuery(query: [string, string][]) {
  const repeated = query.filter(([name], index) => query.findIndex(([other]) => other === name) !== index);
  const parsed = transcriptQuery.safeParse(Object.fromEntries(query), { reportInput: true });
  const faults = [
    ...repeated.map(([name]) => `${name} must be given once`),
    ...(parsed.success ? [] : validationErrors(parsed.error)),
  ];
  if (!parsed.success || faults.length > 0) throw invalidParameters(faults);
  return parsed.data;
}

/** The body of `GET /v2/pre-recorded/{id}/transcript`. */
export const renderTranscript = async (job: TranscriptJob, query: [string, string][]) =>
  rendered(() => {
    const { format, names } = parseQuery(query);
    const { document, revision, edited_at } = currentEdit(job);
    const about = { id: job.id, revision, edited_at };
    return serialize(document, format, about, { names: names === 'true', captions: job.captions });
  });

/** The job's result with the speakers' names, for `?names=true`. */
export const renderNames = async (job: TranscriptJob, names: string) =>
  rendered(() => {
    const parsed = jobQuery.safeParse({ names }, { reportInput: true });
    if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
    return parsed.data.names === 'true' ? nameSpeakers(job.result, currentEdit(job).document) : job.result;
  });
