import type { AddonResultView, AddonView } from '../../../addons/addon-view.ts';
import { addonViews } from '../../../addons/addon-views.ts';
import { addonEnvelope } from '../../../contract/addons/addon-envelope.ts';
import { z } from '../../../lib/zod.ts';
import type { PanelTab } from '../panel-tabs.ts';

const envelope = addonEnvelope(z.unknown());

/** What an add-on gave, and how it is shown. */
export interface ShownResult {
  key: string;
  view: AddonResultView;
  envelope: z.infer<typeof envelope>;
}

/** The results of add-ons, in order. */
export function shownResults(
  result: object,
  views: Iterable<readonly [string, AddonView]> = addonViews,
): ShownResult[] {
  return [...views]
    .flatMap(([key, { result: view }]) => {
      if (!view) return [];
      const given = envelope.safeParse(Reflect.get(result, key));
      return given.success ? [{ key, view, envelope: given.data }] : [];
    })
    .filter(({ view, envelope }) => view.nothing !== null || !envelope.success || !envelope.is_empty)
    .sort((a, b) => a.view.order - b.view.order);
}

/** Add-ons whose results are shown under the names. */
export const NAME_RESULTS: readonly string[] = ['named_entity_recognition', 'name_consistency'];

/** Whether results of an add-on are shown under a tab: answers and names have their own, all others are with the summary. */
export function isShownIn(tab: PanelTab, key: string): boolean {
  if (key === 'audio_to_llm') return tab === 'ask';
  return tab === (NAME_RESULTS.includes(key) ? 'names' : 'summary');
}
