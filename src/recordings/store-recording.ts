import { blobSource } from '../lib/byte-source.ts';
import { newId } from '../lib/ids.ts';
import { probeAudio } from '../media/probe-audio.ts';
import { addAudio } from '../storage/audio-store.ts';
import { ensureWithinLimits } from '../storage/limits.ts';
import { ensureRoom } from '../storage/quota.ts';
import type { AudioRecord } from '../storage/records.ts';

/** A recording before it is stored. */
export interface NewRecording {
  bytes: Blob;
  filename: string;
  /** The remote URL it was fetched from; null for an upload. */
  source: string | null;
  /** Key that will own it. */
  keyId: string;
}

/** Stores an uploaded or fetched recording after probing it: only audio is kept. Throws 413, 415, 422 or 507. */
export async function storeRecording({ bytes, filename, source, keyId }: NewRecording): Promise<AudioRecord> {
  await ensureWithinLimits({ bytes: bytes.size, duration: null });
  await ensureRoom(bytes.size);
  const content = blobSource(bytes);
  const probe = await probeAudio(content, filename);
  await ensureWithinLimits({ bytes: bytes.size, duration: probe.duration });
  const audio: AudioRecord = {
    id: newId(),
    key_id: keyId,
    filename,
    extension: probe.extension,
    type: probe.type,
    size: bytes.size,
    audio_duration: probe.duration,
    number_of_channels: probe.numberOfChannels,
    source,
    created_at: new Date().toISOString(),
  };
  await addAudio(audio, content);
  return audio;
}
