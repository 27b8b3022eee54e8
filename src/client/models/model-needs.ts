import type { AddonNeeds } from '../../addons/addon-view.ts';
import type { Message } from '../../lib/errors/msg.ts';
import { isInstalled, isQuick, type ListedModel } from './listed-model.ts';

/** What is lacking for a part of a result. */
export interface Lack {
  /** To be installed together; empty if this device can run none, and `reason` says why. */
  models: ListedModel[];
  reason: Message | null;
}

/** Null if a model for it is installed, or the manifest has none. `languages` of the transcript, empty if unknown. */
export function lackOfAddon(
  { models: wanted, otherwise }: AddonNeeds,
  languages: readonly string[],
  models: readonly ListedModel[],
): Lack | null {
  const knows = (model: ListedModel) =>
    model.languages === 'all' ||
    languages.length === 0 ||
    languages.some((language) => model.languages.includes(language));
  const able = wanted.flatMap(({ engine, use }) =>
    models.filter(
      (model) => model.engine === engine && (use === undefined || model.uses.includes(use)) && knows(model),
    ),
  );
  // Rules have written something already: nobody waits longer for better without asking for it.
  if (otherwise === 'rules') return lackOf(able.filter((model) => isReady(model) || isQuick(model)));
  // The same offer as among the sets.
  return lackOf(able.toSorted((a, b) => Number(isQuick(b)) - Number(isQuick(a))));
}

/** Null if an installed model recognises them, or none can. `languages` is empty if they are detected. */
export function lackOfSpeech(languages: readonly string[], models: readonly ListedModel[]): Lack | null {
  const able = models.filter(
    ({ purpose, languages: known }) =>
      purpose === 'transcribe' &&
      (known === 'all' || languages.every((language) => known.includes(language))),
  );
  return lackOf(able.toSorted((a, b) => Number(b.offeredFirst ?? false) - Number(a.offeredFirst ?? false)));
}

/** Whether a model translates between two languages directly. */
function translates(
  { pairs, languages }: Pick<ListedModel, 'pairs' | 'languages'>,
  from: string,
  to: string,
): boolean {
  if (pairs === null) return false;
  if (pairs !== 'any') return pairs.some(([one, other]) => one === from && other === to);
  return languages === 'all' || (languages.includes(from) && languages.includes(to));
}

/** Whether installed models translate between two languages, perhaps through English. */
export function canTranslate(source: string, target: string, models: readonly ListedModel[]): boolean {
  const over = (one: string, other: string) =>
    models.some((model) => isReady(model) && translates(model, one, other));
  return over(source, target) || (over(source, 'en') && over('en', target));
}

/** What to install to translate between two languages; null if an installed model does, or none can. */
export function lackOfTranslation(
  source: string,
  target: string,
  models: readonly ListedModel[],
): Lack | null {
  if (source === target || canTranslate(source, target, models)) return null;
  const from = (one: string, other: string) =>
    offered(models.filter((model) => translates(model, one, other)));
  const direct = from(source, target);
  if (direct[0]?.engine === 'marian') return lackOf(direct);
  // Two of Mozilla's need a tenth of one model for many languages.
  const halves = [from(source, 'en'), from('en', target)];
  if (!halves.every(([first]) => first?.engine === 'marian' && first.unusable === null))
    return lackOf(direct);
  return { models: halves.flatMap((half) => lackOf(half)?.models ?? []), reason: null };
}

/** What to install to translate each of some languages into each of others; null if nothing is missing, or none can. */
export function lackOfTranslations(
  sources: readonly string[],
  targets: readonly string[],
  models: readonly ListedModel[],
): Lack | null {
  const lacks = sources.flatMap((source) =>
    targets.flatMap((target) => lackOfTranslation(source, target, models) ?? []),
  );
  const wanted = new Map(lacks.flatMap((lack) => lack.models).map((model) => [model.id, model]));
  const reason = lacks.find((lack) => lack.reason !== null)?.reason ?? null;
  return wanted.size > 0 || reason !== null
    ? { models: [...wanted.values()], reason: wanted.size > 0 ? null : reason }
    : null;
}

/** Mozilla's first: they are the smallest, and run on any processor. */
const offered = (models: readonly ListedModel[]): ListedModel[] =>
  models
    .filter((model) => isReady(model) || model.downloadable || model.unusable !== null)
    .toSorted((a, b) => Number(b.engine === 'marian') - Number(a.engine === 'marian'));

/** What to install to distinguish speakers; null if both models are installed, or the one that needs no other. */
export function lackOfSpeakers(models: readonly ListedModel[]): Lack | null {
  if (models.some((model) => model.engine === 'sortformer' && isReady(model))) return null;
  const lacks = (['segmentation', 'speaker-embedding'] as const).flatMap(
    (engine) => lackOf(models.filter((model) => model.engine === engine)) ?? [],
  );
  if (lacks.length === 0) return null;
  const reason = lacks.find((lack) => lack.reason !== null)?.reason ?? null;
  return { models: reason === null ? lacks.flatMap((lack) => lack.models) : [], reason };
}

export const isReady = (model: ListedModel) => isInstalled(model) && model.unusable === null;

/** The first of them that this device can run and download. */
function lackOf(able: readonly ListedModel[]): Lack | null {
  if (able.length === 0 || able.some(isReady)) return null;
  const offer = able.find(({ unusable, downloadable }) => unusable === null && downloadable);
  if (offer) return { models: [offer], reason: null };
  const reason = able.find(({ unusable }) => unusable !== null)?.unusable;
  return reason ? { models: [], reason } : null;
}
