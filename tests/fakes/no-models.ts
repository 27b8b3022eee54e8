import type { AddonTools } from '../../src/addons/addon.ts';
import { AppError } from '../../src/lib/errors.ts';

/** What add-ons get where nothing is installed and the browser offers nothing; notes are kept. */
export function noModels(tools: Partial<AddonTools> = {}): AddonTools & { notes: string[] } {
  const notes: string[] = [];
  return {
    notes,
    punctuation: async () => ({}),
    tokenClassifier: async () => null,
    textClassifier: async () => null,
    translator: async () => {
      throw new AppError('model_missing', 'No model is installed.');
    },
    textGenerator: async () => null,
    browser: {
      translator: async () => null,
      summarize: async () => null,
      prompt: async () => null,
      promptTokens: async () => null,
    },
    onProgress: () => undefined,
    onOutput: () => undefined,
    onFacts: () => undefined,
    note: async (text) => {
      notes.push(text);
    },
    ...tools,
  };
}
