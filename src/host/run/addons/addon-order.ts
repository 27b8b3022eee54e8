import type { AddonKey, AddonSchema } from '../../../addons/addon-schema.ts';
import { addonSchemas } from '../../../addons/addon-schemas.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';

/** A stage's requested add-ons, each after those named in its `after`. */
export function requestedAddons(
  request: RequestParams,
  stage: AddonSchema['stage'],
  schemas: readonly AddonSchema[] = addonSchemas,
): AddonKey[] {
  const requested = schemas.filter((schema) => schema.stage === stage && request[schema.key]);
  return inOrder(requested).map(({ key }) => key);
}

/** Add-ons that also read translations. */
export const addonsOfTranslations = (request: RequestParams): AddonKey[] => {
  const also = new Set(addonSchemas.flatMap(({ key, alsoTranslations }) => (alsoTranslations ? [key] : [])));
  return requestedAddons(request, 'transcript').filter((key) => also.has(key));
};

/** Depth first; throws an Error if add-ons depend on each other. */
function inOrder(schemas: readonly AddonSchema[]): AddonSchema[] {
  const ordered: AddonSchema[] = [];
  const place = (schema: AddonSchema, waiting: readonly AddonKey[]) => {
    if (ordered.includes(schema)) return;
    if (waiting.includes(schema.key))
      throw new Error(`Add-ons wait for each other: ${[...waiting, schema.key].join(' → ')}.`);
    for (const before of schema.after) {
      const other = schemas.find(({ key }) => key === before);
      if (other) place(other, [...waiting, schema.key]);
    }
    ordered.push(schema);
  };
  for (const schema of schemas.toSorted((a, b) => a.key.localeCompare(b.key))) place(schema, []);
  return ordered;
}
