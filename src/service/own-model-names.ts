import { ownModelId } from '../contract/jobs/own-model-id.ts';
import { inApp } from '../lib/addresses/app-base.ts';
import { z } from '../lib/zod.ts';
import { listModelFiles, OWN_MODEL_DESCRIPTION } from '../storage/models/model-file-store.ts';

/** What is read of the list of models on the app's server. */
const servedNames = z.object({
  models: z.array(z.object({ id: z.string(), own: z.unknown().optional(), named: z.boolean().optional() })),
});

/**
 * The id of the user's own model with this name, or of the app's own: its id or its folder's name, in any case. Null if there is none.
 * Looks at the imported models first, then at those on the app's server.
 */
export async function findOwnModel(name: string): Promise<string | null> {
  const wanted = ownModelId(name);
  const imported = (await listModelFiles()).filter(
    ({ path, complete }) => path === OWN_MODEL_DESCRIPTION && complete,
  );
  if (imported.some(({ model_id }) => model_id === wanted)) return wanted;
  return (await servedOwnModels()).includes(wanted) ? wanted : null;
}

/** Ids of the user's own models on the app's server. */
async function servedOwnModels(): Promise<string[]> {
  // The worker's script is a classic one, which has no access to its own URL; a sandboxed frame has no origin.
  const origin = globalThis.location?.origin;
  if (!origin || origin === 'null') return [];
  try {
    const response = await fetch(new URL(inApp('/models/index.json'), origin), { cache: 'no-cache' });
    if (!response.ok) return [];
    const { models } = servedNames.parse(await response.json());
    return models.flatMap(({ id, own, named }) => (own || named ? [id] : []));
  } catch (error) {
    console.warn(`The list of served models could not be read: ${String(error)}`);
    return [];
  }
}
