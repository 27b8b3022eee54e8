import type { KV } from '@nats-io/kv';
import { type ByteSource, keepPieces, pieceSource } from '../lib/bytes/byte-source.ts';
import { gunzip, gzip } from '../lib/bytes/gzip.ts';
import { msg } from '../lib/errors/msg.ts';
import { type Bytes, jsonBytes, jsonOf, toBase64Url } from './bytes.ts';
import { keysOf } from './keys-of.ts';
import { PIECE_BYTES } from './layout.ts';
import { PoolFailure } from './pool-failure.ts';
import type { Manifest } from './rows.ts';
import { contentNonce, type JobKeys, open, seal } from './team-keys.ts';

/** Pieces on their way at once: one after the other would wait for each answer. */
const IN_FLIGHT = 6;
const PUT_TIMEOUT_MS = 30_000;

/** A job's recording, parameters and result, sealed and addressed by the digest of what was sealed. */
export class PieceStore {
  constructor(
    private readonly bucket: KV,
    private readonly job: string,
    private readonly keys: JobKeys,
  ) {}

  /** Stores bytes in pieces, those that are missing. Pieces of one `label` cannot be passed off as those of another. */
  async put(source: ByteSource, label: string, signal?: AbortSignal): Promise<Manifest> {
    const count = Math.ceil(source.size / PIECE_BYTES);
    // Listing costs more than sending one piece again.
    const there = count > 1 ? await storedNames(this.bucket, this.job) : new Set<string>();
    const pieces = new Array<string>(count);
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const index = next++;
        signal?.throwIfAborted();
        pieces[index] = await this.#putPiece(
          await source.read(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
          label,
          index,
          there,
        );
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    return { size: source.size, pieceBytes: PIECE_BYTES, pieces };
  }

  /** Stores a value as compressed JSON. */
  async putJson(value: unknown, label: string): Promise<Manifest> {
    const bytes = await gzip(jsonBytes(value));
    return this.put({ size: bytes.length, read: async (start, end) => bytes.slice(start, end) }, label);
  }

  /** Reads what `putJson` stored. */
  async readJson(manifest: Manifest, label: string): Promise<unknown> {
    return jsonOf(await gunzip(await this.source(manifest, label).read(0, manifest.size)));
  }

  /** Deletes what `put` stored. */
  async remove({ pieces }: Manifest): Promise<void> {
    for (const name of pieces) await this.bucket.purge(`${this.job}.${name}`);
  }

  /** Bytes that are fetched where they are read. */
  source(manifest: Manifest, label: string): ByteSource {
    const read = async (index: number) => (await this.#readPiece(manifest, label, index)).buffer;
    return keepPieces(pieceSource(manifest.size, read, PIECE_BYTES), { pieces: 8, pieceBytes: PIECE_BYTES });
  }

  async #putPiece(plain: Bytes, label: string, index: number, there: ReadonlySet<string>): Promise<string> {
    const place = this.#place(label, index);
    const sealed = await seal(this.keys.pieces, plain, place, await contentNonce(this.keys, plain, place));
    const name = await addressOf(sealed);
    if (!there.has(name)) await this.bucket.put(`${this.job}.${name}`, sealed, { timeout: PUT_TIMEOUT_MS });
    return name;
  }

  async #readPiece(manifest: Manifest, label: string, index: number): Promise<Bytes> {
    const name = manifest.pieces[index];
    const entry = name === undefined ? null : await this.bucket.get(`${this.job}.${name}`);
    if (entry?.operation !== 'PUT') {
      throw new PoolFailure(
        'gone',
        msg`A piece of the recording is no longer in the pool: create the job again.`,
      );
    }
    if ((await addressOf(new Uint8Array(entry.value))) !== name) {
      throw new PoolFailure(
        'gone',
        msg`A piece of the recording was changed in the pool: create the job again.`,
      );
    }
    return open(this.keys.pieces, entry.value, this.#place(label, index));
  }

  #place = (label: string, index: number) => `${this.job}/${label}/${index}`;
}

async function addressOf(sealed: Bytes): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed)));
}

/** Deletes all pieces of a job. */
export async function removePieces(bucket: KV, job: string): Promise<void> {
  const all = [...(await storedNames(bucket, job))];
  for (let first = 0; first < all.length; first += 100) {
    await Promise.all(all.slice(first, first + 100).map((name) => bucket.purge(`${job}.${name}`)));
  }
}

async function storedNames(bucket: KV, job: string): Promise<Set<string>> {
  return new Set((await keysOf(bucket, `${job}.*`)).map((key) => key.slice(job.length + 1)));
}
