import { z } from '../../lib/zod.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';
import { utterance } from '../transcripts/utterance.ts';
import type { RequestParams } from './pre-recorded-request.ts';

/** Body of `POST /v2/pre-recorded/:id/queue`: what is left out remains as it is. */
export const queueRequest = z.object({
  /** True to stop the job where it is, false to let it go on. */
  paused: z.boolean().optional(),
  /** True to run it before all other waiting jobs. */
  first: z.literal(true).optional(),
});

/** Response of `GET /v2/pre-recorded/:id/partial`. */
export const partialTranscript = z.object({
  /** False if the text is kept back until the job is done, because it will be redacted. */
  available: z.boolean(),
  /** Windows so far; pass it as `from` to read only later ones. */
  windows: z.int().min(0),
  /** Utterances of the requested windows, in order: as recognised, before any add-on. */
  utterances: z.array(utterance),
  languages: z.array(transcriptionLanguageCode),
});

/** Whether people may read the text of the job while it runs. */
export const isShownEarly = ({ pii_redaction }: Pick<RequestParams, 'pii_redaction'>): boolean =>
  !pii_redaction;

export type QueueRequest = z.infer<typeof queueRequest>;
export type PartialTranscript = z.infer<typeof partialTranscript>;
