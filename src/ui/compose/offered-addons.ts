import type { AddonControl, AddonNeeds, AddonView } from '../../addons/addon-view.ts';
import { addonViews } from '../../addons/addon-views.ts';
import { translate } from '../texts/texts.ts';

/** An add-on that the options offer. */
export interface OfferedAddon {
  key: string;
  label: string;
  control: AddonControl;
  note: string | undefined;
  needs: AddonNeeds | null;
}

/** Add-ons that are together, under a title where they have one. */
export interface OfferedGroup {
  title: string | undefined;
  addons: OfferedAddon[];
}

function inLanguage(control: AddonControl): AddonControl {
  switch (control.kind) {
    case 'switch':
      return control.group === undefined ? control : { ...control, group: translate(control.group) };
    case 'choice': {
      const choices = Object.entries(control.choices).map(([choice, name]) => [choice, translate(name)]);
      const parts = control.parts?.map((part) => ({
        ...part,
        label: translate(part.label),
        placeholder: translate(part.placeholder),
      }));
      return {
        ...control,
        none: translate(control.none),
        choices: Object.fromEntries(choices),
        ...(parts && { parts }),
      };
    }
    case 'lines':
      return { ...control, placeholder: translate(control.placeholder) };
    case 'languages':
      return { ...control, none: translate(control.none) };
  }
}

/** All that the options offer, in order, in the language that is shown. */
export function offeredAddons(
  views: Iterable<readonly [string, AddonView]> = addonViews,
): readonly OfferedGroup[] {
  const offered = [...views].flatMap(([key, { label, control, needs }]) =>
    control
      ? [
          {
            key,
            label: translate(label),
            control: inLanguage(control),
            note: control.note && translate(control.note),
            needs: needs ?? null,
          },
        ]
      : [],
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
