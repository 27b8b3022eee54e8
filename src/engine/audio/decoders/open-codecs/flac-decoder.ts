import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { type FrameDecoder, frameOf } from './frame-decoder.ts';

/** FLAC, with libFLAC. */
export async function openFlac(): Promise<FrameDecoder> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  return {
    decode: async (frame) => frameOf(await decoder.decodeFrames([frame])),
    close: () => decoder.free(),
  };
}
