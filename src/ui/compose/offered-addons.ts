import type { AddonControl, AddonNeeds, AddonView } from '../../addons/addon-view.ts';
import { addonViews } from '../../addons/addon-views.ts';

/** An add-on that the options offer. */
export interface OfferedAddon {
  key: string;
  label: string;
  control: AddonControl;
  note: string | undefined;
  needs: AddonNeeds | null;
}

/** Add-ons that stand together, under a title where they have one. */
export interface OfferedGroup {
  title: string | undefined;
  addons: OfferedAddon[];
}

/** All that the options offer, in order. */
export function offeredAddons(
  views: Iterable<readonly [string, AddonView]> = addonViews,
): readonly OfferedGroup[] {
  const offered = [...views].flatMap(([key, { label, control, needs }]) =>
    control ? [{ key, label, control, note: control.note, needs: needs ?? null }] : [],
  );
  const groups: OfferedGroup[] = [];
  for (const addon of offered.sort((a, b) => a.control.order - b.control.order)) {
    const title = addon.control.kind === 'switch' ? addon.control.group : undefined;
    const last = groups.at(-1);
    if (title !== undefined && last?.title === title) last.addons.push(addon);
    else groups.push({ title, addons: [addon] });
  }
  return groups;
}
