import type { Speed } from '../../language/text/text-models.ts';
import {
  getModelSpeeds,
  getReadingSpeeds,
  noteModelSpeed,
  noteReadingSpeed,
} from '../../storage/models/model-speeds.ts';
import type { Device } from '../manifest/manifest.ts';

/**
 * Remembers a model's speed on a device, seconds of audio or words in a second, for the list; failures are harmless.
 */
export function noteSpeed(modelId: string, device: Device, perSecond: number): void {
  noteModelSpeed(modelId, device, perSecond).catch((error: unknown) => console.warn(error));
}

/** Remembers how many tokens a language model read in a second. */
export function noteReading(modelId: string, device: Device, perSecond: number): void {
  noteReadingSpeed(modelId, device, perSecond).catch((error: unknown) => console.warn(error));
}

/** Words that a token makes; in scripts other than Latin fewer. */
const WORDS_A_TOKEN = 0.75;

/** Tokens in a second that a language model read and wrote on a device; null until both were measured, or if that cannot be read. */
export async function knownSpeed(modelId: string, device: Device): Promise<Speed | null> {
  try {
    const [writing, reading] = await Promise.all([getModelSpeeds(), getReadingSpeeds()]);
    const words = writing[modelId]?.[device];
    const read = reading[modelId]?.[device];
    return words === undefined || read === undefined ? null : { read, write: words / WORDS_A_TOKEN };
  } catch (error) {
    console.warn(error);
    return null;
  }
}
