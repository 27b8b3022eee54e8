import { type ExpectedFile, expectFiles, learnFromHeaders } from '../../models/manifest/expected-file.ts';
import type { Manifest, ManifestModel, ModelFile } from '../../models/manifest/manifest.ts';
import { acceptsSha256 } from '../../models/manifest/manifest-files.ts';
import { fileUrl, type ModelSource, sourceName } from '../../models/manifest/model-source.ts';

interface LockOptions {
  source: ModelSource;
  /** Ids to lock; all models on the hub if absent. */
  only?: readonly string[] | undefined;
  /** Moves to the newest revision instead of keeping the pinned one. */
  newest: boolean;
  log: (line: string) => void;
}

/** For maintainers with a network. A known hash of a pinned revision is never replaced: the model counts as failed. */
export async function lockModels(
  manifest: Manifest,
  options: LockOptions,
): Promise<{ manifest: Manifest; failed: string[] }> {
  const failed: string[] = [];
  const models: ManifestModel[] = [];
  for (const model of manifest.models) {
    const isWanted = model.source !== null && (!options.only || options.only.includes(model.id));
    try {
      models.push(isWanted ? await lockModel(model, options) : model);
    } catch (error) {
      failed.push(model.id);
      models.push(model);
      options.log(`${model.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { manifest: { ...manifest, models }, failed };
}

async function lockModel<M extends ManifestModel>(model: M, options: LockOptions): Promise<M> {
  if (!model.source) return model;
  const { source, newest, log } = options;
  const pinned = newest ? null : model.source.revision;
  const blank: ManifestModel = {
    ...model,
    source: { ...model.source, revision: pinned },
    // Mozilla's own hashes distinguish files of one name in several folders.
    files:
      model.engine === 'marian'
        ? model.files
        : model.files.map(({ path, devices }) => ({ path, bytes: null, sha256: null, devices })),
  };
  const { signal } = new AbortController();
  // The ledger of what leaves a device is the app's, in its browser.
  const reported = await expectFiles(blank, blank.files, {
    source,
    signal,
    request: (url, init) => fetch(url, init),
  });
  let { revision } = reported;
  const files: ModelFile[] = [];
  for (const file of model.files) {
    const expected = reported.files.find((candidate) => candidate.path === file.path);
    if (model.engine === 'marian' && expected?.remote === undefined) {
      throw new Error(`${file.path} with its hash is not in ${model.source.repo}.`);
    }
    const isReported = expected && expected.bytes !== null && (expected.sha256 ?? expected.gitId) !== null;
    const asked = isReported ? { expected, commit: null } : await askFile(model, file.path, source, revision);
    revision = asked.commit ?? revision;
    files.push(merge(file, asked.expected, newest));
  }
  if (!/^[0-9a-f]{40}$/.test(revision)) throw new Error(`${sourceName(source)} did not report the revision.`);
  log(`${model.id}: ${files.length} files locked at ${revision}`);
  return { ...model, source: { ...model.source, revision }, files };
}

/** The headers of one file. The first response carries them, so redirects to the storage are not followed. */
async function askFile(
  model: ManifestModel,
  path: string,
  source: ModelSource,
  revision: string,
): Promise<{ expected: ExpectedFile; commit: string | null }> {
  const response = await fetch(fileUrl(source, model, path, revision), {
    method: 'HEAD',
    redirect: 'manual',
  });
  if (response.status >= 400) throw new Error(`${path} was not found (${response.status}).`);
  const blank: ExpectedFile = { path, bytes: null, sha256: null, gitId: null };
  const expected = learnFromHeaders(blank, response.headers);
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const isFile = response.status === 200 && !response.headers.has('content-encoding');
  return {
    expected: { ...expected, bytes: expected.bytes ?? (isFile && length > 0 ? length : null) },
    commit: response.headers.get('x-repo-commit'),
  };
}

function merge(file: ModelFile, reported: ExpectedFile, newest: boolean): ModelFile {
  if (!newest && file.sha256 !== null && reported.sha256 !== null && !acceptsSha256(file, reported.sha256)) {
    throw new Error(`${file.path}: the hub's SHA-256 differs from the manifest's. Nothing was changed.`);
  }
  if (!newest && file.bytes !== null && reported.bytes !== null && file.bytes !== reported.bytes) {
    throw new Error(`${file.path}: the hub's size differs from the manifest's. Nothing was changed.`);
  }
  const known = newest ? null : file;
  const gitId = reported.gitId ?? known?.gitId;
  return {
    path: file.path,
    bytes: reported.bytes ?? known?.bytes ?? null,
    sha256: known?.sha256 ?? reported.sha256 ?? null,
    ...(known?.otherSha256 ? { otherSha256: known.otherSha256 } : {}),
    ...(gitId ? { gitId } : {}),
    ...(reported.remote ? { remote: reported.remote } : {}),
    ...(file.devices ? { devices: file.devices } : {}),
  };
}
