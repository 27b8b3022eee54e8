import { readFileSync } from 'node:fs';
import { bitFlipped, overwritten } from '../browser/audio/damage.ts';
import { fixture } from '../e2e/clips.ts';
import type { SentFile } from './page-tasks.ts';

/** What remains of a file: its first 30 bytes, noise after the first 200, or all with some bits flipped. */
const DAMAGED = {
  header: (blob: Blob) => blob.slice(0, 30),
  noise: (blob: Blob) => overwritten(blob, 200 / blob.size, 1),
  flipped: (blob: Blob) => bitFlipped(blob, blob.size, Math.max(8, Math.floor(blob.size / 500))),
};
export type Damage = keyof typeof DAMAGED;
export const DAMAGES = ['header', 'noise', 'flipped'] as const satisfies Damage[];

/** A container of the fixtures, damaged the same way each time. */
export async function damagedFile(name: string, damage: Damage): Promise<SentFile> {
  const whole = new Blob([readFileSync(fixture(`containers/${name}`))]);
  const damaged = await DAMAGED[damage](whole);
  return { name, base64: Buffer.from(await damaged.arrayBuffer()).toString('base64') };
}

/** How each container ends after each of DAMAGES, in every browser: what can be saved is heard. */
export const OUTCOMES: Record<string, string> = {
  'aac.aac': 'done done done',
  'aac.m4a': '422 422 done',
  'aac.mov': '422 422 done',
  'aac.mpegts': '415 422 done',
  'ac3.ac3': '422 415 done',
  'ac3.mp4': '422 422 done',
  'alac.caf': '422 422 422',
  'alac.m4a': '422 422 done',
  'alac24.m4a': '422 422 done',
  'alac_stereo.m4a': '422 422 done',
  'alaw_8khz.wav': '422 done done',
  'cbr.mp3': '422 415 done',
  'eac3.mkv': '422 422 done',
  'eight_channels.m4a': '422 422 done',
  'eight_channels.wav': '422 done done',
  'f32.aifc': '422 done done',
  'flac.flac': '422 422 done',
  'flac.ogg': '422 422 done',
  'fragmented.mp4': '422 422 done',
  'layer2.mp2': '422 415 done',
  'long.aac': 'done done done',
  'long.ac3': '422 415 done',
  'long.flac': '422 422 done',
  'long.m4a': '422 422 done',
  'long.mp3': '422 415 done',
  'long.mpegts': '415 422 done',
  'long.ogg': '422 422 done',
  'long.webm': '422 422 done',
  'long_alac.m4a': '422 422 422',
  'long_faststart.m4a': '422 422 done',
  'long_vorbis.ogg': '422 422 422',
  'mpeg2.mp3': '422 415 done',
  'opus.mkv': '422 422 done',
  'opus.ogg': '422 422 done',
  'opus.webm': '422 422 done',
  'partly_fragmented.m4a': '422 422 422',
  'pcm_f32.caf': '422 done done',
  'pcm_f32.wav': '422 done 422',
  'pcm_f64.wav': '422 done 422',
  'pcm_s16.aiff': '422 done done',
  'pcm_s16.caf': '422 done done',
  'pcm_s16.wav': '422 done done',
  'pcm_s24.aiff': '422 done done',
  'pcm_s24.wav': '422 done done',
  'pcm_s32.wav': '422 done done',
  'pcm_u8.wav': '422 done done',
  'rate_96khz.wav': '422 done done',
  'rf64.wav': '422 done done',
  'sowt.aifc': '422 done done',
  'stereo_identical.wav': '422 done done',
  'stereo_one_silent.wav': '422 done done',
  'two_tracks.mkv': '422 422 done',
  'two_tracks.mp4': '422 422 422',
  'twos.mov': '422 422 done',
  'ulaw.aifc': '422 done done',
  'ulaw_8khz.wav': '422 done done',
  'vbr.mp3': '422 415 done',
  'vbr_without_xing.mp3': '422 415 done',
  'video.mp4': '422 422 done',
  'vorbis.ogg': '422 422 422',
  'vorbis.webm': '422 422 422',
};
