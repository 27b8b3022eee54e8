import { MPEGDecoder } from 'mpg123-decoder';
import { type FrameDecoder, frameOf } from './frame-decoder.ts';

/** MPEG audio, layers I to III, with mpg123. */
export async function openMpeg({ numberOfChannels }: AudioDecoderConfig): Promise<FrameDecoder> {
  // Encoder delay is cut by the container's times, as for every decoder.
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  return {
    decode: async (bytes) => {
      const frame = frameOf(decoder.decodeFrame(bytes));
      // It turns one channel into two.
      return frame && { ...frame, planes: frame.planes.slice(0, numberOfChannels) };
    },
    close: () => decoder.free(),
  };
}
