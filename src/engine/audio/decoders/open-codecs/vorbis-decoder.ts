import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { codecFrames, data, header, vorbisSetup } from 'codec-parser';
import { descriptionOf, type FrameDecoder, frameOf } from './frame-decoder.ts';

type OggPages = Parameters<OggVorbisDecoder['decodeOggPages']>[0];

/** Vorbis, with libvorbis; null if its three headers are missing. */
export async function openVorbis(config: AudioDecoderConfig): Promise<FrameDecoder | null> {
  const headers = splitHeaders(descriptionOf(config));
  if (!headers) return null;
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  let first = true;
  return {
    decode: async (packet) => {
      const pages = first
        ? [page(headers.identification, []), page(packet, [packet], headers.setup)]
        : [page(packet, [packet])];
      first = false;
      return frameOf(await decoder.decodeOggPages(pages));
    },
    close: () => decoder.free(),
  };
}

/** A page as returned by the library's own parser, which reads its first byte, its packets and, once, the setup. */
function page(bytes: Uint8Array, packets: readonly Uint8Array[], setup?: Uint8Array): OggPages[number] {
  const frames = packets.map((packet) => ({ [data]: packet, [header]: { [vorbisSetup]: setup } }));
  return { [data]: bytes, [codecFrames]: frames } as OggPages[number];
}

/** Headers as WebCodecs and Matroska lace them: their number minus one, lengths of all but the last, and the bytes. */
function splitHeaders(laced: Uint8Array): { identification: Uint8Array; setup: Uint8Array } | null {
  if (laced[0] !== 2) return null;
  let at = 1;
  const lengths = [0, 0];
  for (const index of lengths.keys()) {
    let byte = 255;
    while (byte === 255 && at < laced.length) {
      byte = laced[at++] ?? 0;
      lengths[index] = (lengths[index] ?? 0) + byte;
    }
  }
  const [first = 0, second = 0] = lengths;
  const setup = laced.subarray(at + first + second);
  return setup.length > 0 ? { identification: laced.subarray(at, at + first), setup } : null;
}
