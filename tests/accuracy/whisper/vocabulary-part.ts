import { normaliseWords, wordErrorRate } from '../word-error-rate.ts';
import { percent, section, textOf, type WhisperPart } from './whisper-part.ts';
import { errorsIn, textClips } from './words-part.ts';

/** Names in the texts of two recordings, and ones that occur in neither. */
const VOCABULARIES = [
  {
    clip: 'aeneas/de.mp3',
    terms: ['Grimmelshausen', 'Simplicissimus', 'Sternfels von Fuchshaim'],
    said: true,
  },
  { clip: 'aeneas/es.mp3', terms: ['Tamayo', 'Baus', 'Valdemoro'], said: true },
  { clip: 'aeneas/de.mp3', terms: ['Kubernetes', 'Grafana', 'Kaczmarek'], said: false },
  { clip: 'whisper.cpp/jfk.wav', terms: ['Kubernetes', 'Grafana', 'Kaczmarek'], said: false },
];

/** What a vocabulary adds where its terms are said, and what it costs where they are not. */
export const vocabularyPart: WhisperPart = async (app) => {
  let found = 0;
  let said = 0;
  let harm = 0;
  const without = new Map<string, number>();
  for (const { clip: name, terms, said: areSaid } of VOCABULARIES) {
    const clip = textClips().find((one) => one.name === name);
    if (!clip) throw new Error(`${name} is missing.`);
    const plain = without.get(name) ?? wordErrorRate(errorsIn(clip, textOf(await app.transcribe(clip.path))));
    without.set(name, plain);
    const text = textOf(
      await app.transcribe(clip.path, {
        custom_vocabulary: true,
        custom_vocabulary_config: { vocabulary: terms },
      }),
    );
    const rate = wordErrorRate(errorsIn(clip, text));
    const words = normaliseWords(text).join(' ');
    const present = terms.filter((term) => words.includes(normaliseWords(term).join(' ')));
    console.log(`${name} with ${terms.join(', ')}`.padEnd(80) + percent(plain) + percent(rate));
    if (areSaid) {
      found += present.length;
      said += terms.length;
    }
    harm = Math.max(harm, rate - plain, areSaid ? 0 : present.length);
  }
  return [
    { section, name: `vocabulary: terms found of ${said} that are said`, value: found, unit: '', atLeast: 4 },
    { section, name: 'vocabulary: most that one costs', value: harm * 100, unit: 'points', atMost: 0 },
  ];
};
