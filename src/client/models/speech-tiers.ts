import { isInstalled, type ListedModel } from './listed-model.ts';

export interface SpeechTier {
  tier: 'fast' | 'better' | 'best';
  model: ListedModel;
}

/** A better model may be a much larger one; one between both is worth an offer if it is at most this share of the best. */
const MODEST = 0.6;

/** Mean word errors in percent; null where nothing was measured. */
export function errorsIn({ wordErrors = {} }: ListedModel, languages: readonly string[]): number | null {
  const own = languages.flatMap((language) => wordErrors[language] ?? []);
  return own.length > 0 ? own.reduce((sum, errors) => sum + errors, 0) / own.length : null;
}

/** The smallest, the most accurate and one between, each once, of those that this device runs in these languages. */
export function speechTiers(models: readonly ListedModel[], languages: readonly string[]): SpeechTier[] {
  const size = (model: ListedModel) => model.storedBytes + model.downloadBytes;
  const errors = (model: ListedModel) =>
    errorsIn(model, languages) ??
    errorsIn(model, Object.keys(model.wordErrors ?? {})) ??
    Number.POSITIVE_INFINITY;
  const able = models.filter(
    (model) =>
      model.purpose === 'transcribe' &&
      model.unusable === null &&
      model.wordErrors !== undefined &&
      (isInstalled(model) || model.downloadable) &&
      (model.languages === 'all' || languages.every((language) => model.languages.includes(language))),
  );
  const bySize = able.toSorted((a, b) => size(a) - size(b));
  // Among equals the smaller is first.
  const byErrors = bySize.toSorted((a, b) => errors(a) - errors(b));
  const [fast] = bySize;
  const [best] = byErrors;
  if (!fast || !best) return [];
  const between = byErrors.find(
    (model) => size(model) <= MODEST * size(best) && errors(model) < errors(fast),
  );
  return [
    { tier: 'fast', model: fast },
    ...(between ? [{ tier: 'better' as const, model: between }] : []),
    ...(best === fast ? [] : [{ tier: 'best' as const, model: best }]),
  ];
}
