import { type ByteSource, blobSource, intoPieces, keepPieces } from '../lib/bytes/byte-source.ts';
import { unwrap } from '../lib/errors/rendered.ts';
import { newId } from '../lib/ids.ts';
import { ensureRoom } from '../storage/database/quota.ts';
import type { AudioRecord } from '../storage/database/records.ts';
import { addArrivingAudio, addAudio } from '../storage/recordings/audio-store.ts';
import { ensureWithinLimits } from '../storage/settings/limits.ts';
import { probeRecording } from './probe-recording.ts';

interface Origin {
  filename: string;
  /** The remote URL it was fetched from; null for an upload. */
  source: string | null;
  /** Key that will own it. */
  keyId: string;
}

/** A recording before it is stored. */
export interface NewRecording extends Origin {
  bytes: Blob;
  /** Aborts storing, which leaves nothing behind. */
  signal?: AbortSignal;
}

/** A recording that is still being fetched. */
export interface ArrivingRecording extends Origin {
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Stores an uploaded recording after probing it: only audio is kept. Throws 413, 415, 422 or 507, and the signal's reason. */
export async function storeRecording({ bytes, signal, ...origin }: NewRecording): Promise<AudioRecord> {
  await ensureWithinLimits({ bytes: bytes.size, duration: null });
  await ensureRoom(bytes.size);
  const content = blobSource(bytes);
  const audio = await describe(newId(), content, origin);
  await addAudio(audio, content, signal);
  return audio;
}

/**
 * Stores a recording while it arrives, a piece in memory at a time, then probes it: what is no audio, or does not arrive
 * whole, leaves nothing behind. Throws 413, 415, 422 or 507, and what reading the bytes throws.
 */
export async function storeArrivingRecording({ bytes, ...origin }: ArrivingRecording): Promise<AudioRecord> {
  const id = newId();
  // Probing reads little at a time, and each read from storage takes a whole piece.
  return addArrivingAudio(id, withinLimits(intoPieces(bytes)), (stored) =>
    describe(id, keepPieces(stored), origin),
  );
}

/** Pieces for as long as there are not more bytes than the settings allow. */
async function* withinLimits(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>) {
  let received = 0;
  for await (const piece of pieces) {
    received += piece.length;
    await ensureWithinLimits({ bytes: received, duration: null, isArriving: true });
    yield piece;
  }
}

async function describe(
  id: string,
  content: ByteSource,
  { filename, source, keyId }: Origin,
): Promise<AudioRecord> {
  const probe = unwrap(await probeRecording(content, filename));
  await ensureWithinLimits({ bytes: content.size, duration: probe.duration });
  return {
    id,
    key_id: keyId,
    filename,
    extension: probe.extension,
    type: probe.type,
    size: content.size,
    audio_duration: probe.duration,
    number_of_channels: probe.numberOfChannels,
    source,
    created_at: new Date().toISOString(),
  };
}
