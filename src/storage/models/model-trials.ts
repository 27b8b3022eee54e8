import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

/** Stored beside the settings. */
const KEY = 'model-trials';

const modelTrial = z.object({
  /** Represents the files that were tried: others are tried anew. */
  files: z.string(),
  at: z.iso.datetime(),
  /** Why the model cannot be used; null if it can. */
  fault: z.string().nullable(),
});

/** What became of trying a model of the user's own. */
export type ModelTrial = z.infer<typeof modelTrial>;

const modelTrials = z.record(z.string(), modelTrial).catch({});

export async function getModelTrial(modelId: string): Promise<ModelTrial | null> {
  const stored = await (await database()).get('settings', KEY);
  return modelTrials.parse(stored ?? {})[modelId] ?? null;
}

export async function noteModelTrial(modelId: string, trial: ModelTrial): Promise<void> {
  await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const trials = modelTrials.parse((await store.get(KEY)) ?? {});
    await store.put({ ...trials, [modelId]: modelTrial.parse(trial) }, KEY);
  });
}
