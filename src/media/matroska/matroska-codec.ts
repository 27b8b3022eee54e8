import type { AudioCoding, PcmFormat } from '../audio-track.ts';
import { viewOf } from '../byte-reader.ts';
import { alacNumbers } from '../mp4/alac-cookie.ts';
import { opusChannels, possibleOpusHead } from '../ogg/opus-packet.ts';
import { isFloatSize, pcmCodecName } from '../pcm/pcm-track.ts';
import { readFormat } from '../pcm/wav.ts';

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
  numberOfChannels: number;
  sampleRate: number;
}

/** Where neither the track nor its codec has a number, the decoder has it. */
const UNDECLARED = { numberOfChannels: 1, sampleRate: 48_000 };

/** Codecs that no browser decodes, by the start of their names. */
const FOREIGN_CODECS: Record<string, string> = {
  A_DTS: 'DTS',
  A_TRUEHD: 'TrueHD',
  A_MLP: 'MLP',
  A_TTA1: 'True Audio',
  A_WAVPACK4: 'WavPack',
  A_REAL: 'RealAudio',
};

/** What people call the codec of a track; undefined if it is not known. */
export const foreignName = (codecId: string): string | undefined =>
  FOREIGN_CODECS[codecId.split('/')[0] ?? ''];

/** How to decode a Matroska track (codec mappings of RFC 9559); null if it cannot be decoded. */
export function matroskaCodec(track: CodecSettings): MatroskaCodec | null {
  if (track.codecId.startsWith('A_PCM/')) return pcmCodec(track);
  const { codecId, codecPrivate } = track;
  const numbers = numbersOf(track);
  const withWebCodecs = (name: string, codec: string, needsPrivate = true): MatroskaCodec | null => {
    if (needsPrivate && codecPrivate.length === 0) return null;
    const settings = codec === 'opus' ? possibleOpusHead(codecPrivate) : codecPrivate.slice();
    const description = settings.length > 0 ? { description: settings } : {};
    return { name, coding: { kind: 'webcodecs', config: { codec, ...numbers, ...description } }, ...numbers };
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
      return { name: 'mp3', coding: { kind: 'webcodecs', config: { codec: 'mp3', ...numbers } }, ...numbers };
    case 'A_AAC':
      return withWebCodecs('aac', `mp4a.40.${aacObjectType(codecPrivate)}`);
    case 'A_AC3':
      return { name: 'ac3', coding: { kind: 'ac3', variant: 'ac3' }, ...numbers };
    case 'A_EAC3':
      return { name: 'eac3', coding: { kind: 'ac3', variant: 'eac3' }, ...numbers };
    case 'A_MS/ACM':
      return waveCodec(track);
    case 'A_ALAC':
      return { name: 'alac', coding: { kind: 'alac', cookie: codecPrivate.slice() }, ...numbers };
    default:
      return null;
  }
}

/** Channels and rate by the codec's own header, which the decoder goes by; otherwise by the track's. */
function numbersOf({ codecId, codecPrivate, numberOfChannels, sampleRate }: CodecSettings) {
  const view = viewOf(codecPrivate);
  if (codecId === 'A_OPUS') {
    const channels = codecPrivate.length > 0 ? opusChannels(codecPrivate) : numberOfChannels || 1;
    return { numberOfChannels: channels, sampleRate: 48_000 };
  }
  if (codecId === 'A_FLAC' && codecPrivate.length >= 42) {
    const shape = view.getUint32(18);
    return { numberOfChannels: ((shape >>> 9) & 7) + 1, sampleRate: shape >>> 12 };
  }
  if (codecId === 'A_ALAC' && codecPrivate.length >= 24) return alacNumbers(codecPrivate);
  return {
    numberOfChannels: numberOfChannels || UNDECLARED.numberOfChannels,
    sampleRate: sampleRate || UNDECLARED.sampleRate,
  };
}

/** First five bits of the AudioSpecificConfig (ISO/IEC 14496-3). */
function aacObjectType(config: Uint8Array): number {
  return (config[0] ?? 0) >> 3 || 2;
}

/** The format of a WAVE file, as for A-law and µ-law, which Matroska has no name for; frames of other codecs are in it otherwise. */
function waveCodec({ codecPrivate }: CodecSettings): MatroskaCodec | null {
  const { format, numberOfChannels, sampleRate } = readFormat(codecPrivate, true);
  if (typeof format === 'number' || 'coder' in format) return null;
  return { name: pcmCodecName(format), coding: { kind: 'pcm', format }, numberOfChannels, sampleRate };
}

function pcmCodec({ codecId, bitDepth, numberOfChannels, sampleRate }: CodecSettings): MatroskaCodec | null {
  const encoding =
    codecId === 'A_PCM/FLOAT/IEEE' ? 'float' : codecId.startsWith('A_PCM/INT/') ? 'signed' : null;
  const bytesPerSample = bitDepth / 8;
  const isPossible =
    encoding === 'float' ? isFloatSize(bytesPerSample) : [1, 2, 3, 4].includes(bytesPerSample);
  if (!encoding || !isPossible) return null;
  const format: PcmFormat = {
    encoding: encoding === 'signed' && bytesPerSample === 1 ? 'unsigned' : encoding,
    bytesPerSample,
    littleEndian: codecId !== 'A_PCM/INT/BIG',
  };
  return { name: pcmCodecName(format), coding: { kind: 'pcm', format }, numberOfChannels, sampleRate };
}
