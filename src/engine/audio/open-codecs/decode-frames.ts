import { DecoderGaveUp } from '../decoder-gave-up.ts';
import type { PacketQueue } from '../packet-queue.ts';
import type { PcmBlock } from '../pcm-block.ts';
import { SoundClock } from '../sound-clock.ts';
import type { OpenFrameDecoder } from './frame-decoder.ts';

/** Packets that are further apart than this do not follow each other. */
const GAP_SECONDS = 0.2;

/**
 * Coded packets → PCM, by a decoder in WebAssembly. A damaged packet is left out; after a gap the decoder starts anew, so
 * that no sound of before leaks into it. Throws DecoderGaveUp where the decoder cannot be opened.
 */
export async function* decodeFrames(
  queue: PacketQueue,
  config: AudioDecoderConfig,
  open: OpenFrameDecoder,
): AsyncGenerator<PcmBlock, void, undefined> {
  let decoder = await open(config);
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
