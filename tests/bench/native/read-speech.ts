import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { recordedClips } from '../../accuracy/reference-clips.ts';
import { SAMPLE_RATE, writeWav } from '../../accuracy/whisper/write-wav.ts';
import { readWav } from '../../miniatures/read-wav.ts';

/** Seconds between two clips. */
const SHORTEST_PAUSE = 0.2;
const LONGEST_PAUSE = 3;

export interface ReadSpeech {
  path: string;
  /** Seconds. */
  duration: number;
  text: string;
}

type Decode = (recording: string, wav: string) => Promise<void>;

/**
 * Writes all English recordings with a text, each once in every round and each round in another order, until they are so
 * long. The same every time.
 */
export async function writeReadSpeech(folder: string, seconds: number, decode: Decode): Promise<ReadSpeech> {
  const clips = await englishClips(folder, decode);
  const random = seededRandom(653);
  const parts: Float32Array[] = [];
  const said: string[] = [];
  const total = seconds * SAMPLE_RATE;
  let length = 0;
  const add = (part: Float32Array) => {
    parts.push(part);
    length += part.length;
  };
  while (length < total) {
    const round = clips.map((clip) => ({ clip, place: random() })).sort((a, b) => a.place - b.place);
    for (const { clip } of round) {
      if (length >= total) break;
      add(clip.pcm);
      said.push(clip.text);
      add(
        new Float32Array(
          Math.round((SHORTEST_PAUSE + random() * (LONGEST_PAUSE - SHORTEST_PAUSE)) * SAMPLE_RATE),
        ),
      );
    }
  }
  const pcm = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  const path = join(folder, `read-speech-${Math.round(seconds)}.wav`);
  writeWav(path, pcm);
  return { path, duration: length / SAMPLE_RATE, text: said.join(' ') };
}

/** One recording of each text: the collection has some in several containers. */
async function englishClips(folder: string, decode: Decode): Promise<{ pcm: Float32Array; text: string }[]> {
  const byText = new Map<string, string>();
  for (const { path, languages, channels } of recordedClips()) {
    const text = channels.length === 1 ? channels[0]?.text : undefined;
    if (text && languages.join() === 'en' && !byText.has(text)) byText.set(text, path);
  }
  const wav = join(folder, 'clip.wav');
  const clips: { pcm: Float32Array; text: string }[] = [];
  for (const [text, path] of byText) {
    await decode(path, wav);
    const [pcm = new Float32Array()] = readWav(readFileSync(wav));
    clips.push({ pcm, text });
  }
  return clips;
}
