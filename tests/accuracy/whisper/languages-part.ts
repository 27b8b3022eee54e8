import { join } from 'node:path';
import { z } from 'zod';
import { countWordErrors, wordErrorRate } from '../word-error-rate.ts';
import {
  joined,
  percent,
  samplesOf,
  section,
  textOf,
  transcriptionOf,
  type WhisperApp,
  type WhisperPart,
} from './whisper-part.ts';
import { writeWav } from './write-wav.ts';

const ENGLISH = {
  file: 'leopard/test.wav',
  text: 'Mr. Quilter is the apostle of the middle classes and we are glad to welcome his gospel.',
};
const GERMAN = {
  file: 'leopard/test_de.wav',
  text: 'Der hinter diesem Portal liegenden Raum wurde als Leichenhalle genutzt.',
};
const GAPS = [1, 8];

const toldLanguages = z.object({
  other_languages: z
    .array(z.object({ language: z.string(), start: z.number(), end: z.number() }))
    .default([]),
});

/** Two languages in one recording: with code switching both are right; without it the second is named. */
export const languagesPart: WhisperPart = async (app) => {
  let errors = 0;
  let words = 0;
  let told = 0;
  for (const gap of GAPS) {
    const path = join(app.folder, `two-languages-${gap}.wav`);
    writeWav(path, joined([samplesOf(ENGLISH.file), samplesOf(GERMAN.file)], gap));
    const switched = await app.transcribe(path, { language_config: { code_switching: true } });
    const heard = transcriptionOf(switched);
    const counted = countWordErrors(`${ENGLISH.text} ${GERMAN.text}`, heard.full_transcript);
    errors += counted.substitutions + counted.insertions + counted.deletions;
    words += counted.referenceWords;
    console.log(
      `switching, pause of ${gap} s`.padEnd(60) +
        percent(wordErrorRate(counted)) +
        `  ${heard.languages.join('+')}`,
    );
    if (await isTold(app, path, gap)) told += 1;
  }
  const french = await app.transcribe(samplesPath(ENGLISH.file, app), {
    language_config: { languages: ['fr'] },
  });
  const [asked] = toldLanguages.parse(french.post_session_metadata).other_languages;
  console.log(`English heard as French`.padEnd(60) + JSON.stringify(asked ?? null) + textOf(french));
  return [
    {
      section,
      name: `two languages with code switching: word errors (${words} words)`,
      value: (errors / words) * 100,
      unit: '%',
      atMost: 15,
    },
    {
      section,
      name: `two languages without it: the second is named, of ${GAPS.length}`,
      value: told,
      unit: '',
      atLeast: GAPS.length,
    },
    {
      section,
      name: 'English heard as French: English is named',
      value: asked?.language === 'en' ? 1 : 0,
      unit: '',
      atLeast: 1,
    },
  ];
};

function samplesPath(file: string, app: WhisperApp): string {
  const path = join(app.folder, file.replaceAll('/', '-'));
  writeWav(path, samplesOf(file));
  return path;
}

/** Whether the result says that German is spoken, from where it begins to within a second. */
async function isTold(app: WhisperApp, path: string, gap: number): Promise<boolean> {
  const job = await app.transcribe(path);
  const { other_languages: others } = toldLanguages.parse(job.post_session_metadata);
  const begins = samplesOf(ENGLISH.file).length / 16_000 + gap;
  console.log(`no switching, pause of ${gap} s`.padEnd(60) + JSON.stringify(others));
  return others.some(({ language, start }) => language === 'de' && Math.abs(start - begins) <= 1);
}
