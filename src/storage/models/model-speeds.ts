import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'model-speeds';
/** Weight of the last measurement. */
const NEWEST = 0.5;

/** By model and device. */
const modelSpeeds = z.record(z.string(), z.record(z.string(), z.number().positive())).catch({});

export type ModelSpeeds = z.infer<typeof modelSpeeds>;

/**
 * How fast models were on this device, by their id and by where they ran: seconds of audio in each second of a speech model, words in each
 * second of a language model.
 */
export async function getModelSpeeds(): Promise<ModelSpeeds> {
  return modelSpeeds.parse((await (await database()).get('settings', KEY)) ?? {});
}

/** Remembers how fast a model was; `perSecond` above 0. */
export async function noteModelSpeed(modelId: string, device: string, perSecond: number): Promise<void> {
  await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const all = modelSpeeds.parse((await store.get(KEY)) ?? {});
    const before = all[modelId]?.[device] ?? perSecond;
    const now = before + (perSecond - before) * NEWEST;
    await store.put({ ...all, [modelId]: { ...all[modelId], [device]: now } }, KEY);
  });
}
