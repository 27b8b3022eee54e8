import { announce } from '../../contract/realms/channel.ts';
import { PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { egressFetch } from '../../network/egress-fetch.ts';
import { ensureRoom, persist } from '../../storage/database/quota.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { chooseDevice, detectCapabilities } from '../device/capabilities.ts';
import { findModel } from '../manifest/catalogue.ts';
import {
  type AskHost,
  type ExpectedFile,
  expectFiles,
  type ModelExpectation,
} from '../manifest/expected-file.ts';
import type { Device, ManifestModel } from '../manifest/manifest.ts';
import { downloadSize, filesFor } from '../manifest/manifest-files.ts';
import { fileUrl, type ModelSource, parseModelSource } from '../manifest/model-source.ts';
import { downloadFile } from './download-file.ts';
import type { TransferOptions } from './hash-stored.ts';
import { type Installation, isWhole, readInstallation } from './installations.ts';
import { withModelLock } from './model-lock.ts';

export interface DownloadProgress {
  modelId: string;
  /** The file being downloaded. */
  path: string;
  /** Stored bytes of the model, including earlier downloads. */
  receivedBytes: number;
  /** Total bytes of the model; rounded if the source did not report every file's size. */
  totalBytes: number;
}

export interface DownloadOptions {
  /** Device whose files to fetch; defaults to the one the model would run on here. */
  device?: Device;
  onProgress?: (progress: DownloadProgress) => void;
  signal?: AbortSignal;
  /** 'hub', 'origin' or the base URL of a mirror; defaults to the setting. */
  source?: string;
  transfer?: Partial<TransferOptions>;
}

const TRANSFER: TransferOptions = {
  retryDelaysMs: [1000, 2000, 4000, 8000, 16_000],
  stallTimeoutMs: 60_000,
  chunkBytes: PIECE_BYTES,
};

const PROGRESS_INTERVAL_MS = 100;

/**
 * Downloads the files that a device needs of a model and that are not stored yet: from the app's own /models/ if
 * available there, otherwise from the model source. Resumes earlier downloads; aborting keeps what was received.
 * @throws AppError 404 (unknown model, or not on the hub), 409 (being downloaded in another tab), 502 `remote_model`,
 *   507 `storage_full` before anything is fetched; AbortError
 */
export async function downloadModel(modelId: string, options: DownloadOptions = {}): Promise<void> {
  const model = findModel(modelId);
  const device = options.device ?? chooseDevice(model, await detectCapabilities()).filesOf;
  const source = parseModelSource(options.source ?? (await getSettings()).model_host);
  await withModelLock(model, async () => {
    try {
      await fetchMissing(model, source, { ...options, device });
    } finally {
      announce({ type: 'models-changed' });
    }
  });
}

type Planned = DownloadOptions & { device: Device };

async function fetchMissing(model: ManifestModel, source: ModelSource, options: Planned): Promise<void> {
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const installation = await readInstallation(model);
  const plans = await planFiles(installation, source, options.device, signal);
  const progress = new ProgressReport(installation, plans, options);
  await ensureRoom(progress.missingBytes);
  // Not awaited: a browser may ask its user first.
  if (globalThis.document) persist().catch((error: unknown) => console.warn(String(error)));
  for (const plan of plans) {
    if (progress.isThere(plan.expected.path)) continue;
    await downloadFile({
      ...TRANSFER,
      ...options.transfer,
      ...plan,
      modelId: model.id,
      title: model.title,
      signal,
      onReceived: (bytes) => progress.report(plan.expected.path, bytes),
    });
    progress.finish(plan.expected.path);
  }
}

interface FilePlan {
  url: URL;
  parts: number | undefined;
  revision: string;
  expected: ExpectedFile;
}

const askHost: AskHost = (url, init, about) => egressFetch(url, init, { reason: 'model', about });

/** Where each file comes from, and what is expected of it. */
async function planFiles(
  { model, served, inParts, stored }: Installation,
  source: ModelSource,
  device: Device,
  signal: AbortSignal,
): Promise<FilePlan[]> {
  const origin: ModelSource = { kind: 'origin' };
  const files = filesFor(model, device);
  const isMissing = (path: string) =>
    files.some((file) => file.path === path && !isWhole(stored.get(path), file));
  const elsewhere = files.filter((file) => !served.has(file.path) && isMissing(file.path));
  const [here, there]: [ModelExpectation, ModelExpectation | null] = await Promise.all([
    expectFiles(model, files, { source: origin, signal, request: askHost }),
    elsewhere.length > 0 ? expectFiles(model, elsewhere, { source, signal, request: askHost }) : null,
  ]);
  return here.files.map((expected) => {
    const remote = there?.files.find((file) => file.path === expected.path);
    const from = remote ? source : origin;
    const revision = (remote ? there : here)?.revision ?? here.revision;
    const path = remote?.remote ?? expected.path;
    const parts = remote ? undefined : inParts.get(expected.path);
    return { expected: remote ?? expected, revision, parts, url: fileUrl(from, model, path, revision) };
  });
}

/** Sums up the stored bytes of all files. */
class ProgressReport {
  readonly #modelId: string;
  readonly #options: Planned;
  readonly #received = new Map<string, number>();
  readonly #whole = new Set<string>();
  readonly #total: number;
  #lastReport = Number.NEGATIVE_INFINITY;

  constructor({ model, stored }: Installation, plans: readonly FilePlan[], options: Planned) {
    this.#modelId = model.id;
    this.#options = options;
    for (const file of filesFor(model, options.device)) {
      const record = stored.get(file.path);
      this.#received.set(file.path, record?.received ?? 0);
      if (isWhole(record, file)) this.#whole.add(file.path);
    }
    const sizes = plans.map(({ expected }) => stored.get(expected.path)?.size ?? expected.bytes);
    const sum = sizes.reduce<number>((all, bytes) => all + (bytes ?? 0), 0);
    this.#total = sizes.includes(null) ? Math.max(sum, downloadSize(model, options.device).bytes) : sum;
  }

  get #sum(): number {
    return [...this.#received.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  get missingBytes(): number {
    return Math.max(0, this.#total - this.#sum);
  }

  isThere(path: string): boolean {
    return this.#whole.has(path);
  }

  report(path: string, bytes: number): void {
    this.#received.set(path, bytes);
    if (performance.now() - this.#lastReport >= PROGRESS_INTERVAL_MS) this.#report(path);
  }

  finish(path: string): void {
    this.#whole.add(path);
    this.#report(path);
  }

  #report(path: string): void {
    this.#lastReport = performance.now();
    const receivedBytes = this.#sum;
    const totalBytes = Math.max(this.#total, receivedBytes);
    this.#options.onProgress?.({ modelId: this.#modelId, path, receivedBytes, totalBytes });
  }
}
