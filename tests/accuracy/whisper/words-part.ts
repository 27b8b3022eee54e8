import type { Quality } from '../../../src/contract/jobs/quality.ts';
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

/** Most word errors of all recordings together, in percent. */
const AIMS: Record<Quality, number> = { fast: 12.5, careful: 11 };

const ofQuality =
  (quality: Quality): WhisperPart =>
  async (app) => {
    const scored: Scored[] = [];
    const label = quality === 'fast' ? '' : `${quality}: `;
    for (const clip of textClips()) {
      const [language = 'en'] = clip.languages;
      const job = await app.transcribe(clip.path, { quality });
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
      const name = `${label}word errors, ${language} (${own.length} clips, ${units(own)} units)`;
      return { section, name, value: rate(own), unit: '%' };
    });
    const right = scored.filter(({ languageRight }) => languageRight).length;
    return [
      ...byLanguage,
      {
        section,
        name: `${label}word errors, pooled (${scored.length} clips, ${units(scored)} units)`,
        value: rate(scored),
        unit: '%',
        atMost: AIMS[quality],
      },
      {
        section,
        name: `${label}language found in ${scored.length} clips`,
        value: (right / scored.length) * 100,
        unit: '%',
        atLeast: 100,
      },
    ];
  };

/** Words in eight languages, and the language found in each recording. */
export const wordsPart = ofQuality('fast');

/** The same by beam search. */
export const carefulPart = ofQuality('careful');
