import type { AddonControl, AddonEngine, AddonNeeds, AddonView } from '../../addons/addon-view.ts';
import { addonViews } from '../../addons/addon-views.ts';

/** An add-on that the options offer. */
export interface OfferedAddon {
  key: string;
  label: string;
  control: AddonControl;
  note: string | undefined;
}

/** Add-ons that stand together, under a title where they have one. */
export interface OfferedGroup {
  title: string | undefined;
  addons: OfferedAddon[];
}

const MODELS: Readonly<Record<AddonEngine, string>> = {
  nnsplit: 'a model for sentences',
  'text-classification': 'a model that judges text',
  'text-generation': 'a language model',
  'token-classification': 'a model that labels words',
  translation: 'a translation model',
};

/** All that the options offer, in order. */
export function offeredAddons(
  views: Iterable<readonly [string, AddonView]> = addonViews,
): readonly OfferedGroup[] {
  const offered = [...views].flatMap(([key, { label, control, needs }]) =>
    control ? [{ key, label, control, note: control.note ?? noteOf(needs) }] : [],
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

/** What must be installed, where no rules do the work. */
function noteOf(needs: AddonNeeds | undefined): string | undefined {
  const engine = needs?.models[0]?.engine;
  if (!engine || needs?.otherwise === 'rules') return undefined;
  return `Needs ${MODELS[engine]}, unless the browser has its own; see Models.`;
}
