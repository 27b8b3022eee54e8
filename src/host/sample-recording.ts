import type { ByteSource } from '../lib/bytes/byte-source.ts';

/** The recording behind "Try the sample": synthetic speech, the only audio that the bundled miniature serves. */
export const SAMPLE = {
  url: '/demo/dialogue.flac',
  bytes: 307_162,
  sha256: '52d2abaeca25c9b768db311205dd1e017dd2ed095776e16016d529cab3aee6c8',
} as const;

/** True if these bytes are the sample's. Compared by content, because anyone can choose a file name. */
export async function isSampleAudio(audio: ByteSource): Promise<boolean> {
  if (audio.size !== SAMPLE.bytes) return false;
  const digest = await crypto.subtle.digest('SHA-256', await audio.read(0, audio.size));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === SAMPLE.sha256;
}
