import { DecoderGaveUp } from '../decoder-gave-up.ts';
import type { PacketQueue } from '../packet-queue.ts';
import type { PcmBlock } from '../pcm-block.ts';
import { SoundClock } from '../sound-clock.ts';
import type { OpenFrameDecoder } from './frame-decoder.ts';

/** Packets further apart than this are not consecutive. */
const GAP_SECONDS = 0.2;

/**
 * Decodes packets into PCM with a decoder in WebAssembly. Skips damaged packets; after a gap the decoder restarts, so
 * that no earlier audio leaks in. Throws DecoderGaveUp if the decoder cannot be opened.
 */
export async function* decodeFrames(
  queue: PacketQueue,
  config: AudioDecoderConfig,
  open: OpenFrameDecoder,
): AsyncGenerator<PcmBlock, void, undefined> {
  // Libraries throw where settings contradict each other.
  let decoder = await open(config).catch(() => null);
  if (!decoder) throw new DecoderGaveUp('the settings of the stream are damaged', []);
  const clock = new SoundClock();
  let end: number | null = null;
  try {
    for (let packet = await queue.next(); packet; packet = await queue.next()) {
      if (end !== null && Math.abs(packet.timestamp - end) > GAP_SECONDS) {
        decoder.close();
        decoder = (await open(config)) ?? decoder;
      }
      end = packet.timestamp + packet.duration;
      const frame = await decoder.decode(packet.data).catch(() => null);
      const samples = frame?.planes[0]?.length ?? 0;
      if (!frame || samples === 0) continue;
      const { planes, sampleRate } = frame;
      const timestamp = clock.place(packet, packet.timestamp, { samples, sampleRate });
      yield { timestamp, sampleRate, planes };
    }
  } finally {
    decoder.close();
  }
}
