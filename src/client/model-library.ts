import { listen } from '../lib/channel.ts';
import { AppError } from '../lib/errors.ts';
import { isAsrModel } from '../models/catalogue.ts';
import {
  deleteModel,
  downloadModel,
  type ImportReport,
  importModel,
  listModels,
  type ModelListing,
  type ModelState,
} from '../models/model-store.ts';

/** A speech recogniser as shown in the model list. */
export interface SpeechModel {
  id: string;
  title: string;
  description: string;
  /** Request model names it can serve, such as stt-1. */
  serves: string[];
  languages: 'all' | string[];
  licence: string;
  state: ModelState;
  /** Bytes left to download. */
  downloadBytes: number;
  /** False if the model source has not reported the size of some files. */
  downloadIsExact: boolean;
  /** Bytes stored in this browser. */
  storedBytes: number;
  /** Why this device cannot run it; null if it can. */
  unusable: string | null;
  /** Recognises only the sample's words. */
  isDemo: boolean;
  /** Can be downloaded. */
  downloadable: boolean;
  /** Supplied by the user; the manifest does not name it. */
  isOwn: boolean;
}

export interface DownloadOptions {
  onProgress: (receivedBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
}

/** What the page needs from the model store. */
export interface ModelsClient {
  list(): Promise<SpeechModel[]>;
  /**
   * Resumes an earlier download. Errors: 507 storage full, 502 source unavailable or hash mismatch, `cancelled` by
   * the signal.
   */
  download(id: string, options: DownloadOptions): Promise<void>;
  remove(id: string): Promise<void>;
  /** A sentence on what was imported. */
  import(files: File[]): Promise<string>;
  watch(changed: () => void, signal: AbortSignal): void;
}

function toSpeechModel({ model, state, storedBytes, device, download }: ModelListing): SpeechModel[] {
  // Timing-only models and models of other stages cannot transcribe a recording.
  if (!isAsrModel(model) || (model.scope === 'timing' && state === 'absent')) return [];
  return [
    {
      id: model.id,
      title: model.title,
      description: model.description,
      serves: [...model.serves],
      languages: model.languages,
      licence: model.licence,
      state,
      downloadBytes: download.bytes,
      downloadIsExact: download.exact,
      storedBytes,
      unusable: device.fits ? null : device.reason,
      isDemo: model.scope === 'synthetic',
      downloadable: model.source !== null,
      isOwn: model.engine === 'whisper' && model.own === true,
    },
  ];
}

/** Describes what was imported. Throws 400 if nothing was usable. */
function describeImport({ models, unknown, damaged, refused }: ImportReport): string {
  const faults = [...refused, ...damaged.map(({ name, reason }) => `${name} was skipped: ${reason}`)];
  if (unknown.length > 0)
    faults.push(
      `No known model uses these files: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ', …' : ''}.`,
    );
  const taken = models.map(({ title, missing, complete }) =>
    complete ? `${title} is ready.` : `${title} still needs ${missing.join(', ')}.`,
  );
  if (taken.length === 0) {
    throw new AppError('invalid_request', ['Nothing was imported.', ...faults].join(' '));
  }
  return [...taken, ...faults].join(' ');
}

export const modelsClient: ModelsClient = {
  list: async () => (await listModels()).flatMap(toSpeechModel),
  download: (id, { onProgress, signal }) =>
    downloadModel(id, {
      signal,
      onProgress: ({ receivedBytes, totalBytes }) => onProgress(receivedBytes, totalBytes),
    }),
  remove: (id) => deleteModel(id),
  import: async (files) => describeImport(await importModel(files)),
  watch: (changed, signal) =>
    listen((message) => {
      if (message.type === 'models-changed') changed();
    }, signal),
};
