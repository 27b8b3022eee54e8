import type { AudioCoding, PcmFormat } from './audio-track.ts';
import { pcmCodecName } from './pcm-track.ts';

/** A Matroska track's codec information. */
interface CodecSettings {
  codecId: string;
  codecPrivate: Uint8Array;
  sampleRate: number;
  numberOfChannels: number;
  bitDepth: number;
}

export interface MatroskaCodec {
  name: string;
  coding: AudioCoding;
}

/** How to decode a Matroska track (codec mappings of RFC 9559); null if it cannot be decoded. */
export function matroskaCodec(track: CodecSettings): MatroskaCodec | null {
  const { codecId, codecPrivate, sampleRate, numberOfChannels } = track;
  const withWebCodecs = (name: string, codec: string, needsPrivate = true): MatroskaCodec | null => {
    if (needsPrivate && codecPrivate.length === 0) return null;
    const description = codecPrivate.length > 0 ? { description: codecPrivate.slice() } : {};
    return {
      name,
      coding: { kind: 'webcodecs', config: { codec, sampleRate, numberOfChannels, ...description } },
    };
  };
  switch (codecId) {
    case 'A_OPUS':
      return withWebCodecs('opus', 'opus', false);
    case 'A_VORBIS':
      return withWebCodecs('vorbis', 'vorbis');
    case 'A_FLAC':
      return withWebCodecs('flac', 'flac');
    case 'A_MPEG/L3':
    case 'A_MPEG/L2':
      return {
        name: 'mp3',
        coding: { kind: 'webcodecs', config: { codec: 'mp3', sampleRate, numberOfChannels } },
      };
    case 'A_AAC':
      return withWebCodecs('aac', `mp4a.40.${aacObjectType(codecPrivate)}`);
    case 'A_AC3':
      return { name: 'ac3', coding: { kind: 'ac3', variant: 'ac3' } };
    case 'A_EAC3':
      return { name: 'eac3', coding: { kind: 'ac3', variant: 'eac3' } };
    case 'A_ALAC':
      return { name: 'alac', coding: { kind: 'alac', cookie: codecPrivate.slice() } };
    default:
      return pcmCodec(track);
  }
}

/** First five bits of the AudioSpecificConfig (ISO/IEC 14496-3). */
function aacObjectType(config: Uint8Array): number {
  return (config[0] ?? 0) >> 3 || 2;
}

function pcmCodec({ codecId, bitDepth }: CodecSettings): MatroskaCodec | null {
  const encoding =
    codecId === 'A_PCM/FLOAT/IEEE' ? 'float' : codecId.startsWith('A_PCM/INT/') ? 'signed' : null;
  const bytesPerSample = bitDepth / 8;
  if (!encoding || ![1, 2, 3, 4, 8].includes(bytesPerSample)) return null;
  const format: PcmFormat = {
    encoding: encoding === 'signed' && bytesPerSample === 1 ? 'unsigned' : encoding,
    bytesPerSample,
    littleEndian: codecId !== 'A_PCM/INT/BIG',
  };
  return { name: pcmCodecName(format), coding: { kind: 'pcm', format } };
}
