import {
  type TranscriptionLanguageCode,
  transcriptionLanguageCode,
} from '../../contract/transcripts/language-code.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** Recognisers' language codes that differ from the API's. */
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
 * Maps a recogniser's language to the API's code (specification §2.7); drops the region ("pt-BR" → "pt").
 *
 * @throws AppError `internal` for a language without an API code
 */
export function toTranscriptionLanguage(code: string): TranscriptionLanguageCode {
  const base = code.toLowerCase().split(/[-_]/)[0] ?? '';
  const parsed = transcriptionLanguageCode.safeParse(OTHER_NAMES[base] ?? base);
  if (parsed.success) return parsed.data;
  throw new AppError('internal', msg`The recogniser named a language that cannot be transcribed: "${code}".`);
}
