import type { OpenFrameDecoder } from './frame-decoder.ts';

/** Decoders of the open formats, each loaded if a browser lacks it. `codec` as in WebCodecs; null for others. */
export function openCodec(codec: string): OpenFrameDecoder | null {
  switch (codec) {
    case 'mp3':
      return async (config) => (await import('./mpeg-decoder.ts')).openMpeg(config);
    case 'flac':
      return async () => (await import('./flac-decoder.ts')).openFlac();
    case 'opus':
      return async (config) => (await import('./opus-decoder.ts')).openOpus(config);
    case 'vorbis':
      return async (config) => (await import('./vorbis-decoder.ts')).openVorbis(config);
    default:
      return null;
  }
}
