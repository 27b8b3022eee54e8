import type { AddonApi } from './addon-schema.ts';

const found = import.meta.glob<AddonApi>('./*/schema.ts', { eager: true, import: 'api' });

/** What each add-on's folder says for the description of the interface, by key. */
export const addonApis: ReadonlyMap<string, AddonApi> = new Map(
  Object.entries(found).map(([path, api]) => [path.split('/')[1] ?? '', api]),
);
