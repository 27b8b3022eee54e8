import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import { chineseScript } from '../../contract/transcripts/chinese-script.ts';
import { transcriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { z } from '../../lib/zod.ts';
import type { Capability, DeviceClass } from '../../pool/index.ts';
import { checkpointRecord, type JobRecord } from '../../storage/database/records.ts';

/** What another device needs to run a job, besides its recording. It came through the pool, so it is parsed there. */
export const poolSpec = z.object({
  params: requestParams,
  automatic: z.boolean(),
  switch_languages: z.boolean(),
  chinese_script: chineseScript.optional(),
  spoken_languages: z.array(transcriptionLanguageCode).optional(),
  sent_language_model: z.string().nullable(),
});

/** What it sends back. */
export const poolResult = z.object({
  result: transcriptionResult,
  session: z.record(z.string(), z.unknown()),
  audio_duration: z.number().min(0),
  number_of_channels: z.int().min(1),
});

/** A finished window, which the next owner goes on behind. */
export const poolWindow = checkpointRecord.omit({ job_id: true });

export type PoolSpec = z.infer<typeof poolSpec>;
export type PoolResult = z.infer<typeof poolResult>;

export const specOf = ({
  params,
  automatic,
  switch_languages,
  chinese_script,
  spoken_languages,
  sent_language_model,
}: JobRecord): PoolSpec => ({
  // The receiver's address is nobody else's business: the origin delivers.
  params: {
    ...params,
    callback: false,
    callback_config: undefined,
    callback_url: undefined,
    custom_metadata: null,
    audio_url: null,
  },
  automatic: automatic ?? false,
  switch_languages: switch_languages ?? false,
  ...(chinese_script && { chinese_script }),
  ...(spoken_languages && { spoken_languages }),
  sent_language_model,
});

/** What a device must be able to do for this job. */
export const capabilityOf = (
  { params, automatic }: Pick<JobRecord, 'params' | 'automatic'>,
  device: DeviceClass,
): Capability => {
  const [language = 'any', ...others] = params.language_config.languages;
  return {
    engine: automatic ? 'automatic' : params.model,
    language: others.length > 0 ? 'any' : language,
    device,
  };
};
