import {
  CORRECTED_FORMAT,
  type CorrectedTranscript,
  correctedHead,
  type Paragraph,
  paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { SHARED_ROWS_FORMAT, withFormat } from './corrected-rows.ts';
import type { CorrectedRows } from './read-corrected.ts';

/** Which state of which sitting at the editor was saved: what a page kept until it ended is older than that, or newer. */
export const savedBy = z.object({ sitting: z.string(), change: z.int() });

/** A corrected transcript without its paragraphs. */
export const correctedRecord = z.object({
  job_id: z.uuid(),
  /** Counts the saves. */
  revision: z.int().min(1),
  edited_at: z.iso.datetime(),
  /** Absent where an import or a restored backup wrote it. */
  saved_by: savedBy.optional(),
  /** Where the paragraphs are; absent if beside no others (`corrected-rows.ts`). */
  batch: z.string().optional(),
  /** Ids of the paragraphs in order. */
  order: z.array(z.string()),
  document: correctedHead,
});

/** A head of any version. */
const formatted = z.looseObject({ document: z.looseObject({ format: z.number() }) });

/** A kept state of a corrected transcript: its JSON, compressed. */
export const versionRecord = z.object({
  job_id: z.uuid(),
  number: z.int().min(1),
  created_at: z.iso.datetime(),
  /** What it was kept for, for people. */
  label: z.string(),
  words: z.int().min(0),
  bytes: z.union([z.instanceof(ArrayBuffer), z.instanceof(Blob)]),
});

/** A corrected transcript with how often it was saved. */
export interface SavedTranscript {
  revision: number;
  edited_at: string;
  saved_by?: SavedBy | undefined;
  document: CorrectedTranscript;
}

/**
 * A corrected transcript from its rows. Throws AppError 501 `not_implemented` if a newer version of the app wrote it,
 * 500 `internal` if it is damaged.
 */
export function parseCorrected({ head, paragraphs }: CorrectedRows): SavedTranscript {
  const known = formatted.safeParse(head).data;
  const format = known?.document.format ?? CORRECTED_FORMAT;
  if (format > SHARED_ROWS_FORMAT) {
    throw new AppError('not_implemented', msg`A newer version of the app corrected this transcript.`, {
      remedy: msg`Reload the page to update the app.`,
    });
  }
  const record = correctedRecord.safeParse(
    known && format === SHARED_ROWS_FORMAT ? withFormat(known, CORRECTED_FORMAT) : head,
  );
  const parsed = z.array(paragraph).safeParse(paragraphs);
  const byId = new Map(parsed.data?.map((one) => [one.id, one]));
  const order = record.data?.order.flatMap((id) => byId.get(id) ?? []) ?? [];
  if (!record.success || !parsed.success || order.length !== record.data.order.length) {
    throw new AppError('internal', msg`The corrections of this transcript are damaged.`, {
      cause: record.error ?? parsed.error,
    });
  }
  const { revision, edited_at, saved_by, document } = record.data;
  return { revision, edited_at, saved_by, document: { ...document, paragraphs: order } };
}

/** The same; null if it is damaged, so that other things can take its place. */
export function readableCorrected(stored: CorrectedRows): SavedTranscript | null {
  try {
    return parseCorrected(stored);
  } catch (error) {
    if (error instanceof AppError && error.code === 'internal') return null;
    throw error;
  }
}

/**
 * Throws AppError 500 `internal` if what is about to be stored could not be read again.
 *
 * @param changed the paragraphs that are written
 */
export function ensureReadable(document: CorrectedTranscript, changed: readonly Paragraph[]): void {
  const { paragraphs, ...head } = document;
  const error = correctedHead.safeParse(head).error ?? z.array(paragraph).safeParse(changed).error;
  const [issue] = error?.issues ?? [];
  const areDistinct = new Set(paragraphs.map(({ id }) => id)).size === paragraphs.length;
  if (!issue && areDistinct) return;
  const fault = issue ? `${issue.path.join('.')}: ${issue.message}` : 'two paragraphs have one id';
  throw new AppError('internal', msg`This text could not be read again, so it was not saved (${fault}).`, {
    cause: error,
  });
}

export type SavedBy = z.infer<typeof savedBy>;
export type CorrectedRecord = z.infer<typeof correctedRecord>;
export type VersionRecord = z.infer<typeof versionRecord>;
