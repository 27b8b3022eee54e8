import { join } from 'node:path';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { recordedClips } from '../reference-clips.ts';
import { median, reachedInto, type WordTime, wordTimeErrors } from '../word-time-error.ts';
import { samplesOf, section, transcriptionOf, type WhisperPart } from './whisper-part.ts';
import { SAMPLE_RATE, writeWav } from './write-wav.ts';

/** The shortest pause that a word must not reach into, and a longer one, seconds. */
const PAUSES = [0.6, 2];
/** Kept before a sentence's first word and behind its last one, seconds. */
const EDGE = 0.05;
const UH_SECONDS = 0.4;
const UH_HZ = 115;
/** Formants of a neutral vowel, Hz. */
const FORMANTS = [600, 1100, 2500];
const BREATH_SECONDS = 0.5;
/** Of the noise of a room. */
const QUIET = 0.0005;

const made = (seconds: number, sampleAt: (time: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) => sampleAt(at / SAMPLE_RATE));

const noise = (seconds: number, amplitude: number): Float32Array => {
  const draw = seededRandom(7);
  return made(seconds, () => amplitude * (2 * draw() - 1));
};

const swell = (time: number, seconds: number) => Math.sin((Math.PI * time) / seconds);

function uh(): Float32Array {
  const harmonics = Array.from({ length: 25 }, (_, index) => (index + 1) * UH_HZ);
  const strength = (hz: number) =>
    FORMANTS.reduce(
      (sum, formant, index) => sum + Math.exp(-(((hz - formant) / 150) ** 2)) / (index + 1),
      0.02,
    );
  return made(UH_SECONDS, (time) => {
    const sum = harmonics.reduce(
      (all, hz) => all + strength(hz) * Math.sin(2 * Math.PI * hz * (1 - 0.1 * time) * time),
      0,
    );
    return 0.05 * sum * swell(time, UH_SECONDS);
  });
}

const breath = (): Float32Array =>
  noise(BREATH_SECONDS, 0.01).map((value, at) => value * swell(at / SAMPLE_RATE, BREATH_SECONDS));

interface Sentence {
  pcm: Float32Array;
  words: WordTime[];
}

/** From its first word to its last one. */
function sentenceOf(file: string, words: readonly WordTime[]): Sentence {
  const from = Math.max(0, (words[0]?.start ?? 0) - EDGE);
  const to = (words.at(-1)?.end ?? 0) + EDGE;
  return {
    pcm: samplesOf(file).slice(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)),
    words: words.map((word) => moved(word, -from)),
  };
}

const moved = (word: WordTime, by: number): WordTime => ({
  ...word,
  start: word.start + by,
  end: word.end + by,
});
const secondsOf = (pcm: Float32Array) => pcm.length / SAMPLE_RATE;

/** Sentences behind an "uh", a breath or another sentence, and a pause. */
export const pausesPart: WhisperPart = async (app) => {
  const starts: number[] = [];
  const shifts: number[] = [];
  let reaching = 0;
  let recordings = 0;
  for (const clip of recordedClips()) {
    const truth = clip.channels[0]?.words;
    if (!truth) continue;
    const sentence = sentenceOf(clip.name, truth);
    const leads: Record<string, Sentence> = {
      uh: { pcm: uh(), words: [] },
      breath: { pcm: breath(), words: [] },
      sentence,
    };
    for (const [name, lead] of Object.entries(leads)) {
      for (const pause of PAUSES) {
        const opening = concatenate([noise(0.3, QUIET), lead.pcm]);
        const begin = secondsOf(opening) + pause;
        const words = [
          ...lead.words.map((word) => moved(word, 0.3)),
          ...sentence.words.map((word) => moved(word, begin)),
        ];
        const path = join(app.folder, `${name}-${pause}.wav`);
        writeWav(path, concatenate([opening, noise(pause, QUIET), sentence.pcm, noise(0.5, QUIET)]));
        const { utterances } = transcriptionOf(
          await app.transcribe(path, { language_config: { languages: clip.languages } }),
        );
        const heard = utterances.flatMap((utterance) => utterance.words);
        const { startErrors, startShifts } = wordTimeErrors(words, heard);
        const silent = [{ start: begin - pause + EDGE, end: begin + EDGE }];
        const inside = reachedInto(heard, silent);
        console.log(
          `${clip.name}, ${name}, ${pause} s`.padEnd(60) +
            `${Math.round(median(startErrors) * 1000)} ms, reaching into the pause: ${inside.map(({ word }) => word).join(' ') || 'none'}`,
        );
        starts.push(...startErrors);
        shifts.push(...startShifts);
        reaching += inside.length;
        recordings += 1;
      }
    }
  }
  return [
    {
      section,
      name: `word starts behind an "uh", a breath or a pause, median error (${starts.length} words)`,
      value: median(starts) * 1000,
      unit: 'ms',
      atMost: 40,
    },
    {
      section,
      name: 'the same with its sign: below zero, words begin early',
      value: median(shifts) * 1000,
      unit: 'ms',
    },
    {
      section,
      name: `words that reach into a pause of 0.6 s or more, in ${recordings} recordings`,
      value: reaching,
      unit: '',
      atMost: 0,
    },
  ];
};
