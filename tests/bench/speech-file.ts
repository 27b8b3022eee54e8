import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { seededRandom } from '../../src/lib/seeded-random.ts';

const SAMPLE_RATE = 16_000;
const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** The plain English clips of one speaker each, as 16-bit mono WAV. */
const CLIPS = ['en_hello.wav', 'en_pii.wav', 'en_jon_smyth.wav', 'en_late.wav', 'en_yes.wav'];

const truthFile = z.object({
  clips: z.array(
    z.object({
      file: z.string(),
      sentences: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
    }),
  ),
});

interface Sentence {
  text: string;
  pcm: Int16Array;
}

export interface SpeechFile {
  path: string;
  /** Seconds. */
  duration: number;
  /** What is said in it. */
  text: string;
}

interface SpeechPlan {
  /** Seconds. */
  duration: number;
  /**
   * Share of the file that is silence between sentences, 0 to 1, in addition to the short pause after every sentence.
   */
  silence: number;
}

/** Pause between sentences in continuous speech, in seconds. */
const BREATH = 0.3;
const SHORTEST_PAUSE = 1.5;
const LONGEST_PAUSE = 6;

const audioFolder = join(import.meta.dirname, '../fixtures/mini/audio');

function readSentences(): Sentence[] {
  const truth = truthFile.parse(JSON.parse(readFileSync(join(audioFolder, 'truth.json'), 'utf8')));
  return CLIPS.flatMap((file) => {
    const wav = readFileSync(join(audioFolder, file));
    if (wav.toString('latin1', 36, 40) !== 'data') throw new Error(`${file} is not a plain WAV file.`);
    const samples = new Int16Array(
      wav.buffer.slice(wav.byteOffset + HEADER_BYTES, wav.byteOffset + wav.length),
    );
    const sentences = truth.clips.find((clip) => clip.file === file)?.sentences ?? [];
    return sentences.map(({ text, start, end }) => ({
      text,
      pcm: samples.slice(Math.round((start - 0.05) * SAMPLE_RATE), Math.round((end + 0.05) * SAMPLE_RATE)),
    }));
  });
}

/**
 * Writes a WAV file (16 kHz, mono, 16 bit) that repeats the clips' sentences. The same plan produces the same file:
 * pauses, if any, are 1.5 to 6 s long and occur whenever silence lags behind its share.
 */
export function writeSpeechFile(path: string, { duration, silence }: SpeechPlan): SpeechFile {
  const total = Math.round(duration * SAMPLE_RATE);
  const sentences = readSentences();
  const random = seededRandom(7);
  const said: string[] = [];
  const file = openSync(path, 'w');
  try {
    writeSync(file, wavHeader(total));
    let written = 0;
    let silent = 0;
    const write = (samples: Int16Array) => {
      writeSync(file, samples);
      written += samples.length;
    };
    for (let index = 0; ; index++) {
      const { text, pcm } = sentences[index % sentences.length] ?? { text: '', pcm: new Int16Array() };
      const lagging = silent < silence * written;
      const pause = lagging ? SHORTEST_PAUSE + random() * (LONGEST_PAUSE - SHORTEST_PAUSE) : BREATH;
      const quiet = noiseFloor(Math.round(pause * SAMPLE_RATE), random);
      if (written + quiet.length + pcm.length > total) break;
      write(quiet);
      write(pcm);
      said.push(text);
      if (lagging) silent += quiet.length;
    }
    write(noiseFloor(total - written, random));
  } finally {
    closeSync(file);
  }
  return { path, duration: total / SAMPLE_RATE, text: said.join(' ') };
}

/** Silence as from a microphone: ±1 step of 16 bits. */
function noiseFloor(length: number, random: () => number): Int16Array {
  return Int16Array.from({ length }, () => Math.round(random() * 2 - 1));
}

function wavHeader(samples: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const dataBytes = samples * BYTES_PER_SAMPLE;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
