/** Languages a recording can be transcribed in: ISO 639-1, plus `haw` and Whisper's `jw` (specification §2.7). */
export const TRANSCRIPTION_LANGUAGE_CODES = [
  'af',
  'am',
  'ar',
  'as',
  'az',
  'ba',
  'be',
  'bg',
  'bn',
  'bo',
  'br',
  'bs',
  'ca',
  'cs',
  'cy',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fo',
  'fr',
  'gl',
  'gu',
  'ha',
  'haw',
  'he',
  'hi',
  'hr',
  'ht',
  'hu',
  'hy',
  'id',
  'is',
  'it',
  'ja',
  'jw',
  'ka',
  'kk',
  'km',
  'kn',
  'ko',
  'la',
  'lb',
  'ln',
  'lo',
  'lt',
  'lv',
  'mg',
  'mi',
  'mk',
  'ml',
  'mn',
  'mr',
  'ms',
  'mt',
  'my',
  'ne',
  'nl',
  'nn',
  'no',
  'oc',
  'pa',
  'pl',
  'ps',
  'pt',
  'ro',
  'ru',
  'sa',
  'sd',
  'si',
  'sk',
  'sl',
  'sn',
  'so',
  'sq',
  'sr',
  'su',
  'sv',
  'sw',
  'ta',
  'te',
  'tg',
  'th',
  'tk',
  'tl',
  'tr',
  'tt',
  'uk',
  'ur',
  'uz',
  'vi',
  'yi',
  'yo',
  'zh',
] as const;

export type TranscriptionLanguage = (typeof TRANSCRIPTION_LANGUAGE_CODES)[number];

/** Languages a transcript can be translated into: the same, with `wo` after `vi` (specification §2.7). */
export const TRANSLATION_LANGUAGE_CODES = [
  ...TRANSCRIPTION_LANGUAGE_CODES.slice(0, TRANSCRIPTION_LANGUAGE_CODES.indexOf('vi') + 1),
  'wo',
  ...TRANSCRIPTION_LANGUAGE_CODES.slice(TRANSCRIPTION_LANGUAGE_CODES.indexOf('vi') + 1),
] as const;

/** Codes of models and browsers that the API lacks, and their replacements. */
const API_CODE: Record<string, string> = { yue: 'zh', jv: 'jw', tgl: 'tl', iw: 'he', nb: 'no', fil: 'tl' };

/** `nb` → `no`: the transcription language code of a language. */
export const apiLanguage = (code: string): string => API_CODE[code] ?? code;

/** `en-GB` → `en`; null for a language that is not transcribed. */
export function spokenLanguage(tag: string): TranscriptionLanguage | null {
  if (!/^[\w-]{2,}$/.test(tag)) return null;
  try {
    const code = apiLanguage(new Intl.Locale(tag).language);
    return TRANSCRIPTION_LANGUAGE_CODES.find((one) => one === code) ?? null;
  } catch {
    return null;
  }
}
