import { join } from 'node:path';
import { countWordErrors, wordErrorRate } from '../word-error-rate.ts';
import { nonSpeech } from './non-speech.ts';
import {
  percent,
  samplesOf,
  section,
  sharedAudio,
  textOf,
  transcriptionOf,
  type WhisperPart,
} from './whisper-part.ts';
import { writeWav } from './write-wav.ts';

/** Recordings in which nobody speaks. */
export const nonSpeechPart: WhisperPart = async (app) => {
  let words = 0;
  const recordings = Object.entries(nonSpeech());
  for (const [name, pcm] of recordings) {
    const path = join(app.folder, `${name.replaceAll(' ', '-')}.wav`);
    writeWav(path, pcm);
    const { utterances } = transcriptionOf(await app.transcribe(path));
    const heard = utterances.flatMap((utterance) => utterance.words);
    console.log(`${name.padEnd(60)}${heard.map(({ word }) => word).join('') || 'no word'}`);
    words += heard.length;
  }
  return [
    {
      section,
      name: `words in ${recordings.length} recordings without speech`,
      value: words,
      unit: '',
      atMost: 0,
    },
  ];
};

const JFK = {
  file: 'whisper.cpp/jfk.wav',
  text: 'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
};
const LEVELS = [1, 0.5, 0.2, 0.1, 0.05, 0.02];

/** One recording, ever quieter. */
export const levelPart: WhisperPart = async (app) => {
  const pcm = samplesOf(JFK.file);
  const rates: number[] = [];
  for (const level of LEVELS) {
    const path = join(app.folder, `level-${level}.wav`);
    writeWav(
      path,
      pcm.map((sample) => sample * level),
    );
    const errors = countWordErrors(JFK.text, textOf(await app.transcribe(path)));
    console.log(`JFK × ${level}`.padEnd(60) + percent(wordErrorRate(errors)));
    rates.push(wordErrorRate(errors) * 100);
  }
  const [loudest = 0] = rates;
  return [
    {
      section,
      name: `JFK × ${LEVELS.at(-1)} to × 1: most that quiet costs`,
      value: Math.max(...rates) - loudest,
      unit: 'points',
      atMost: 1,
    },
  ];
};

/** Of `own/left-out-speech.flac`, according to the notes beside it. */
const LEFT_OUT =
  'We are expecting some turbulence. Thank you. 1 From fairest creatures we desire increase, That thereby ' +
  "beauty's rose might never die, But as the riper should by time decease, His tender heir might bear his memory: " +
  "But thou contracted to thine own bright eyes, Feed'st thy light's flame with self-substantial fuel, Making a " +
  'famine where abundance lies, Thy self thy foe, to thy sweet self too cruel:';

/** A recording of which one pass leaves most out. */
export const leftOutPart: WhisperPart = async (app) => {
  const job = await app.transcribe(sharedAudio('own/left-out-speech.flac'));
  const errors = countWordErrors(LEFT_OUT, textOf(job));
  console.log(textOf(job));
  console.log(JSON.stringify(job.post_session_metadata.unheard ?? []));
  return [
    {
      section,
      name: `left-out speech: words missing of ${errors.referenceWords}`,
      value: (errors.deletions / errors.referenceWords) * 100,
      unit: '%',
      atMost: 10,
    },
    {
      section,
      name: 'left-out speech: word errors',
      value: wordErrorRate(errors) * 100,
      unit: '%',
      atMost: 20,
    },
  ];
};
