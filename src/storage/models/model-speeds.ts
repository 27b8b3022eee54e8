import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'model-speeds';
/** Tokens that language models read in a second. */
const READING_KEY = 'reading-speeds';
/** Weight of the last measurement. */
const NEWEST = 0.5;

/** By model and device. */
const modelSpeeds = z.record(z.string(), z.record(z.string(), z.number().positive())).catch({});

export type ModelSpeeds = z.infer<typeof modelSpeeds>;

/** Speeds of models on this device, by id and place: seconds of audio, or words, in a second. */
export const getModelSpeeds = (): Promise<ModelSpeeds> => getSpeeds(KEY);

/** How many tokens language models read in a second on this device, by their id and by where they ran. */
export const getReadingSpeeds = (): Promise<ModelSpeeds> => getSpeeds(READING_KEY);

/** Remembers how fast a model was; `perSecond` above 0. */
export const noteModelSpeed = (modelId: string, device: string, perSecond: number): Promise<void> =>
  noteSpeed(KEY, modelId, device, perSecond);

/** Remembers how fast a language model read. */
export const noteReadingSpeed = (modelId: string, device: string, perSecond: number): Promise<void> =>
  noteSpeed(READING_KEY, modelId, device, perSecond);

async function getSpeeds(key: string): Promise<ModelSpeeds> {
  return modelSpeeds.parse((await (await database()).get('settings', key)) ?? {});
}

async function noteSpeed(key: string, modelId: string, device: string, perSecond: number): Promise<void> {
  await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const all = modelSpeeds.parse((await store.get(key)) ?? {});
    const before = all[modelId]?.[device] ?? perSecond;
    const now = before + (perSecond - before) * NEWEST;
    await store.put({ ...all, [modelId]: { ...all[modelId], [device]: now } }, key);
  });
}
