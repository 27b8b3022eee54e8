import type { AddonNeeds } from '../../addons/addon-view.ts';
import { lackOfAddon } from '../../client/models/model-needs.ts';
import type { ModelsState } from './models-state.svelte.ts';

/** Whether an add-on would fail because it lacks a model. False until the models are loaded. */
export const lacksAddon = (models: ModelsState, needs: AddonNeeds | null, languages: readonly string[]) =>
  models.items.length > 0 && needs !== null && lackOfAddon(needs, languages, models.items) !== null;
