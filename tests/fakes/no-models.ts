import type { AddonTools } from '../../src/addons/addon.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { inEnglish, msg } from '../../src/lib/errors/msg.ts';

type NotedTools = AddonTools & { notes: string[]; facts: Record<string, unknown> };

/** An add-on's tools if nothing is installed and the browser offers nothing; records notes and facts. */
export function noModels(tools: Partial<AddonTools> = {}): NotedTools {
  const notes: string[] = [];
  const facts: Record<string, unknown> = {};
  return {
    notes,
    facts,
    punctuation: async () => ({}),
    tokenClassifier: async () => null,
    textClassifier: async () => null,
    translator: async () => {
      throw new AppError('model_missing', msg`No model is installed.`);
    },
    textGenerator: async () => null,
    findSounds: async () => [],
    browser: {
      translator: async () => null,
      summarize: async () => null,
      prompt: async () => null,
      promptTokens: async () => null,
    },
    onProgress: () => undefined,
    onOutput: () => undefined,
    onPlan: () => undefined,
    onFacts: (more) => void Object.assign(facts, more),
    note: async (text) => {
      notes.push(inEnglish(text));
    },
    ...tools,
  };
}
