import type { TranslationQuality } from '../../language/text/text-models.ts';
import { catalogue, isTranslating } from '../manifest/catalogue.ts';
import type { TranslatingModel } from '../manifest/manifest.ts';
import { downloadSize, isFixture } from '../manifest/manifest-files.ts';
import { type ChosenModel, listInstalled } from './choose-stage-model.ts';

/** One model, or two: into English and from English. */
export type TranslationRoute =
  | [ChosenModel<TranslatingModel>]
  | [ChosenModel<TranslatingModel>, ChosenModel<TranslatingModel>];

const OVER = 'en';

/** Mozilla's come first, then those made for a pair. */
function rankOf({ engine, pairs }: TranslatingModel): number {
  if (engine === 'marian') return 2;
  return pairs === 'any' ? 0 : 1;
}

/** Whether a model translates between the two languages. */
function translates({ pairs, languages }: TranslatingModel, source: string, target: string): boolean {
  if (pairs !== 'any') return pairs.some(([from, to]) => from === source && to === target);
  const knows = (code: string) => languages === 'all' || languages.includes(code);
  return source !== target && knows(source) && knows(target);
}

const bytesOf = ({ model, choice }: ChosenModel<TranslatingModel>): number =>
  downloadSize(model, choice.filesOf).bytes;

/** Models that translate the pair directly, best first for this quality. */
function direct(
  installed: readonly ChosenModel<TranslatingModel>[],
  source: string,
  target: string,
  quality: TranslationQuality,
): ChosenModel<TranslatingModel>[] {
  const able = installed.filter(({ model }) => translates(model, source, target));
  switch (quality) {
    case 'base':
      return able.toSorted((a, b) => bytesOf(a) - bytesOf(b));
    case 'batch':
      return able.toSorted((a, b) => rankOf(b.model) - rankOf(a.model) || bytesOf(b) - bytesOf(a));
    case 'enhanced':
      return able.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  }
}

/**
 * Which installed models translate between two languages: one that does so directly, otherwise two via English; null
 * if there are none. Two of Mozilla's come before one for many languages. Fixtures of the tests serve where no others do.
 *
 * @param installed in manifest order
 * @param quality `base`: the smallest; `batch`: Mozilla's, then one made for this pair, then one for many languages; `enhanced`:
 *   the largest
 */
export function routeTranslation(
  installed: readonly ChosenModel<TranslatingModel>[],
  source: string,
  target: string,
  quality: TranslationQuality,
): TranslationRoute | null {
  const real = installed.filter(({ model }) => !isFixture(model));
  const route = routeOver(real, source, target, quality);
  return route || real.length === installed.length ? route : routeOver(installed, source, target, quality);
}

function routeOver(
  installed: readonly ChosenModel<TranslatingModel>[],
  source: string,
  target: string,
  quality: TranslationQuality,
): TranslationRoute | null {
  const [alone] = direct(installed, source, target, quality);
  const [into] = source === OVER ? [] : direct(installed, source, OVER, quality);
  const [from] = target === OVER ? [] : direct(installed, OVER, target, quality);
  const over: TranslationRoute | null = into && from ? [into, from] : null;
  if (!alone || !over || quality === 'enhanced') return alone ? [alone] : over;
  // Two of Mozilla's are smaller and faster than one model for many languages.
  return rankOf(alone.model) === 0 && over.every(({ model }) => model.engine === 'marian') ? over : [alone];
}

/** The same for what is installed here. */
export async function chooseTranslation(
  source: string,
  target: string,
  quality: TranslationQuality,
): Promise<TranslationRoute | null> {
  return routeTranslation(await listInstalled(isTranslating), source, target, quality);
}

/** Models of the manifest that translate a pair directly, the largest first. */
export function largestTranslators(source: string, target: string): TranslatingModel[] {
  const bytes = (model: TranslatingModel): number =>
    Math.max(0, ...(['webgpu', 'wasm'] as const).map((device) => downloadSize(model, device).bytes));
  return catalogue
    .filter(isTranslating)
    .filter((model) => model.scope === 'general' && translates(model, source, target))
    .toSorted((a, b) => bytes(b) - bytes(a));
}

/** Titles of the models that can be installed for a language pair, the best first. */
export function translationOffers(source: string, target: string): string[] {
  return catalogue
    .filter(isTranslating)
    .filter((model) => model.scope === 'general' && translates(model, source, target))
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .map(({ title }) => title);
}
