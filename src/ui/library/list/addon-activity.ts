import { addonViews } from '../../../addons/addon-views.ts';
import { translate } from '../../texts/texts.ts';

/** What a job is doing while an add-on runs; `addon` is its key on the wire. */
export const addonActivity = (addon: string): string =>
  translate(addonViews.get(addon)?.activity ?? 'Working on the transcript');
