import type { TranslationConfig } from '../contract/request-configs.ts';
import { catalogue } from './catalogue.ts';
import { type ChosenModel, listInstalled } from './choose-stage-model.ts';
import { downloadSize, type ManifestModel, type TranslationModel } from './manifest.ts';

type Quality = TranslationConfig['model'];

/** One model, or two: into English, and from it. */
export type TranslationRoute =
  | [ChosenModel<TranslationModel>]
  | [ChosenModel<TranslationModel>, ChosenModel<TranslationModel>];

const OVER = 'en';

const isTranslation = (model: ManifestModel): model is TranslationModel => model.engine === 'translation';

const isPair = ({ pairs }: TranslationModel): boolean => pairs !== 'any';

/** Whether a model translates from one language into the other. */
function translates({ pairs, languages }: TranslationModel, source: string, target: string): boolean {
  if (pairs !== 'any') return pairs.some(([from, to]) => from === source && to === target);
  const knows = (code: string) => languages === 'all' || languages.includes(code);
  return source !== target && knows(source) && knows(target);
}

const bytesOf = ({ model, choice }: ChosenModel<TranslationModel>): number =>
  downloadSize(model, choice.filesOf).bytes;

/** Models that do the pair alone, best first for this quality. */
function direct(
  installed: readonly ChosenModel<TranslationModel>[],
  source: string,
  target: string,
  quality: Quality,
): ChosenModel<TranslationModel>[] {
  const able = installed.filter(({ model }) => translates(model, source, target));
  switch (quality) {
    case 'base':
      return able.toSorted((a, b) => bytesOf(a) - bytesOf(b));
    case 'batch':
      return able.toSorted((a, b) => Number(isPair(b.model)) - Number(isPair(a.model)));
    case 'enhanced':
      return able.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  }
}

/**
 * Which of the installed models translate from one language into the other: one that does both, else two over English;
 * null where there are none.
 *
 * @param installed in the order of the manifest
 * @param quality `base`: the smallest; `batch`: one made for this pair, then one for many languages; `enhanced`: the largest
 */
export function routeTranslation(
  installed: readonly ChosenModel<TranslationModel>[],
  source: string,
  target: string,
  quality: Quality,
): TranslationRoute | null {
  const [alone] = direct(installed, source, target, quality);
  if (alone) return [alone];
  const [into] = direct(installed, source, OVER, quality);
  const [from] = direct(installed, OVER, target, quality);
  return into && from ? [into, from] : null;
}

/** The same with what is installed here. */
export async function chooseTranslation(
  source: string,
  target: string,
  quality: Quality,
): Promise<TranslationRoute | null> {
  return routeTranslation(await listInstalled(isTranslation), source, target, quality);
}

/** Titles of the models that anyone can install for a pair of languages, the best for it first. */
export function translationOffers(source: string, target: string): string[] {
  return catalogue
    .filter(isTranslation)
    .filter((model) => model.scope === 'general' && translates(model, source, target))
    .toSorted((a, b) => Number(isPair(b)) - Number(isPair(a)))
    .map(({ title }) => title);
}
