import { z } from '../../lib/zod.ts';
import { note } from './corrected-transcript.ts';
import { importedFrom } from './imported-transcript.ts';
import { translationLanguageCode } from './language-code.ts';
import { exportQuery, transcriptFormat } from './transcript-formats.ts';
import { namedUtterance } from './utterance.ts';

/** Query of `GET /v2/pre-recorded/{id}`. */
export const jobQuery = z.object({ names: z.enum(['true', 'false']).default('false') });

/** Query of `GET /v2/pre-recorded/{id}/transcript`. */
export const transcriptQuery = jobQuery
  .extend({ format: transcriptFormat.default('json'), ...exportQuery })
  .strict();

/**
 * The transcript as people corrected it, or the machine's as long as nobody did: paragraphs in the shape of utterances,
 * without what was struck or redacted. Times in seconds.
 */
export const transcriptJson = z.object({
  id: z.uuid(),
  /** Counts the saves; 0 if nobody has corrected it. */
  revision: z.int().min(0),
  edited_at: z.iso.datetime().nullable(),
  /** The file that it was imported from; null if the machine wrote it. */
  imported: importedFrom.omit({ passages: true }).nullable().default(null),
  audio_duration: z.number().min(0),
  full_transcript: z.string(),
  /** Languages by seconds spoken, most first. */
  languages: z.array(translationLanguageCode),
  speakers: z.array(
    z.object({
      speaker: z.int().min(0).nullable(),
      channel: z.int().min(0).nullable(),
      /** Given by a person; null until then. */
      name: z.string().nullable(),
    }),
  ),
  utterances: z.array(namedUtterance.extend({ id: z.string() })),
  chapters: z.array(z.object({ start: z.number().min(0), title: z.string() })),
  notes: z.array(note.omit({ id: true, colour: true, channel: true })),
});

export type TranscriptJson = z.infer<typeof transcriptJson>;
