import type { BrowserModels } from '../addons/text-models.ts';

/** The models that this browser brings along, for add-ons; pages only. */
export const browserModels: BrowserModels = {
  translate: async () => null,
  summarize: async () => null,
  promptTokens: async () => null,
  prompt: async () => null,
};
