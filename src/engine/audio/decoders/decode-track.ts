import type { AudioPacket, AudioTrack } from '../../../media/audio-track.ts';
import { decodeAc3 } from './ac3-decoder.ts';
import { blockDecoder } from './adpcm-decoder.ts';
import { AlacDecoder } from './alac-decoder.ts';
import { decodeCoded } from './decode-coded.ts';
import type { DecodeFile } from './page-decoder.ts';
import type { PcmBlock } from './pcm-block.ts';
import { decodePcm } from './pcm-decoder.ts';

/**
 * Decodes a track's packets into ordered PCM on the container's clock. Undecodable packets are skipped. Throws 415 if
 * this browser lacks the codec, 422 if the codec's settings are damaged.
 *
 * @param decodeFile lent by the page, if there is one
 * @param withoutWebCodecs avoids WebCodecs where another decoder can
 */
export async function decodeTrack(
  track: AudioTrack,
  decodeFile: DecodeFile | null = null,
  withoutWebCodecs = false,
): Promise<AsyncGenerator<PcmBlock, void, undefined>> {
  const { coding, info } = track;
  switch (coding.kind) {
    case 'pcm':
      return mapPackets(track, info.sampleRate, (data) =>
        decodePcm(data, coding.format, info.numberOfChannels),
      );
    case 'blocks': {
      const decode = blockDecoder(coding.format, info.numberOfChannels);
      return mapPackets(track, info.sampleRate, decode);
    }
    case 'alac': {
      const decoder = new AlacDecoder(coding.cookie);
      return mapPackets(track, decoder.sampleRate, (data) => decoder.decode(data));
    }
    case 'ac3':
      return decodeAc3(track.packets(), { variant: coding.variant, ...info });
    case 'webcodecs':
      return decodeCoded(track, coding.config, decodeFile, withoutWebCodecs);
  }
}

async function* mapPackets(
  track: AudioTrack,
  sampleRate: number,
  decode: (data: AudioPacket['data']) => Float32Array[] | null,
): AsyncGenerator<PcmBlock, void, undefined> {
  for await (const { data, timestamp } of track.packets()) {
    const planes = decode(data);
    if (planes?.[0] && planes[0].length > 0) yield { timestamp, sampleRate, planes };
  }
}
