import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';

/** What one file of several has of its own, as values of its two fields; 'same' where it has nothing. */
export interface OwnOptions {
  /** A language's code; empty to detect it. */
  language: string;
  /** 'none', 'unknown' or a number. */
  speakers: string;
}

export const SAME: OwnOptions = { language: 'same', speakers: 'same' };

/** The options of one file: those of all, but for what it has of its own. */
export function fileOptions(shared: SubmitOptions, { language, speakers }: OwnOptions): SubmitOptions {
  const known = TRANSCRIPTION_LANGUAGE_CODES.find((code) => code === language);
  return {
    ...shared,
    ...(language !== 'same' && {
      languages: known ? [known] : [],
      codeSwitching: !known && shared.codeSwitching,
      // The model that was chosen for another language may not cover this one.
      ...(known && { model: 'automatic' as const }),
    }),
    ...(speakers !== 'same' && {
      speakers: speakers === 'none' ? null : speakers === 'unknown' ? ('unknown' as const) : Number(speakers),
    }),
  };
}
