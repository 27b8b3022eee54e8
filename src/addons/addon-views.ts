import type { AddonView } from './addon-view.ts';

const found = import.meta.glob<AddonView>('./*/schema.ts', { eager: true, import: 'view' });

/** How people meet each add-on, by its key. */
export const addonViews: ReadonlyMap<string, AddonView> = new Map(
  Object.entries(found).map(([path, view]) => [path.split('/')[1] ?? '', view]),
);
