import type { AddonKey, AddonResult, AddonSchemas } from '../../addons/addon-schema.ts';
import { addonSchemas } from '../../addons/addon-schemas.ts';
import type { z } from '../../lib/zod.ts';

type Place = AddonResult['at'];
type KeyAt<At extends Place> = {
  [Key in AddonKey]: AddonSchemas[Key] extends { result: { at: At } } ? Key : never;
}[AddonKey];
type ShapeOf<Key extends AddonKey> = AddonSchemas[Key] extends {
  result: { shape: infer Shape extends z.ZodType };
}
  ? Shape
  : never;

type TextFields = { [Key in KeyAt<'text'>]: z.ZodOptional<ShapeOf<Key>> } & {
  [Key in KeyAt<'result-and-text'>]: z.ZodOptional<z.ZodArray<ShapeOf<Key>>>;
};
type ResultFields<Translations extends z.ZodType> = {
  [Key in KeyAt<'result' | 'result-and-text'>]: z.ZodOptional<ShapeOf<Key>>;
} & { [Key in KeyAt<'translations'>]: z.ZodOptional<Translations> };

const results = addonSchemas.flatMap(({ key, result }) => (result ? [{ key, result }] : []));

/** Fields of `transcription` and of each translation that add-ons fill. */
export const addonTextFields = Object.fromEntries(
  results.flatMap(({ key, result }) => {
    if (result.at === 'text') return [[key, result.shape.optional()]];
    return result.at === 'result-and-text' ? [[key, result.shape.array().optional()]] : [];
  }),
) as TextFields;

/**
 * Fields of the result that add-ons fill: a key is absent when its add-on was not requested.
 *
 * @param translations the envelope of an add-on that translates
 */
export const addonResultFields = <Translations extends z.ZodType>(translations: Translations) =>
  Object.fromEntries(
    results.flatMap(({ key, result }) => {
      if (result.at === 'text') return [];
      const shape = (result.at === 'translations' ? translations : result.shape).optional();
      const isDeprecated = result.at === 'result-and-text' || ('deprecated' in result && result.deprecated);
      return [[key, isDeprecated ? shape.meta({ deprecated: true }) : shape]];
    }),
  ) as ResultFields<Translations>;
