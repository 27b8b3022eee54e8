import type { Figure } from '../../runner/figure.ts';
import { type ReferenceClip, recordedClips } from '../reference-clips.ts';
import { countWordErrors, sumWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';
import { percent, section, textOf, transcriptionOf, type WhisperPart } from './whisper-part.ts';

/** Text as `countWordErrors` compares it; languages whose words vary in their spaces are counted in characters. */
const BY_CHARACTER = new Set(['ja', 'ko']);

interface Scored {
  language: string;
  errors: WordErrors;
  languageRight: boolean;
}

export const textClips = (): ReferenceClip[] =>
  recordedClips().filter(
    ({ channels, languages }) => channels.length === 1 && channels[0]?.text && languages.length === 1,
  );

export function errorsIn(clip: ReferenceClip, text: string): WordErrors {
  const [language = 'en'] = clip.languages;
  const truth = clip.channels[0]?.text ?? '';
  if (!BY_CHARACTER.has(language)) return countWordErrors(truth, text, language);
  // The comparison splits Japanese into characters.
  return countWordErrors(truth, text, 'ja');
}

/** Words in eight languages, and the language found in each recording. */
export const wordsPart: WhisperPart = async (app) => {
  const scored: Scored[] = [];
  for (const clip of textClips()) {
    const [language = 'en'] = clip.languages;
    const job = await app.transcribe(clip.path);
    const errors = errorsIn(clip, textOf(job));
    const found = transcriptionOf(job).languages;
    console.log(`${clip.name.padEnd(60)}${percent(wordErrorRate(errors))}  ${found.join('+')}`);
    scored.push({ language, errors, languageRight: found.join() === language });
  }
  const rate = (chosen: readonly Scored[]) =>
    wordErrorRate(sumWordErrors(chosen.map(({ errors }) => errors))) * 100;
  const units = (chosen: readonly Scored[]) =>
    chosen.reduce((sum, { errors }) => sum + errors.referenceWords, 0);
  const languages = [...new Set(scored.map(({ language }) => language))].sort();
  const byLanguage = languages.map((language): Figure => {
    const own = scored.filter((one) => one.language === language);
    const name = `word errors, ${language} (${own.length} clips, ${units(own)} units)`;
    return { section, name, value: rate(own), unit: '%' };
  });
  const right = scored.filter(({ languageRight }) => languageRight).length;
  return [
    ...byLanguage,
    {
      section,
      name: `word errors, pooled (${scored.length} clips, ${units(scored)} units)`,
      value: rate(scored),
      unit: '%',
      atMost: 12.5,
    },
    {
      section,
      name: `language found in ${scored.length} clips`,
      value: (right / scored.length) * 100,
      unit: '%',
      atLeast: 100,
    },
  ];
};
