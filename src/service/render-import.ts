import { parseQuery } from '../contract/errors/parse-query.ts';
import {
  type CorrectedTranscript,
  correctedTranscript,
} from '../contract/transcripts/corrected-transcript.ts';
import type { OwnMapping } from '../contract/transcripts/import-mapping.ts';
import { type ImportFormat, importQuery } from '../contract/transcripts/imported-transcript.ts';
import type { TranscriptionLanguageCode } from '../contract/transcripts/language-code.ts';
import type { TranscriptJson } from '../contract/transcripts/transcript-json.ts';
import type { TranscriptionResult } from '../contract/transcripts/transcription-result.ts';
import { badImport } from '../document/import/bad-import.ts';
import { importedDocument } from '../document/import/imported-document.ts';
import { readImport } from '../document/import/read-import.ts';
import { makeDocument } from '../document/make-document.ts';
import { spokenParagraphs } from '../document/spoken-paragraphs.ts';
import { toTranscriptJson } from '../document/to-transcript-json.ts';
import { inEnglish, msg } from '../lib/errors/msg.ts';
import { type Rendered, rendered } from '../lib/errors/rendered.ts';
import { readableCorrected } from '../storage/corrections/corrected-records.ts';
import { type CorrectedRows, revisionOf } from '../storage/corrections/read-corrected.ts';

/** A transcript that somebody sends for a job. */
export interface ImportJob {
  id: string;
  /** Null while the job is not done. */
  result: TranscriptionResult | null;
  /** The stored corrections. */
  stored: CorrectedRows | null;
  /** Seconds of the recording; 0 if they are unknown. */
  duration: number;
  languages: readonly TranscriptionLanguageCode[];
  /** By the request's media type; null if that says nothing. */
  format: ImportFormat | null;
  bytes: Uint8Array<ArrayBuffer>;
  /** How the person's further programs are read. */
  own?: readonly OwnMapping[] | undefined;
}

export interface Import {
  name: string;
  document: CorrectedTranscript;
  /** What is stored, or made by the machine, now; null if there is nothing to keep. What is damaged is replaced. */
  before: CorrectedTranscript | null;
  stored: { revision: number; document: CorrectedTranscript | null };
  answer: TranscriptJson;
}

/** What `POST /v2/pre-recorded/{id}/transcript` stores and answers; revision and time are those before it is stored. */
export const renderImport = async (job: ImportJob, query: [string, string][]): Promise<Rendered<Import>> =>
  rendered(async () => {
    const asked = parseQuery(importQuery, query);
    const name = asked.name ?? 'transcript';
    const machine =
      job.result &&
      makeDocument(job.result.transcription?.utterances ?? [], job.result.metadata.audio_duration);
    const { bytes, own } = job;
    const read = readImport({ name, bytes, format: asked.format ?? job.format, own });
    const from = {
      name,
      format: read.format,
      notes: read.notes.map(inEnglish),
      ...(read.notes.length > 0 && { texts: read.notes }),
    };
    const document =
      'document' in read
        ? {
            ...read.document,
            duration: machine?.duration ?? (job.duration || read.document.duration),
            imported: { ...from, aligned: true, heard: null, passages: null },
          }
        : importedDocument({
            passages: read.passages.map((passage) => ({
              ...passage,
              language: asked.language ?? passage.language,
            })),
            from,
            machine,
            duration: job.duration,
            language: job.languages[0] ?? 'en',
          });
    const readableAgain = storable(name, document);
    const stored = job.stored && readableCorrected(job.stored);
    // What waits for its times has its file elsewhere.
    const isPending = Boolean(stored?.document.imported?.passages);
    const about = { id: job.id, revision: revisionOf(job.stored?.head), edited_at: null };
    return {
      name,
      document: readableAgain,
      before: isPending ? null : (stored?.document ?? machine),
      stored: { revision: about.revision, document: stored?.document ?? null },
      answer: toTranscriptJson(readableAgain, spokenParagraphs(readableAgain, { names: true }), about),
    };
  });

/** What a file was made into, as it is read again. Throws 400 if it could not be. */
function storable(name: string, document: CorrectedTranscript): CorrectedTranscript {
  const { data, error } = correctedTranscript.safeParse(document);
  if (data) return data;
  const [issue] = error.issues;
  throw badImport(
    name,
    null,
    msg`${issue?.path.join('.') || 'its content'}: ${issue?.message ?? 'unknown'}`,
    error,
  );
}
