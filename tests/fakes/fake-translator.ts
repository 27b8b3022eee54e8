import type { AddonTools } from '../../src/addons/addon.ts';
import type { BrowserModels, Translator, TranslatorOptions } from '../../src/language/text/text-models.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { inEnglish, msg } from '../../src/lib/errors/msg.ts';
import { noModels } from './no-models.ts';

interface Asked {
  pair: string;
  quality: string;
  text: string;
  options: TranslatorOptions;
}

export interface FakeTools {
  asked: Asked[];
  fractions: number[];
  facts: Record<string, unknown>;
  notes: string[];
  tools: AddonTools;
}

/** Tools whose models write with `write`; it returns null for pairs that nothing here translates. */
export function fakeTools(
  write: (asked: { text: string; options: TranslatorOptions; pair: string }) => string[] | null,
  browser: BrowserModels['translator'] = async () => null,
): FakeTools {
  const fake: Omit<FakeTools, 'tools'> = { asked: [], fractions: [], facts: {}, notes: [] };
  const translator: AddonTools['translator'] = async (source, target, quality): Promise<Translator> => {
    const pair = `${source}-${target}`;
    if (write({ text: '', options: {}, pair }) === null) {
      const [from, into] = [{ languages: [source] }, { languages: [target] }];
      throw new AppError('model_missing', msg`No installed model translates from ${from} into ${into}.`);
    }
    return {
      modelId: `model-${pair}`,
      translate: async (text, options = {}) => {
        fake.asked.push({ pair, quality, text, options });
        return (write({ text, options, pair }) ?? []).map((made, index) => ({
          source: text,
          text: made,
          score: -index / 10,
          tokens: [1, 2],
        }));
      },
    };
  };
  const tools = noModels({
    translator,
    browser: { ...noModels().browser, translator: browser },
    onProgress: (fraction) => void fake.fractions.push(fraction),
    onFacts: (facts) => void Object.assign(fake.facts, facts),
    note: async (text) => void fake.notes.push(inEnglish(text)),
  });
  return { ...fake, tools };
}
