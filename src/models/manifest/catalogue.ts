import manifestJson from '../../../models-manifest/models.json' with { type: 'json' };
import directions from '../../../models-manifest/translation-directions.json' with { type: 'json' };
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import {
  type AsrModel,
  type ManifestModel,
  type ModelSet,
  manifest,
  type TranslatingModel,
} from './manifest.ts';
import { marianEntries } from './translation-directions.ts';

const parsed = manifest.parse({
  ...manifestJson,
  models: [...manifestJson.models, ...marianEntries(directions)],
});

/** Every model of the manifest, installed or not. */
export const catalogue: readonly ManifestModel[] = parsed.models;

/** Models that are installed together. */
export const modelSets: readonly ModelSet[] = parsed.sets;

export function isAsrModel(model: ManifestModel): model is AsrModel {
  return model.engine === 'whisper' || model.engine === 'transducer';
}

/** The model with this id. Throws 404 if it is not in the manifest. */
export function findModel(id: string): ManifestModel {
  const model = catalogue.find((candidate) => candidate.id === id);
  if (!model) throw new AppError('not_found', msg`There is no model with the id ${id}.`);
  return model;
}

/** The speech recogniser with this id. Throws 404 for any other. */
export function findAsrModel(id: string): AsrModel {
  const model = findModel(id);
  if (!isAsrModel(model)) throw new AppError('not_found', msg`The model ${id} is not a speech recogniser.`);
  return model;
}

export const isTranslating = (model: ManifestModel): model is TranslatingModel =>
  model.engine === 'translation' || model.engine === 'marian';
