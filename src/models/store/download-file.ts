import type { IHasher } from 'hash-wasm';
import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { egressFetch } from '../../network/egress-fetch.ts';
import type { ModelFileRecord } from '../../storage/database/records.ts';
import {
  appendModelChunk,
  deleteModelFile,
  getModelFile,
  putModelFile,
} from '../../storage/models/model-file-store.ts';
import { bareTag, type ExpectedFile, learnFromHeaders } from '../manifest/expected-file.ts';
import { acceptsSha256 } from '../manifest/manifest-files.ts';
import { StallWatch } from './abortable.ts';
import { fetchInParts } from './fetch-in-parts.ts';
import { gitIdOf, newSha256 } from './file-digest.ts';
import { hashStored, type TransferOptions } from './hash-stored.ts';
import { canGoOn, emptyRecord } from './partial-file.ts';
import { PASSING_STATUS } from './passing-status.ts';
import { isWebPage } from './served-models.ts';
import { storedBytes } from './stored-model-files.ts';

export interface FileDownload extends TransferOptions {
  modelId: string;
  /** The model's title, for messages. */
  title: string;
  url: URL;
  /** Number of parts in which the file is there, if it is (`file-parts.ts`). */
  parts?: number | undefined;
  revision: string;
  expected: ExpectedFile;
  signal: AbortSignal;
  /** Receives the number of bytes of this file that are stored. */
  onReceived: (bytes: number) => void;
}

/** The connection failed in a way that may not recur. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * Downloads one file into storage, resuming an earlier download, and verifies it. Received bytes remain stored if the
 * signal aborts or the network fails; damaged files are discarded.
 * @throws AppError 502 `remote_model` (refused, missing, damaged, network), 507 `storage_full`; AbortError
 */
export async function downloadFile(download: FileDownload): Promise<void> {
  const transfer = await Transfer.resume(download);
  let failures = 0;
  while (!transfer.hasAll) {
    const before = transfer.received;
    try {
      await transfer.attempt();
      break;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      failures = transfer.received > before ? 1 : failures + 1;
      const delayMs = download.retryDelaysMs[failures - 1];
      // Without a network there is nothing to wait for, except from this device, which answers at once.
      const isOffline = transfer.received === before && globalThis.navigator?.onLine === false;
      if (delayMs === undefined || isOffline) throw givenUp(download, transfer.received, error);
      await waitFor(delayMs, download.signal);
    }
  }
  await transfer.finish();
}

function givenUp({ title, url }: FileDownload, received: number, cause: ConnectionLost): AppError {
  // What a host answers has no further cause.
  const what =
    received > 0 || cause.cause === undefined
      ? msg`The connection to ${url.host} was lost while downloading ${title}. The download will resume where it stopped.`
      : msg`No connection to ${url.host}: ${title} could not be downloaded.`;
  return new AppError('remote_model', what, { cause });
}

/** One file in progress: its record in storage and the hash of what is stored. */
class Transfer {
  readonly #download: FileDownload;
  #expected: ExpectedFile;
  #record: ModelFileRecord;
  #hash: IHasher;

  private constructor(download: FileDownload, record: ModelFileRecord, hash: IHasher) {
    this.#download = download;
    this.#expected = download.expected;
    this.#record = record;
    this.#hash = hash;
  }

  /** Resumes from stored bytes if they can still become the expected file. */
  static async resume(download: FileDownload): Promise<Transfer> {
    const { modelId, expected, revision, signal } = download;
    const hash = await newSha256();
    const stored = await getModelFile(modelId, expected.path);
    if (stored && canGoOn(stored, expected, revision)) {
      if ((await hashStored(hash, stored, signal)) === stored.received) {
        return new Transfer(download, stored, hash);
      }
      hash.init();
    }
    if (stored) await deleteModelFile(modelId, expected.path);
    return new Transfer(download, emptyRecord(download), hash);
  }

  get received(): number {
    return this.#record.received;
  }

  get hasAll(): boolean {
    return this.#expected.bytes !== null && this.#record.received === this.#expected.bytes;
  }

  /** One connection, starting after the stored bytes. */
  async attempt(): Promise<void> {
    const { signal, stallTimeoutMs } = this.#download;
    const stall = new StallWatch(stallTimeoutMs);
    try {
      const response = await this.#request(AbortSignal.any([signal, stall.signal]));
      await this.#receive(response, stall);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError || error instanceof ConnectionLost) throw error;
      throw new ConnectionLost(stall.signal.aborted ? 'No more data arrived.' : String(error), {
        cause: error,
      });
    } finally {
      stall.end();
    }
  }

  async #request(signal: AbortSignal): Promise<Response> {
    const { url, parts } = this.#download;
    const from = this.#record.received;
    const headers = new Headers();
    if (from > 0 && parts === undefined) {
      headers.set('Range', `bytes=${from}-`);
      // On other hosts this header would need a preflight, which storage behind a redirect may refuse; tags are
      // compared below.
      const { etag } = this.#record;
      if (etag?.startsWith('"') && url.origin === globalThis.location?.origin) headers.set('If-Range', etag);
    }
    const send = (to: URL, init: RequestInit = { headers }) =>
      egressFetch(
        to,
        { ...init, signal, cache: 'no-store' },
        { reason: 'model', about: this.#download.title },
      );
    const { bytes } = this.#expected;
    const response =
      parts === undefined || bytes === null
        ? await send(url)
        : await fetchInParts({ path: url.href, bytes, parts }, from, (part, init = {}) =>
            send(new URL(part), init),
          );
    if (from > 0 && (response.status === 416 || (response.status === 206 && !this.#continues(response)))) {
      await response.body?.cancel();
      await this.#startOver();
      return this.#request(signal);
    }
    await this.#refuse(response);
    if (from > 0 && response.status === 200) await this.#startOver();
    this.#learn(response);
    return response;
  }

  /** True if a partial response continues the same file at the right position. */
  #continues(response: Response): boolean {
    const [, start, total] =
      /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (start !== undefined && Number(start) !== this.#record.received) return false;
    const { bytes, sha256 } = this.#expected;
    if (bytes !== null && total !== undefined && total !== '*' && Number(total) !== bytes) return false;
    const before = bareTag(this.#record.etag);
    const now = bareTag(response.headers.get('etag'));
    // Without tags, only a hash can show whether the two parts belong together.
    return before !== null && now !== null
      ? before === now
      : sha256 !== null || this.#expected.gitId !== null;
  }

  async #refuse(response: Response): Promise<void> {
    const { title, url, expected } = this.#download;
    const { status } = response;
    const isFile = (status === 200 || status === 206) && !isWebPage(response);
    if (isFile) return;
    await response.body?.cancel();
    if (PASSING_STATUS.has(status)) throw new ConnectionLost(`${url.host} answered ${status}.`);
    const what = msg`${url.host} does not provide ${expected.path} of ${title}`;
    if (status === 401 || status === 403) {
      throw new AppError('remote_model', msg`${what}: access denied (${status}).`, {
        remedy: msg`Choose another model source.`,
      });
    }
    if (status === 404 || status === 410) {
      throw new AppError('remote_model', msg`${what}: not found (${status}).`, {
        remedy: msg`Choose another model source or import the files.`,
      });
    }
    if (status === 200 || status === 206) {
      throw new AppError(
        'remote_model',
        msg`${what}: it returned a web page instead. A network login page or a wrong model source may be the cause.`,
      );
    }
    throw new AppError('remote_model', msg`${what}: it returned ${status}.`, {
      remedy: msg`Try again later or choose another model source.`,
    });
  }

  #learn({ headers }: Response): void {
    this.#expected = learnFromHeaders(this.#expected, headers);
    this.#record = {
      ...this.#record,
      size: this.#expected.bytes,
      sha256: this.#expected.sha256,
      etag: headers.get('etag') ?? this.#record.etag,
      revision: headers.get('x-repo-commit') ?? this.#record.revision,
    };
  }

  async #receive(response: Response, stall: StallWatch): Promise<void> {
    const reader = response.body?.getReader();
    if (!reader) throw new ConnectionLost('The response has no body.');
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let pending = 0;
    const flush = async () => {
      if (pending === 0) return;
      const bytes = joinBytes(parts);
      parts = [];
      pending = 0;
      this.#record = await appendModelChunk(this.#record, bytes);
    };
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        stall.alive();
        parts.push(value);
        pending += value.length;
        this.#hash.update(value);
        await this.#refuseExcess(this.#record.received + pending);
        this.#download.onReceived(this.#record.received + pending);
        if (pending >= this.#download.chunkBytes) await flush();
      }
    } catch (error) {
      if (error instanceof AppError) {
        await reader.cancel().catch(() => null);
        throw error;
      }
      await flush();
      throw error;
    }
    await flush();
    const { bytes } = this.#expected;
    if (bytes !== null && this.#record.received < bytes)
      throw new ConnectionLost('The response ended early.');
  }

  async #refuseExcess(received: number): Promise<void> {
    const { bytes } = this.#expected;
    if (bytes !== null && received > bytes) await this.#discard(`it is larger than ${bytes} bytes`);
  }

  /** Checks size and hash and marks the file as complete. */
  async finish(): Promise<void> {
    const { bytes, sha256, gitId } = this.#expected;
    const digest = this.#hash.digest('hex');
    if (bytes !== null && this.#record.received !== bytes) {
      await this.#discard(`it has ${this.#record.received} bytes instead of ${bytes}`);
    }
    if (!acceptsSha256(this.#expected, digest)) await this.#discard('its SHA-256 does not match');
    if (sha256 === null && gitId !== null) {
      const found = await gitIdOf(this.#record.received, storedBytes(this.#record));
      if (found !== gitId) await this.#discard('its Git object id does not match');
    }
    await putModelFile({ ...this.#record, size: this.#record.received, sha256: digest, complete: true });
  }

  async #startOver(): Promise<void> {
    const { modelId, expected } = this.#download;
    await deleteModelFile(modelId, expected.path);
    this.#record = emptyRecord(this.#download);
    this.#expected = expected;
    this.#hash.init();
  }

  async #discard(why: string): Promise<never> {
    const { modelId, title, url, expected } = this.#download;
    await deleteModelFile(modelId, expected.path);
    throw new AppError(
      'remote_model',
      msg`${expected.path} of ${title} arrived damaged from ${url.host}: ${why}. It was discarded.`,
      { remedy: msg`Download it again or choose another model source.` },
    );
  }
}
