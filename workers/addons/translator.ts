import type { AddonTools } from '../../src/addons/addon.ts';
import type { Translator, TranslatorOptions } from '../../src/addons/text-models.ts';
import type { Translated } from '../../src/engine/text/translator.ts';
import { AppError } from '../../src/lib/errors.ts';
import type { ChosenModel } from '../../src/models/choose-stage-model.ts';
import { chooseTranslation, translationOffers } from '../../src/models/choose-translation.ts';
import type { TranslationModel } from '../../src/models/manifest.ts';
import { takeModel } from './model-shelf.ts';

/** What is installed to translate from one language into the other. */
export const translator: AddonTools['translator'] = async (source, target, quality) => {
  const route = await chooseTranslation(source, target, quality);
  if (!route) throw new AppError('model_missing', whatToInstall(source, target));
  const [first, second] = route;
  if (!second) return single(first, source, target);
  return overEnglish(single(first, source, 'en'), single(second, 'en', target));
};

function whatToInstall(source: string, target: string): string {
  const offers = translationOffers(source, target);
  return offers.length > 0
    ? `No installed model translates from ${source} into ${target}. Install ${offers.join(' or ')} under Models, and create the job again.`
    : `No model that Earshot knows translates from ${source} into ${target}.`;
}

function single(chosen: ChosenModel<TranslationModel>, source: string, target: string): Translator {
  return {
    modelId: chosen.model.id,
    async translate(text, options) {
      const { loadTranslator } = await import('../../src/engine/text/translator.ts');
      // Taken anew each time: meanwhile it may have been given up for another.
      const model = await takeModel(chosen, loadTranslator);
      return model.translate(text, { ...options, source, target });
    },
  };
}

/** What was said before is not read along: the two models would need it in English, too. */
function overEnglish(into: Translator, from: Translator): Translator {
  return {
    modelId: `${into.modelId}+${from.modelId}`,
    async translate(text, { before: _, ...options }: TranslatorOptions = {}): Promise<Translated[]> {
      const [english] = await into.translate(text, { beams: options.beams ?? 1 });
      const found = await from.translate(english?.text ?? '', options);
      return found.map((one) => ({ ...one, source: text }));
    },
  };
}
