import type { FileEntry } from '@zip.js/zip.js/lib/zip-core.js';
import { correctedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { jsonFaultLine } from '../../lib/errors/json-fault.ts';
import { isDeeperThan, MAX_DEPTH } from '../../lib/json-depth.ts';
import { dictionary } from '../../storage/corrections/dictionary-store.ts';
import {
  arrivalRecordPath,
  badBackup,
  DICTIONARY,
  editsPath,
  isBackupPath,
  MANIFEST,
  messagesPath,
  recordPath,
  SETTINGS,
  transcriptPath,
  versionNumber,
  waveformPath,
} from './backup-format.ts';
import {
  BACKUP_VERSION,
  type BackupManifest,
  backedUpArrival,
  backedUpAudio,
  backedUpJob,
  backedUpMessages,
  backedUpPeaks,
  backedUpSettings,
  backedUpVersion,
  backupManifest,
} from './backup-records.ts';
import { archiveFault, damaged } from './zip-faults.ts';

/** A shape of the storage, by which JSON is parsed. */
interface Shape<Value> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Value }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
}

/** A transcript of ten hours takes some 20 MB: what claims more is made to fill the memory; bytes. */
const LARGEST_JSON = 256e6;

/** An archive whose names, sizes and manifest are those of a backup. Its files are read one at a time. */
export class OpenBackup {
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly recordings: readonly { id: string; file: string; bytes: number }[];
  readonly transcripts: readonly string[];
  readonly arrivals: OpenBackup['recordings'];

  private constructor(
    entries: ReadonlyMap<string, FileEntry>,
    recordings: OpenBackup['recordings'],
    transcripts: readonly string[],
    arrivals: OpenBackup['recordings'],
  ) {
    this.#entries = entries;
    this.recordings = recordings;
    this.transcripts = transcripts;
    this.arrivals = arrivals;
  }

  /** Opens an archive. Throws AppError 400 with the reason if it is no backup. */
  static async open(file: Blob): Promise<OpenBackup> {
    const entries = await entriesOf(file);
    const manifest = await readManifest(entries);
    const withBytes = (named: BackupManifest['recordings'], record: (id: string) => string) =>
      named
        // What was deleted while the backup was written is in its list alone.
        .filter(({ id }) => entries.has(record(id)))
        .map(({ id, file: path }) => {
          const bytes = entries.get(path)?.uncompressedSize;
          if (bytes === undefined) throw badBackup(`it lacks the recording ${JSON.stringify(path)}`);
          return { id, file: path, bytes };
        });
    const recordings = withBytes(manifest.recordings, recordPath);
    const arrivals = withBytes(manifest.arrivals, arrivalRecordPath);
    const transcripts = manifest.transcripts.filter((id) => entries.has(transcriptPath(id)));
    return new OpenBackup(entries, recordings, transcripts, arrivals);
  }

  recording = (id: string) => this.#json(recordPath(id), backedUpAudio);
  arrival = (id: string) => this.#json(arrivalRecordPath(id), backedUpArrival);
  transcript = (id: string) => this.#json(transcriptPath(id), backedUpJob);
  waveform = async (id: string) =>
    this.#entries.has(waveformPath(id)) ? this.#json(waveformPath(id), backedUpPeaks) : null;
  settings = async () => (this.#entries.has(SETTINGS) ? this.#json(SETTINGS, backedUpSettings) : null);
  dictionary = async () => (this.#entries.has(DICTIONARY) ? this.#json(DICTIONARY, dictionary) : null);
  /** The kept states of a transcript, oldest first, each read when it is taken. */
  async *versions(id: string) {
    const kept = [...this.#entries.keys()].flatMap((path) => {
      const number = versionNumber(path, id);
      return number === null ? [] : [{ path, number }];
    });
    kept.sort((a, b) => a.number - b.number);
    for (const { path } of kept) yield await this.#json(path, backedUpVersion);
  }
  messages = async (id: string) =>
    this.#entries.has(messagesPath(id)) ? this.#json(messagesPath(id), backedUpMessages) : [];
  edits = async (id: string) =>
    this.#entries.has(editsPath(id)) ? this.#json(editsPath(id), correctedTranscript) : null;

  /** The bytes of a file in order. A checksum that is not theirs fails the stream at its end. */
  stream(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
    const entry = this.#entries.get(path);
    if (!entry) throw badBackup(`it lacks ${JSON.stringify(path)}`);
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    // Where it fails before the first byte, the stream would never end; later, the stream has failed with it.
    entry
      .getData(writable, { checkSignature: true })
      .catch((cause) => writable.abort(cause))
      .catch(() => undefined);
    return readable;
  }

  async #json<Value>(path: string, shape: Shape<Value>): Promise<Value> {
    return parseJson(this.#entries, path, shape);
  }
}

async function entriesOf(file: Blob): Promise<Map<string, FileEntry>> {
  // Large, and needed only here. Workers made of blobs are against the app's content security policy.
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js/lib/zip-core.js');
  configure({ useWebWorkers: false });
  const all = await new ZipReader(new BlobReader(file)).getEntries().catch(async (cause: unknown) => {
    throw badBackup(`${describe(file)} ${await archiveFault(file, cause)}`, cause);
  });
  const entries = new Map<string, FileEntry>();
  for (const entry of all) {
    if (entry.directory) continue;
    const { filename, encrypted, uncompressedSize } = entry;
    const name = JSON.stringify(filename.slice(0, 200));
    if (!isBackupPath(filename)) throw badBackup(`it contains ${name}, which is no part of a backup`);
    if (entries.has(filename)) throw badBackup(`it contains ${name} twice`);
    if (encrypted) {
      throw badBackup(
        `${name} is encrypted: unpack it with its password, and pack the files again without one`,
      );
    }
    if (filename.endsWith('.json') && uncompressedSize > LARGEST_JSON) {
      throw badBackup(`${name} says that it is ${Math.round(uncompressedSize / 1e6)} MB long`);
    }
    if (isBomb(entry)) {
      throw badBackup(
        `${name} is ${entry.compressedSize} bytes, but says that it is ${Math.round(uncompressedSize / 1e6)} MB`,
      );
    }
    entries.set(filename, entry);
  }
  return entries;
}

/** Recordings are stored as they are; deflated again, only the same byte over and over becomes a thousandth. */
const isBomb = ({ compressedSize, uncompressedSize }: FileEntry): boolean =>
  uncompressedSize > LARGEST_JSON && uncompressedSize > 900 * compressedSize;

const describe = (file: Blob) => (file instanceof File ? JSON.stringify(file.name) : 'the file');

async function readManifest(entries: ReadonlyMap<string, FileEntry>) {
  if (!entries.has(MANIFEST)) throw badBackup(`it lacks ${MANIFEST}, so it is not a backup of Earshot`);
  const manifest = await parseJson(entries, MANIFEST, backupManifest);
  if (manifest.version > BACKUP_VERSION) {
    throw badBackup('a newer version of Earshot wrote it; reload the page to update the app');
  }
  return manifest;
}

async function parseJson<Value>(
  entries: ReadonlyMap<string, FileEntry>,
  path: string,
  shape: Shape<Value>,
): Promise<Value> {
  const entry = entries.get(path);
  if (!entry) throw badBackup(`it lacks ${JSON.stringify(path)}`);
  const text = await readText(entry).catch(async (cause: unknown) => {
    throw await damaged(path, cause);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const line = jsonFaultLine(text, cause);
    throw badBackup(`${JSON.stringify(path)}, line ${line}: it is not JSON, or not all of it`, cause);
  }
  if (isDeeperThan(value, MAX_DEPTH))
    throw badBackup(`${JSON.stringify(path)} has more than ${MAX_DEPTH} levels`);
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badBackup(
    `${JSON.stringify(path)}: ${issue?.path.join('.') || 'it'}: ${issue?.message}`,
    parsed.error,
  );
}

/** Ends as soon as more comes than the archive said: deflated, little can become much. */
async function readText(entry: FileEntry): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  await entry.getData(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(part) {
        length += part.length;
        if (length > entry.uncompressedSize) throw new Error('It is longer than the archive says.');
        parts.push(part);
      },
    }),
    { checkSignature: true },
  );
  return new Blob(parts).text();
}
