import { type TranscriptionLanguageCode, transcriptionLanguageCode } from '../../contract/language-code.ts';
import { AppError } from '../../lib/errors.ts';

/** Codes that recognisers use for a language which the wire names otherwise. */
const OTHER_NAMES: Readonly<Record<string, TranscriptionLanguageCode>> = {
  jv: 'jw',
  iw: 'he',
  in: 'id',
  nb: 'no',
  fil: 'tl',
  cmn: 'zh',
  yue: 'zh',
};

/**
 * A recogniser's language → the wire's code (specification §2.7); a region is dropped ("pt-BR" → "pt").
 *
 * @throws AppError `internal` for a language that the wire has no code for
 */
export function toTranscriptionLanguage(code: string): TranscriptionLanguageCode {
  const base = code.toLowerCase().split(/[-_]/)[0] ?? '';
  const parsed = transcriptionLanguageCode.safeParse(OTHER_NAMES[base] ?? base);
  if (parsed.success) return parsed.data;
  throw new AppError('internal', `The recogniser named a language that cannot be transcribed: "${code}".`);
}
