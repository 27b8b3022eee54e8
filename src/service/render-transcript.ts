import { create as contentDisposition } from 'content-disposition';
import { invalidParameters } from '../contract/errors/invalid-parameters.ts';
import { parseQuery } from '../contract/errors/parse-query.ts';
import { validationErrors } from '../contract/errors/validation-errors.ts';
import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import {
  FORMAT_FILES,
  SIDE_BY_SIDE,
  type TranscriptFormat,
} from '../contract/transcripts/transcript-formats.ts';
import { jobQuery, transcriptQuery } from '../contract/transcripts/transcript-json.ts';
import type { TranscriptionResult } from '../contract/transcripts/transcription-result.ts';
import type { CueOptions } from '../document/cues/document-cues.ts';
import { nameSpeakers } from '../document/edits/name-speakers.ts';
import { makeDocument } from '../document/make-document.ts';
import { serialize } from '../document/serialize.ts';
import { translatedDocument } from '../document/translations/translated-document.ts';
import { rendered } from '../lib/errors/rendered.ts';
import { baseName, safeName } from '../lib/files/file-name.ts';
import { parseCorrected, type SavedTranscript } from '../storage/corrections/corrected-records.ts';
import type { CorrectedRows } from '../storage/corrections/read-corrected.ts';

export { renderImport } from './render-import.ts';

/**
 * What is written of corrected transcripts. The service worker loads this part when it is first asked for one, so it gets
 * rows and returns plain data, errors too.
 */
export interface TranscriptJob {
  id: string;
  result: TranscriptionResult;
  /** The stored corrections. */
  stored: CorrectedRows | null;
  captions: CueOptions['captions'];
  /** What the recording is called, by a person or as a file; null if it has no name. */
  filename: string | null;
  /** When the job was created, in ISO 8601. */
  created: string;
}

function currentTranscript({
  result,
  stored,
}: TranscriptJob): Omit<SavedTranscript, 'edited_at'> & { edited_at: string | null } {
  if (stored) return parseCorrected(stored);
  const document = makeDocument(result.transcription?.utterances ?? [], result.metadata.audio_duration);
  return { revision: 0, edited_at: null, document };
}

/** The document, or a translation of it: what was transcribed in that language is not translated. */
function inLanguage(
  document: CorrectedTranscript,
  { translation, transcription }: TranscriptionResult,
  language: string,
) {
  const translations = translation?.results ?? [];
  const found = translations.find(({ languages }) => languages.some((code) => code === language));
  if (found && !found.error) return translatedDocument(document, found.utterances, language);
  if (transcription?.languages.some((code) => code === language)) return document;
  const others = translations.flatMap(({ languages, error }) => (error ? [] : languages));
  const known = [...new Set([...(transcription?.languages ?? []), ...others])].join(', ');
  throw invalidParameters([
    `language ${language}: there is no such translation; there is ${known || 'none'}`,
  ]);
}

/** A page is kept from the app's origin even if somebody opens it here, and no file is taken for another type. */
function headersOf(format: TranscriptFormat, title: string): Record<string, string> {
  const { type, extension } = FORMAT_FILES[format];
  return {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(format === 'html' && { 'content-security-policy': 'sandbox allow-scripts' }),
    ...(format !== 'json' && {
      'content-disposition': contentDisposition(`${safeName(baseName(title))}.${extension}`),
    }),
  };
}

/** Headers and body of `GET /v2/pre-recorded/{id}/transcript`. */
export const renderTranscript = async (job: TranscriptJob, query: [string, string][]) =>
  rendered(() => {
    const { format, names, speakers, sounds, language, frame_rate, words, ...asked } = parseQuery(
      transcriptQuery,
      query,
    );
    const { document, revision, edited_at } = currentTranscript(job);
    const title = asked.title ?? job.filename ?? undefined;
    const [wanted = document, ...beside] = (language ?? []).map((one) =>
      inLanguage(document, job.result, one),
    );
    if (beside.length > 0 && !SIDE_BY_SIDE.includes(format)) {
      throw invalidParameters([
        `language may be several only for ${SIDE_BY_SIDE.join(', ')}, not for ${format}`,
      ]);
    }
    const { content } = serialize(
      wanted,
      format,
      { id: job.id, revision, edited_at },
      {
        ...asked,
        title,
        date: job.created,
        names: names === 'true',
        captions: job.captions,
        beside,
        frameRate: frame_rate,
        words: words && Number(words),
        sounds: sounds === 'true' ? (job.result.sound_events?.results ?? []) : [],
        ...(speakers !== undefined && { speakers: speakers === 'true' }),
      },
    );
    return { headers: headersOf(format, title ?? ''), content };
  });

/** The job's result with the speakers' names, for `?names=true`. */
export const renderNames = async (job: TranscriptJob, names: string) =>
  rendered(() => {
    const parsed = jobQuery.safeParse({ names }, { reportInput: true });
    if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
    return parsed.data.names === 'true'
      ? nameSpeakers(job.result, currentTranscript(job).document)
      : job.result;
  });
