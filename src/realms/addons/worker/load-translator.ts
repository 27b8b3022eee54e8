import type { AddonTools } from '../../../addons/addon.ts';
import type { Translator } from '../../../language/text/text-models.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { ChosenModel } from '../../../models/choice/choose-stage-model.ts';
import {
  chooseTranslation,
  largestTranslators,
  translationOffers,
} from '../../../models/choice/choose-translation.ts';
import type { TranslatingModel } from '../../../models/manifest/manifest.ts';
import { marianTranslator } from './marian-translator.ts';
import { pivotTranslator } from './pivot-translator.ts';
import { takeModel } from './take-model.ts';

/** What is installed to translate between the two languages. */
export const translator: AddonTools['translator'] = async (source, target, quality) => {
  const route = await chooseTranslation(source, target, quality);
  if (!route) throw new AppError('model_missing', whatToInstall(source, target));
  const [first, second] = route;
  const made = second
    ? (chained(source, first.model, second.model) ??
      pivotTranslator(single(first, source, 'en'), single(second, 'en', target)))
    : single(first, source, target);
  if (quality !== 'enhanced') return made;
  const [largest] = largestTranslators(source, target);
  const isLargest = largest === undefined || route.some(({ model }) => model.id === largest.id);
  return isLargest ? made : Object.assign(made, { shortfall: smallerThan(largest.title, made.modelId) });
};

/** Both directions in one call of the engine; null if it does not run both. */
const chained = (source: string, into: TranslatingModel, from: TranslatingModel): Translator | null =>
  into.engine === 'marian' && from.engine === 'marian' ? marianTranslator(source, into, from) : null;

const smallerThan = (wanted: string, used: string): Message =>
  msg`enhanced was asked for, but ${wanted} is not installed; ${used} translated.`;

function whatToInstall(source: string, target: string): Message {
  const offers = translationOffers(source, target);
  const either = offers
    .slice(1)
    .reduce<string | Message>((list, one) => msg`${list} or ${one}`, offers[0] ?? '');
  const [from, into] = [{ languages: [source] }, { languages: [target] }];
  return offers.length > 0
    ? msg`No installed model translates from ${from} into ${into}. Install ${either} under Models, then translate again.`
    : msg`No known model translates from ${from} into ${into}.`;
}

function single(
  { model, choice }: ChosenModel<TranslatingModel>,
  source: string,
  target: string,
): Translator {
  if (model.engine === 'marian') return marianTranslator(source, model);
  const chosen = { model, choice };
  return {
    modelId: model.id,
    async translate(text, options) {
      const { loadTranslator } = await import('../../../language/text/translator.ts');
      // Acquired again each time, since it may have been released meanwhile.
      const loaded = await takeModel(chosen, loadTranslator);
      return loaded.translate(text, { ...options, source, target });
    },
  };
}
