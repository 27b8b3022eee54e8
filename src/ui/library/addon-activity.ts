import { addonViews } from '../../addons/addon-views.ts';

/** What a job is doing while an add-on runs; `addon` is its key on the wire. */
export const addonActivity = (addon: string): string =>
  addonViews.get(addon)?.activity ?? 'Working on the transcript';
