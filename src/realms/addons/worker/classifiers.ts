import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { TextClassifier, TokenClassifier } from '../../../language/text/text-models.ts';
import { chooseStageModel } from '../../../models/choice/choose-stage-model.ts';
import { takeModel } from './take-model.ts';

export async function tokenClassifier(use: AddonKey, language: string): Promise<TokenClassifier | null> {
  const chosen = await chooseStageModel('token-classification', use, language);
  if (!chosen) return null;
  const { loadTokenClassifier } = await import('../../../language/text/token-classifier.ts');
  return {
    modelId: chosen.model.id,
    labels: async () => (await takeModel(chosen, loadTokenClassifier)).labels,
    labelWords: async (words) => (await takeModel(chosen, loadTokenClassifier)).labelWords(words),
  };
}

export async function textClassifier(use: AddonKey, language: string): Promise<TextClassifier | null> {
  const chosen = await chooseStageModel('text-classification', use, language);
  if (!chosen) return null;
  const { loadTextClassifier } = await import('../../../language/text/text-classifier.ts');
  return {
    modelId: chosen.model.id,
    classify: async (text) => (await takeModel(chosen, loadTextClassifier)).classify(text),
  };
}
