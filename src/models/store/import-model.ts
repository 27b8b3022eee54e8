import { announce } from '../../contract/realms/channel.ts';
import { blobSource, inPieces } from '../../lib/bytes/byte-source.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { ensureRoom } from '../../storage/database/quota.ts';
import {
  appendModelChunk,
  deleteModelFile,
  OWN_MODEL_DESCRIPTION,
  putModelFile,
} from '../../storage/models/model-file-store.ts';
import { catalogue } from '../manifest/catalogue.ts';
import type { ManifestModel, ModelFile } from '../manifest/manifest.ts';
import { acceptsSha256, filesFor } from '../manifest/manifest-files.ts';
import { pickOwnModels } from '../own/own-import.ts';
import { gitIdOf, sha256Of } from './file-digest.ts';
import { readInstallation } from './installations.ts';
import { withModelLock } from './model-lock.ts';
import { emptyRecord } from './partial-file.ts';

export interface ImportReport {
  /** Models that received files; whole if a device now has all of them. */
  models: { modelId: string; title: string; imported: string[]; missing: string[]; complete: boolean }[];
  /** Names of files that belong to no model. */
  unknown: string[];
  /** Files whose names match a model but whose size or hash do not. */
  damaged: { name: string; modelId: string; reason: Message }[];
  /** One sentence for each folder that looks like a model, is none of the manifest's, and cannot be used. */
  refused: Message[];
}

export interface ImportOptions {
  /** Assigns the files to this model by name alone. */
  modelId?: string;
  onProgress?: (progress: { name: string; doneBytes: number; totalBytes: number }) => void;
  signal?: AbortSignal;
}

interface Match {
  source: File;
  model: ManifestModel;
  file: ModelFile;
}

/**
 * Imports models from disk: the files of a folder picker (matched by folder and name) or a plain selection (matched
 * by name and size, or by name alone for a given model). Sizes and hashes are checked before anything is stored.
 * @throws AppError 507 `storage_full` before anything is stored, 409 while a model is being downloaded; AbortError
 */
export async function importModel(
  files: readonly File[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const known = new Map(files.map((source) => [source, match(source, options.modelId)]));
  const own =
    options.modelId === undefined
      ? await pickOwnModels(files, pathOf, (file) => known.get(file)?.model !== undefined)
      : { models: [], refused: [], taken: new Set<File>() };
  const matches = [
    ...[...known].flatMap(([source, found]) => (found && !own.taken.has(source) ? found : [])),
    ...own.models.flatMap(({ model, files: picked }) =>
      model.files.flatMap((file) => {
        const source = picked.get(file.path);
        return source ? [{ source, model, file }] : [];
      }),
    ),
  ];
  const report: ImportReport = {
    models: [],
    unknown: [...known]
      .filter(([source, found]) => !found && !own.taken.has(source))
      .map(([source]) => pathOf(source)),
    damaged: [],
    refused: own.refused,
  };
  const totalBytes = matches.reduce((sum, { source }) => sum + source.size, 0);
  await ensureRoom(totalBytes);
  let doneBytes = 0;
  const advance = (name: string, bytes: number) => {
    doneBytes += bytes;
    options.onProgress?.({ name, doneBytes, totalBytes });
  };
  for (const model of new Set(matches.map((found) => found.model))) {
    await withModelLock(model, async () => {
      const imported: string[] = [];
      for (const found of matches.filter((one) => one.model === model)) {
        const fault = await faultOf(found, options.signal);
        if (fault === null) {
          await store(found, options.signal);
          imported.push(found.file.path);
        } else report.damaged.push({ name: pathOf(found.source), modelId: model.id, reason: fault });
        advance(pathOf(found.source), found.source.size);
      }
      // Last, so that a model of the user's own exists only once it is complete.
      if (model.engine === 'whisper' && model.own) await storeDescription(model);
      report.models.push(await summarise(model, imported));
    }).finally(() => announce({ type: 'models-changed' }));
  }
  return report;
}

/** Path below the picked folder, or the name. */
const pathOf = (file: File) => (file.webkitRelativePath || file.name).replaceAll('\\', '/');

/** The manifest's file that a picked file represents. */
function match(source: File, modelId: string | undefined): Match | null {
  const path = `/${pathOf(source)}`;
  const candidates = catalogue
    .filter((model) => modelId === undefined || model.id === modelId)
    .flatMap((model) => model.files.map((file) => ({ source, model, file })));
  const byFolder = candidates.find(({ model, file }) =>
    foldersOf(model).some((folder) => path.endsWith(`/${folder}/${file.path}`)),
  );
  if (byFolder) return byFolder;
  const byName = candidates.filter(({ file }) => `/${file.path}`.endsWith(`/${source.name}`));
  if (modelId !== undefined)
    return byName.find(({ file }) => path.endsWith(`/${file.path}`)) ?? byName[0] ?? null;
  const bySize = byName.filter(({ file }) => file.bytes === source.size);
  return bySize.length === 1 ? (bySize[0] ?? null) : null;
}

function foldersOf(model: ManifestModel): string[] {
  const repo = model.source?.repo.split('/')[1];
  return [model.folder, model.id, ...(repo === undefined ? [] : [repo])];
}

/** Why a picked file does not match the manifest; null if it does. */
async function faultOf({ source, file }: Match, signal: AbortSignal | undefined): Promise<Message | null> {
  if (source.size === 0) return msg`the file is empty`;
  if (file.bytes !== null && source.size !== file.bytes) {
    return msg`it has ${source.size} bytes instead of ${file.bytes}`;
  }
  if (file.sha256 !== null) {
    return acceptsSha256(file, await sha256Of(source, signal)) ? null : msg`its SHA-256 does not match`;
  }
  if (file.gitId !== undefined) {
    return (await gitIdOf(source.size, inPieces(blobSource(source)))) === file.gitId
      ? null
      : msg`its Git object id does not match`;
  }
  return null;
}

async function store(
  { source, model, file }: Omit<Match, 'source'> & { source: Blob },
  signal: AbortSignal | undefined,
): Promise<void> {
  const isOnly = file.sha256 !== null && file.otherSha256 === undefined;
  const sha256 = isOnly ? file.sha256 : await sha256Of(source, signal);
  await deleteModelFile(model.id, file.path);
  const expected = { path: file.path, bytes: source.size, sha256, gitId: null };
  let record = emptyRecord({ modelId: model.id, expected, revision: null });
  try {
    for await (const bytes of inPieces(blobSource(source))) {
      signal?.throwIfAborted();
      record = await appendModelChunk(record, bytes);
    }
    await putModelFile({ ...record, complete: true });
  } catch (error) {
    // Half an import cannot be resumed, because the location of the rest is unknown.
    await deleteModelFile(model.id, file.path).catch(console.warn);
    throw error;
  }
}

/** Stores what a model of the user's own is, beside its files. */
async function storeDescription(model: ManifestModel): Promise<void> {
  const description = new Blob([JSON.stringify(model)]);
  const file = { path: OWN_MODEL_DESCRIPTION, bytes: description.size, sha256: null };
  await store({ source: description, model, file }, undefined);
}

async function summarise(model: ManifestModel, imported: string[]): Promise<ImportReport['models'][number]> {
  const { available } = await readInstallation(model);
  const lacks = model.devices.map((device) =>
    filesFor(model, device)
      .map((file) => file.path)
      .filter((path) => !available.has(path)),
  );
  const missing = lacks.sort((a, b) => a.length - b.length)[0] ?? [];
  return { modelId: model.id, title: model.title, imported, missing, complete: missing.length === 0 };
}
