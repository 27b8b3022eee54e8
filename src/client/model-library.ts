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

/** A speech recogniser as the chooser shows it. */
export interface SpeechModel {
  id: string;
  title: string;
  description: string;
  /** Names in requests that it can answer for, such as stt-1. */
  serves: string[];
  languages: 'all' | string[];
  licence: string;
  state: ModelState;
  /** Bytes that a download would still fetch. */
  downloadBytes: number;
  /** False where the host has yet to tell the size of some files. */
  downloadIsExact: boolean;
  /** Bytes in this browser's storage. */
  storedBytes: number;
  /** Why this device cannot run it; null when it can. */
  unusable: string | null;
  /** It knows the sample's words only. */
  isDemo: boolean;
  /** There is somewhere to download it from. */
  downloadable: boolean;
}

export interface DownloadOptions {
  onProgress: (receivedBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
}

/** What the page needs of the models, and no more. */
export interface ModelsClient {
  list(): Promise<SpeechModel[]>;
  /** Goes on where an earlier download ended. Errors: 507 no room, 502 host or hash, cancelled by the signal. */
  download(id: string, options: DownloadOptions): Promise<void>;
  remove(id: string): Promise<void>;
  /** A sentence on what was taken from the files. */
  import(files: File[]): Promise<string>;
  watch(changed: () => void, signal: AbortSignal): void;
}

function toSpeechModel({ model, state, storedBytes, device, download }: ModelListing): SpeechModel[] {
  // Models that only measure speed, and those of stages that recognise nothing, are no choice for a recording.
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
    },
  ];
}

/** What was taken from the files, in sentences. Throws 400 when nothing could be used. */
function describeImport({ models, unknown, damaged }: ImportReport): string {
  const faults = damaged.map(({ name, reason }) => `${name} was skipped: ${reason}`);
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
