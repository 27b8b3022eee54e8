import type { TranslationQuality } from '../../language/text/text-models.ts';
import { catalogue } from '../manifest/catalogue.ts';
import { downloadSize, type ManifestModel, type TranslationModel } from '../manifest/manifest.ts';
import { type ChosenModel, listInstalled } from './choose-stage-model.ts';

/** One model, or two: into English and from English. */
export type TranslationRoute =
  | [ChosenModel<TranslationModel>]
  | [ChosenModel<TranslationModel>, ChosenModel<TranslationModel>];

const OVER = 'en';

const isTranslation = (model: ManifestModel): model is TranslationModel => model.engine === 'translation';

const isPair = ({ pairs }: TranslationModel): boolean => pairs !== 'any';

/** Whether a model translates between the two languages. */
function translates({ pairs, languages }: TranslationModel, source: string, target: string): boolean {
  if (pairs !== 'any') return pairs.some(([from, to]) => from === source && to === target);
  const knows = (code: string) => languages === 'all' || languages.includes(code);
  return source !== target && knows(source) && knows(target);
}

const bytesOf = ({ model, choice }: ChosenModel<TranslationModel>): number =>
  downloadSize(model, choice.filesOf).bytes;

/** Models that translate the pair directly, best first for this quality. */
function direct(
  installed: readonly ChosenModel<TranslationModel>[],
  source: string,
  target: string,
  quality: TranslationQuality,
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
 * Which installed models translate between two languages: one that does so directly, otherwise two via English; null
 * if there are none.
 *
 * @param installed in manifest order
 * @param quality `base`: the smallest; `batch`: one made for this pair, otherwise one for many languages; `enhanced`:
 *   the largest
 */
export function routeTranslation(
  installed: readonly ChosenModel<TranslationModel>[],
  source: string,
  target: string,
  quality: TranslationQuality,
): TranslationRoute | null {
  const [alone] = direct(installed, source, target, quality);
  if (alone) return [alone];
  const [into] = direct(installed, source, OVER, quality);
  const [from] = direct(installed, OVER, target, quality);
  return into && from ? [into, from] : null;
}

/** The same for what is installed here. */
export async function chooseTranslation(
  source: string,
  target: string,
  quality: TranslationQuality,
): Promise<TranslationRoute | null> {
  return routeTranslation(await listInstalled(isTranslation), source, target, quality);
}

/** Models of the manifest that translate a pair directly, the largest first. */
export function largestTranslators(source: string, target: string): TranslationModel[] {
  const bytes = (model: TranslationModel): number =>
    Math.max(0, ...(['webgpu', 'wasm'] as const).map((device) => downloadSize(model, device).bytes));
  return catalogue
    .filter(isTranslation)
    .filter((model) => model.scope === 'general' && translates(model, source, target))
    .toSorted((a, b) => bytes(b) - bytes(a));
}

/** Titles of the models that can be installed for a language pair, the best first. */
export function translationOffers(source: string, target: string): string[] {
  return catalogue
    .filter(isTranslation)
    .filter((model) => model.scope === 'general' && translates(model, source, target))
    .toSorted((a, b) => Number(isPair(b)) - Number(isPair(a)))
    .map(({ title }) => title);
}
