import { AUTOMATIC, type ModelName } from '../../contract/jobs/model-name.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { joined, type Message, msg } from '../../lib/errors/msg.ts';
import { chooseAutomatically } from '../../models/choice/choose-automatically.ts';
import { chooseFrom, readChoiceInput } from '../../models/choice/choose-model.ts';
import { isTranslating, modelSets } from '../../models/manifest/catalogue.ts';
import { purposeOf } from '../../models/manifest/model-purpose.ts';
import { rehearsedOn } from '../../models/manifest/rehearsals.ts';
import {
  deleteModel,
  downloadModel,
  type ImportReport,
  importModel,
  listModels,
  type ModelListing,
} from '../../models/store/model-store.ts';
import { getModelSpeeds, type ModelSpeeds } from '../../storage/models/model-speeds.ts';
import { listSets } from './list-sets.ts';
import { isInstalled, type ListedModel, type ListedSet } from './listed-model.ts';
import { type WatchModels, watchModels } from './watch-models.ts';

export interface DownloadOptions {
  onProgress: (receivedBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
}

/** Languages that are asked for; none to detect them. */
export interface PlannedFor {
  languages: readonly string[];
  codeSwitching: boolean;
}

export interface SpeechPlan {
  /** Titles of the models that run; empty if one must be chosen and downloaded first. */
  titles: string[];
  /** Bytes that are fetched before, without a question. */
  bytes: number;
}

/** What the page needs from the model store. */
export interface ModelsClient {
  list(): Promise<ListedModel[]>;
  /** The sets that these models make. */
  sets(models: readonly ListedModel[]): Promise<ListedSet[]>;
  /** What would recognise a recording now. */
  plan(model: ModelName | typeof AUTOMATIC, wanted: PlannedFor): Promise<SpeechPlan>;
  /** Errors: 507 storage full, 502 source unavailable or hash mismatch, `cancelled` by the signal. */
  download(id: string, options: DownloadOptions): Promise<void>;
  remove(id: string): Promise<void>;
  /** A sentence on what was imported. */
  import(files: File[]): Promise<Message>;
  watch: WatchModels;
}

/** A better model for one that is installed; undefined if there is none that this device can run, or if it is installed, too. */
export function replacementOf(id: string, all: readonly ModelListing[]): ListedModel['replacedBy'] {
  const installed = all.find(({ model }) => model.id === id);
  if (!installed || !isInstalled(installed)) return undefined;
  for (const { model, state, device } of all) {
    if (!('replaces' in model) || !model.replaces?.models.includes(id)) continue;
    if (device.fits && !isInstalled({ state })) {
      return { id: model.id, title: model.title, gain: model.replaces.gain };
    }
  }
  return undefined;
}

/** Without the copy that is not on the device, where a model is both the app's own and one to download. */
export function withoutCopies(all: readonly ModelListing[]): ModelListing[] {
  const isBundled = ({ state }: ModelListing) => state === 'bundled' || state === 'served';
  const copies = all.flatMap((own) => {
    const id = 'inPlaceOf' in own.model ? own.model.inPlaceOf : undefined;
    const other = all.find(({ model }) => model.id === id);
    return other ? [{ own, other }] : [];
  });
  const hidden = copies.map(({ own, other }) => {
    if (isBundled(own)) return other.storedBytes > 0 ? null : other;
    return isInstalled(own) ? null : own;
  });
  return all.filter((listing) => !hidden.includes(listing));
}

function toListed(
  { model, state, storedBytes, device, download }: ModelListing,
  speeds: ModelSpeeds,
  all: readonly ModelListing[],
): ListedModel[] {
  const purpose = purposeOf(model);
  if (purpose === null) return [];
  return [
    {
      id: model.id,
      title: model.title,
      description: model.description,
      purpose,
      engine: model.engine,
      uses: 'serves' in model ? [...model.serves] : 'uses' in model ? [...model.uses] : [],
      offeredFirst: 'offeredFirstOn' in model && model.offeredFirstOn.includes(device.device),
      pairs: isTranslating(model) ? model.pairs : null,
      languages: model.languages,
      licence: model.licence,
      state,
      downloadBytes: download.bytes,
      downloadIsExact: download.exact,
      storedBytes,
      runsOn: device.reason,
      unusable: device.fits ? null : device.reason,
      rehearsed: rehearsedOn(model.id, device.device),
      streams: model.engine === 'transducer' && model.architecture === 'zipformer-rnnt',
      replacedBy: replacementOf(model.id, all),
      speed: speeds[model.id]?.[device.device] ?? null,
      wordErrors: 'wordErrors' in model ? model.wordErrors : undefined,
      writesOnCpu: model.engine === 'text-generation' && device.device === 'wasm',
      downloadable: model.source !== null,
      isOwn: 'own' in model && model.own === true,
    },
  ];
}

/** Describes what was imported. Throws 400 if nothing was usable. */
function describeImport({ models, unknown, damaged, refused }: ImportReport): Message {
  const faults = [...refused, ...damaged.map(({ name, reason }) => msg`${name} was skipped: ${reason}`)];
  if (unknown.length > 0) {
    const named = [...unknown.slice(0, 5), ...(unknown.length > 5 ? ['…'] : [])];
    faults.push(msg`No known model uses these files: ${named}.`);
  }
  const taken = models.map(({ title, missing, complete }) =>
    complete ? msg`${title} is ready.` : msg`${title} still needs ${missing}.`,
  );
  if (taken.length === 0) {
    throw new AppError('invalid_request', joined(msg`Nothing was imported.`, ...faults));
  }
  return joined(...taken, ...faults);
}

export const modelsClient: ModelsClient = {
  async list() {
    const [models, speeds] = await Promise.all([listModels(), getModelSpeeds()]);
    return withoutCopies(models).flatMap((model) => toListed(model, speeds, models));
  },
  sets: async (models) => listSets(modelSets, models),
  async plan(model, wanted) {
    const input = await readChoiceInput();
    const choice =
      model === AUTOMATIC ? chooseAutomatically(input, wanted, {}) : chooseFrom(input, model, wanted, {});
    if (choice.installed)
      return { titles: [choice.model, choice.second].flatMap((one) => one?.title ?? []), bytes: 0 };
    const { shipped, title, bytes } = choice.offer;
    return shipped ? { titles: [title], bytes } : { titles: [], bytes: 0 };
  },
  download: (id, { onProgress, signal }) =>
    downloadModel(id, {
      signal,
      onProgress: ({ receivedBytes, totalBytes }) => onProgress(receivedBytes, totalBytes),
    }),
  remove: (id) => deleteModel(id),
  import: async (files) => describeImport(await importModel(files)),
  watch: watchModels,
};
