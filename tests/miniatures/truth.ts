import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const word = z.object({ word: z.string(), start: z.number(), end: z.number() });
const sentence = z.object({
  text: z.string(),
  language: z.string(),
  channel: z.int(),
  start: z.number(),
  end: z.number(),
  words: z.array(word),
});
const clip = z.object({
  file: z.string(),
  channels: z.int(),
  duration: z.number(),
  languages: z.array(z.string()),
  text: z.string(),
  sentences: z.array(sentence),
});
export const truthFile = z.object({ clips: z.array(clip) });

export type TrueClip = z.infer<typeof clip>;
export type TrueWord = z.infer<typeof word>;

export const AUDIO = new URL('../fixtures/mini/audio/', import.meta.url);

/** What is said in the synthetic clips, and when. */
export async function readTruth(): Promise<TrueClip[]> {
  return truthFile.parse(JSON.parse(await readFile(new URL('truth.json', AUDIO), 'utf8'))).clips;
}
