import type { AddonKey, AddonSchema } from './addon-schema.ts';

const found = import.meta.glob<AddonSchema>('./*/schema.ts', { eager: true, import: 'schema' });

/** The schema of every add-on that has a folder, in the order of the request's parameters. */
export const addonSchemas: readonly AddonSchema[] = Object.values(found).sort(
  (a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || (a.key < b.key ? -1 : 1),
);

/** The schema of an add-on. Throws Error where it has no folder. */
export function addonSchema(key: AddonKey): AddonSchema {
  const schema = addonSchemas.find((one) => one.key === key);
  if (!schema) throw new Error(`There is no add-on called ${key}.`);
  return schema;
}
