import { z } from '../../lib/zod.ts';
import { hasUserInfo, httpUrl, NO_USER_INFO } from './request-configs.ts';

/** Specification §2.1; `size` in bytes, `audio_duration` in seconds, 0 if only decoding would show it. */
export const audioMetadata = z.object({
  id: z.string(),
  filename: z.string(),
  extension: z.string(),
  size: z.int().min(0),
  audio_duration: z.number().min(0),
  number_of_channels: z.int().min(1),
});

/** Body of an upload by URL. */
export const uploadByUrl = z.object({
  audio_url: httpUrl.refine((address) => !hasUserInfo(address), NO_USER_INFO),
});

/** Response of `POST /v2/upload` (specification §4.1). */
export const uploadedFile = z.object({ audio_url: z.url(), audio_metadata: audioMetadata });

export type AudioMetadata = z.infer<typeof audioMetadata>;
export type UploadedFile = z.infer<typeof uploadedFile>;
