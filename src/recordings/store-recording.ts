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
  /** The remote address that it was fetched from; null for an uploaded one. */
  source: string | null;
  /** Key that it will belong to. */
  keyId: string;
}

/** Stores a recording that was uploaded or fetched. It is probed before anything is written: only audio is kept. 413, 415, 422, 507. */
export async function storeRecording({ bytes, filename, source, keyId }: NewRecording): Promise<AudioRecord> {
  await ensureWithinLimits({ bytes: bytes.size, duration: null });
  await ensureRoom(bytes.size);
  const probe = await probeAudio(bytes, filename);
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
  await addAudio(audio, bytes);
  return audio;
}
