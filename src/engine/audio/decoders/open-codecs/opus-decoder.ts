import { OpusDecoder } from 'opus-decoder';
import { descriptionOf, type FrameDecoder, frameOf } from './frame-decoder.ts';

/** Length of the shortest identification header, and of the shortest with a channel table (RFC 7845, section 5.1). */
const HEAD_BYTES = 19;
const MAPPING_BYTES = 21;

/** Opus, with libopus, always at 48 kHz. */
export async function openOpus(config: AudioDecoderConfig): Promise<FrameDecoder> {
  const decoder = new OpusDecoder({ channels: config.numberOfChannels, ...mappingOf(descriptionOf(config)) });
  await decoder.ready;
  return {
    decode: async (frame) => frameOf(decoder.decodeFrame(frame)),
    close: () => decoder.free(),
  };
}

/** The identification header's channels and number of samples to skip at the start. */
function mappingOf(head: Uint8Array) {
  if (head.length < HEAD_BYTES) return {};
  const channels = head[9] ?? 1;
  const preSkip = (head[10] ?? 0) | ((head[11] ?? 0) << 8);
  if (head[18] === 0 || head.length < MAPPING_BYTES + channels) return { channels, preSkip };
  return {
    channels,
    preSkip,
    streamCount: head[19] ?? 1,
    coupledStreamCount: head[20] ?? 0,
    channelMappingTable: [...head.subarray(MAPPING_BYTES, MAPPING_BYTES + channels)],
  };
}
