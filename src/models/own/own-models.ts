import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { OWN_MODEL_DESCRIPTION } from '../../storage/models/model-file-store.ts';
import { catalogue, isAsrModel } from '../manifest/catalogue.ts';
import { type AsrModel, type ManifestModel, type WhisperModel, whisperModel } from '../manifest/manifest.ts';
import { servedModels } from '../store/served-models.ts';
import { storedBytes, storedModelFiles } from '../store/stored-model-files.ts';

/** The user's own models: those on the app's server, then the imported ones. */
export async function ownModels(options: { refresh?: boolean } = {}): Promise<WhisperModel[]> {
  const [served, stored] = await Promise.all([servedModels(options), storedOwnModels()]);
  const onServer = served.flatMap(({ own }) => own ?? []);
  return [...onServer, ...stored.filter(({ id }) => !onServer.some((other) => other.id === id))];
}

async function storedOwnModels(): Promise<WhisperModel[]> {
  const records = await storedModelFiles.list();
  const models: WhisperModel[] = [];
  for (const record of records) {
    if (record.path !== OWN_MODEL_DESCRIPTION || !record.complete) continue;
    let text = '';
    for await (const bytes of storedBytes(record)) text += new TextDecoder().decode(bytes);
    models.push(whisperModel.parse(JSON.parse(text)));
  }
  return models;
}

/** The model with this id, of the manifest or the user's own. Throws 404 if there is none. */
export async function findAnyModel(id: string): Promise<ManifestModel> {
  const model =
    catalogue.find((candidate) => candidate.id === id) ??
    (await ownModels()).find((candidate) => candidate.id === id) ??
    (await ownModels({ refresh: true })).find((candidate) => candidate.id === id);
  if (!model) throw new AppError('not_found', msg`There is no model with the id ${id}.`);
  return model;
}

/** The speech recogniser with this id, of the manifest or the user's own. Throws 404 for any other. */
export async function findSpeechModel(id: string): Promise<AsrModel> {
  const model = await findAnyModel(id);
  if (!isAsrModel(model)) throw new AppError('not_found', msg`The model ${id} is not a speech recogniser.`);
  return model;
}
