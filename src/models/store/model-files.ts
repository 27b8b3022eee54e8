import { streamOf } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { ModelFileRecord } from '../../storage/database/records.ts';
import type { ManifestModel, ModelFile } from '../manifest/manifest.ts';
import { findAnyModel } from '../own/own-models.ts';
import { fetchInParts } from './fetch-in-parts.ts';
import { fetchServed } from './fetch-served.ts';
import { isWhole } from './installations.ts';
import { isWebPage, type ServedFile, servedModels, servedUrl } from './served-models.ts';
import { storedBytes, storedModelFiles } from './stored-model-files.ts';

/**
 * Opens files of an installed model, wherever they are (this browser's storage, or /models/ on the app's origin).
 * Usable in pages and workers. Throws AppError 503 `model_missing` if the file is not installed.
 */
export interface ModelFileSource {
  /** A Response with the file's bytes and its content-length; never contacts another host. */
  open(modelId: string, path: string): Promise<Response>;
}

/**
 * One file of an installed model: from storage, otherwise from /models/ on the app's origin if its index lists it.
 * Throws AppError 404 for an unknown model, 503 `model_missing` for a file that is not installed.
 */
export async function openModelFile(modelId: string, path: string): Promise<Response> {
  const model = await findAnyModel(modelId);
  const file = model.files.find((candidate) => candidate.path === path);
  if (!file) throw missing(model, path);
  return (
    (await openStored(model, file)) ?? (await openServed(model, file)) ?? Promise.reject(missing(model, path))
  );
}

export const modelFiles: ModelFileSource = { open: openModelFile };

function missing(model: ManifestModel, path: string): AppError {
  return new AppError('model_missing', msg`${model.title} is not installed: its file ${path} is missing.`, {
    remedy: msg`Download the model or import its files.`,
  });
}

async function openStored(model: ManifestModel, file: ModelFile): Promise<Response | null> {
  const record = await storedModelFiles.get(model.id, file.path);
  if (!record || !isWhole(record, file)) return null;
  return new Response(streamOf(wholeFile(model, record)), {
    headers: { 'content-length': String(record.received), 'content-type': typeOf(file.path) },
  });
}

/** The bytes of a stored file. Throws 503 if there are not as many as its record says. */
async function* wholeFile(
  { title }: ManifestModel,
  record: ModelFileRecord,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let length = 0;
  for await (const bytes of storedBytes(record)) {
    length += bytes.length;
    yield bytes;
  }
  if (length === record.received) return;
  throw new AppError(
    'model_missing',
    msg`The stored copy of ${title} is damaged: ${record.path} has ${length} bytes instead of ${record.received}.`,
    { remedy: msg`Delete the model and download it again.` },
  );
}

async function openServed(model: ManifestModel, file: ModelFile): Promise<Response | null> {
  const isListed = async (refresh: boolean) =>
    (await servedModels({ refresh })).find(
      (entry) => entry.id === model.id && entry.files.some((listed) => isOpen(listed, file, entry.local)),
    );
  const entry = (await isListed(false)) ?? (await isListed(true));
  if (!entry) return null;
  const { bytes = 0, parts } = entry.files.find(({ path }) => path === file.path) ?? {};
  const fetched =
    parts === undefined
      ? fetchServed(servedUrl(entry.folder, file.path))
      : fetchInParts({ path: file.path, bytes, parts }, 0, (path, init) =>
          fetchServed(servedUrl(entry.folder, path), init),
        );
  const response = await fetched.catch((error: unknown) => {
    throw new AppError(
      'model_missing',
      msg`${file.path} of ${model.title} could not be read from this site.`,
      { remedy: msg`Check that its server is running.`, cause: error },
    );
  });
  if (response.ok && !isWebPage(response)) return response;
  await response.body?.cancel();
  return null;
}

/** A file in parts is opened in place on this device alone. */
const isOpen = ({ path, parts }: ServedFile, file: ModelFile, isLocal = false) =>
  path === file.path && (parts === undefined || isLocal);

const typeOf = (path: string) =>
  path.endsWith('.json')
    ? 'application/json'
    : path.endsWith('.txt')
      ? 'text/plain'
      : 'application/octet-stream';
