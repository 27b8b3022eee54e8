import { z } from '../../lib/zod.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';

/** Only http(s): a `blob:` URL belongs to the page that created it and cannot be read by another realm. */
export const httpUrl = z.url({ protocol: /^https?$/ }).meta({ pattern: '^https?://' });

/** Whether a URL carries a user name or a password, which no recording and no receiver needs. */
export const hasUserInfo = (address: string): boolean =>
  URL.canParse(address) && new URL(address).username + new URL(address).password !== '';

export const NO_USER_INFO = 'must not contain a user name or a password';

/** Specification §2.6. */
export const languageConfig = z.object({
  languages: z.array(transcriptionLanguageCode).default([]),
  code_switching: z.boolean().default(false),
});

/** Specification §2.4, CallbackConfig. */
export const callbackConfig = z.object({
  url: httpUrl,
  method: z.enum(['POST', 'PUT']).default('POST'),
});

/** Specification §2.4, DiarizationConfig. `number_of_speakers` overrides the limits, of which 0 means none. */
export const diarizationConfig = z.object({
  number_of_speakers: z.int().min(1).optional(),
  min_speakers: z.int().min(0).optional(),
  max_speakers: z.int().min(0).optional(),
});

/** Voices to call by name, each with an upload in which only its person speaks. */
export const knownSpeakers = z.array(z.object({ name: z.string().min(1), audio_url: httpUrl })).max(4);

/** A part of a recording, in seconds of it. */
export const spanConfig = z
  .object({ start: z.number().min(0), end: z.number().positive() })
  .refine(({ start, end }) => end > start, { path: ['end'], message: 'must be greater than start' });

export type LanguageConfig = z.infer<typeof languageConfig>;
export type CallbackConfig = z.infer<typeof callbackConfig>;
export type DiarizationConfig = z.infer<typeof diarizationConfig>;
/** A part of a recording, in seconds. */
export type Span = z.infer<typeof spanConfig>;
