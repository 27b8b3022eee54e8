import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ExpectedFile, expectFiles } from '../../models/manifest/expected-file.ts';
import type { Device, ManifestModel, ModelFile } from '../../models/manifest/manifest.ts';
import { filesFor } from '../../models/manifest/manifest-files.ts';
import { fileUrl, type ModelSource } from '../../models/manifest/model-source.ts';
import { StallWatch } from '../../models/store/abortable.ts';
import { PASSING_STATUS } from '../../models/store/passing-status.ts';
import { isWebPage } from '../../models/store/served-models.ts';
import { sentenceOf } from '../command/say-failure.ts';
import { verifyModelFile } from './verify-model.ts';
import { writeModelsIndex } from './write-models-index.ts';

interface DownloadModelsOptions {
  models: readonly ManifestModel[];
  /** Folder of models: each has one of its own in it. */
  to: string;
  source: ModelSource;
  /** Files for this device alone. */
  device: Device;
  /** Also write an index.json: a build's own is older than these models. */
  writeIndex: boolean;
  /** Waits between attempts that received nothing; after the last one the file fails. */
  retryDelaysMs?: readonly number[];
  log: (line: string) => void;
}

const RETRY_DELAYS_MS = [1_000, 4_000, 16_000];
/** Smaller files are not worth a size. */
const LISTED_BYTES = 100_000;
/** A connection that delivers nothing for this long counts as lost. */
const STALL_MS = 30_000;

/** Also verifies them. Whole files are left as they are, parts are continued. Returns ids of the models that could not be had. */
export async function downloadModels(options: DownloadModelsOptions): Promise<{ failed: string[] }> {
  const failed: string[] = [];
  for (const model of options.models) {
    try {
      await downloadModel(model, options);
      options.log(`${model.id}: complete in ${join(options.to, model.folder)}`);
    } catch (error) {
      failed.push(model.id);
      options.log(`${model.id}: ${sentenceOf(error)}`);
    }
  }
  if (options.writeIndex) await writeModelsIndex(options.to);
  return { failed };
}

async function downloadModel(model: ManifestModel, options: DownloadModelsOptions): Promise<void> {
  const { to, source, device, log } = options;
  if (!model.devices.includes(device)) throw new Error(`it does not run on ${device}.`);
  const wanted = filesFor(model, device);
  const folder = join(to, model.folder);
  const { signal } = new AbortController();
  const { revision, files } = await expectFiles(model, wanted, {
    source,
    signal,
    request: (url, init) => fetch(url, init),
  });
  for (const expected of files) {
    const file = asKnown(expected, wanted);
    if ((await verifyModelFile(folder, file)).kind === 'good') continue;
    const url = fileUrl(source, model, expected.remote ?? file.path, revision);
    const { bytes } = file;
    const size = bytes === null || bytes < LISTED_BYTES ? '' : `, ${(bytes / 1e6).toFixed(1)} MB`;
    log(`${model.id}: ${file.path}${size}`);
    await downloadFile(url, file, folder, options.retryDelaysMs ?? RETRY_DELAYS_MS);
  }
}

/** The manifest's file with what the hub has besides. */
function asKnown(expected: ExpectedFile, wanted: readonly ModelFile[]): ModelFile {
  const own = wanted.find(({ path }) => path === expected.path);
  const { path, bytes, sha256, gitId } = expected;
  return { ...own, path, bytes, sha256, ...(gitId !== null && { gitId }) };
}

async function downloadFile(
  url: URL,
  file: ModelFile,
  folder: string,
  delays: readonly number[],
): Promise<void> {
  const path = join(folder, file.path);
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  for (let failures = 0; ; ) {
    const before = await sizeOf(part);
    if (file.bytes !== null && before === file.bytes) break;
    try {
      await receive(url, part, file.bytes !== null && before > file.bytes ? 0 : before);
      if (file.bytes === null || (await sizeOf(part)) >= file.bytes) break;
      throw new ConnectionLost('It ended early.');
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      failures = (await sizeOf(part)) > before ? 1 : failures + 1;
      const delay = delays[failures - 1];
      if (delay === undefined) throw lost(url, file, error);
      await wait(delay);
    }
  }
  const verdict = await verifyModelFile(folder, { ...file, path: `${file.path}.part` });
  if (verdict.kind === 'damaged') {
    await rm(part, { force: true });
    throw new Error(`${file.path} from ${url.host} is damaged (${verdict.reason}). It was deleted.`);
  }
  await rename(part, path);
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** The connection failed in a way that may not recur. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const lost = (url: URL, { path }: ModelFile, cause: Error) =>
  new Error(`the connection to ${url.host} was lost at ${path}. The same command goes on where it stopped.`, {
    cause,
  });

/** Errors of connections have other calls, or none. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ['open', 'write'].includes(String(error.syscall));

/** One connection; what arrives is behind the first `from` bytes of the part, or in place of them. */
async function receive(url: URL, part: string, from: number): Promise<void> {
  const stall = new StallWatch(STALL_MS);
  try {
    const response = await fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: stall.signal,
    }).catch((cause) => {
      throw new ConnectionLost('', { cause });
    });
    // The part is longer than the file.
    if (response.status === 416) return await rm(part, { force: true }).then(() => receive(url, part, 0));
    if (PASSING_STATUS.has(response.status)) throw new ConnectionLost(`HTTP ${response.status}`);
    if (!response.ok || !response.body)
      throw new Error(`${url.host} answered ${response.status} for ${url}.`);
    if (isWebPage(response)) throw new Error(`${url.host} sent a web page instead of ${url}.`);
    const watched = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        stall.alive();
        yield piece;
      }
    };
    const flags = response.status === 206 ? 'a' : 'w';
    await pipeline(response.body, watched, createWriteStream(part, { flags })).catch((cause) => {
      throw isOfDisk(cause) ? cause : new ConnectionLost('', { cause });
    });
  } finally {
    stall.end();
  }
}
