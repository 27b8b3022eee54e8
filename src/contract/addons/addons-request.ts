import { z } from '../../lib/zod.ts';
import { preRecordedJob } from '../jobs/pre-recorded-job.ts';
import { diarizationConfig } from '../jobs/request-configs.ts';
import { refuseFarTimes } from '../transcripts/far-time.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';
import { utterance } from '../transcripts/utterance.ts';
import { addonParameters } from './addon-parameters.ts';

/** A transcript in the caller's own words, such as a corrected one. The rest is made from its utterances. */
export const givenTranscription = z
  .object({
    utterances: z.array(utterance).min(1),
    full_transcript: z.string().optional(),
    languages: z.array(transcriptionLanguageCode).optional(),
  })
  .superRefine(refuseFarTimes);

/** Body of `POST /v2/pre-recorded/:id/addons`: the switches and configurations of a job, and nothing else of it. */
export const addonsRequest = z.object({
  diarization: z.boolean().default(false),
  diarization_config: diarizationConfig.optional(),
  ...addonParameters,
  transcription: givenTranscription.optional(),
});

/** Response of `GET /v2/pre-recorded/:id/addons`: the runs, newest first. */
export const addonRuns = z.object({ items: z.array(preRecordedJob) });

export type GivenTranscription = z.infer<typeof givenTranscription>;
export type AddonsRequestInput = z.input<typeof addonsRequest>;
export type AddonRuns = z.infer<typeof addonRuns>;
