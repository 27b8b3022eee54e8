import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { fourCharacters, viewOf } from '../byte-reader.ts';
import { opusChannels, opusPacketSeconds, possibleOpusHead } from './opus-packet.ts';
import { readVorbisBlocks, vorbisPacketSamples } from './vorbis-packets.ts';

/** How to interpret the packets of an Ogg stream. */
export interface OggCodec {
  name: string;
  config: AudioDecoderConfig;
  /** Number of packets before the audio. */
  headers: number;
  /** Seconds of the recording at a page's granule position; below 0 for what is to be cut off. */
  seconds(granule: number): number;
  /** For a run of packets: returns the seconds of audio in each; null if only the decoder can determine it. */
  packetTimer(): (packet: Uint8Array) => number | null;
  longestPacketSeconds: number;
}

/**
 * A stream's codec by its first packets; the name of an unsupported one; null for other streams, or too few packets.
 */
export function oggCodec(packets: Uint8Array[]): OggCodec | string | null {
  const [first] = packets;
  if (!first) return null;
  const start = String.fromCharCode(...first.subarray(0, 8));
  if (start === 'OpusHead') return opusCodec(first);
  if (start.startsWith('\x01vorbis')) return packets.length >= 3 ? vorbisCodec(packets.slice(0, 3)) : null;
  if (start.startsWith('\x7fFLAC')) return flacCodec(first);
  if (start.startsWith('Speex')) return 'Speex';
  if (start.startsWith('CELT')) return 'CELT';
  return null;
}

function opusCodec(head: Uint8Array): OggCodec | null {
  if (head.length < 19) return null;
  const preSkip = viewOf(head).getUint16(10, true);
  const description = possibleOpusHead(head);
  // Its samples come before second 0, where all decoders are cut off alike: they would skip again after a gap.
  viewOf(description).setUint16(10, 0, true);
  return {
    name: 'opus',
    config: {
      codec: 'opus',
      sampleRate: 48_000,
      numberOfChannels: opusChannels(head),
      description,
    },
    headers: 2,
    seconds: (granule) => (granule - preSkip) / 48_000,
    packetTimer: () => opusPacketSeconds,
    longestPacketSeconds: 0.12,
  };
}

/** The three headers, laced together, are WebCodecs' description. */
function vorbisCodec(headers: Uint8Array[]): OggCodec | null {
  const [identification, comment, setup] = headers;
  if (!identification || !comment || !setup || identification.length < 30) return null;
  const view = viewOf(identification);
  const sampleRate = view.getUint32(12, true);
  const blocks = readVorbisBlocks(identification, setup);
  const lengths = [...xiphLength(identification.length), ...xiphLength(comment.length)];
  // Joined, not spread: a cover among the comments is longer than the arguments of a call may be.
  const description = joinBytes([Uint8Array.of(2, ...lengths), identification, comment, setup]);
  return {
    name: 'vorbis',
    config: { codec: 'vorbis', sampleRate, numberOfChannels: view.getUint8(11), description },
    headers: 3,
    seconds: (granule) => granule / sampleRate,
    packetTimer: () => {
      const samples = blocks && vorbisPacketSamples(blocks);
      return (packet) => (samples ? samples(packet) / sampleRate : null);
    },
    // Half of the longer block, because blocks overlap.
    longestPacketSeconds: 2 ** (view.getUint8(28) >> 4) / 2 / sampleRate,
  };
}

function xiphLength(length: number): number[] {
  return [...new Array<number>(Math.floor(length / 255)).fill(255), length % 255];
}

/** Mapping of FLAC to Ogg (RFC 9639, section 10.1): a version, the number of header packets, then the native head. */
function flacCodec(head: Uint8Array): OggCodec | null {
  if (head.length < 51 || fourCharacters(head, 9) !== 'fLaC') return null;
  const shape = viewOf(head).getUint32(27);
  const sampleRate = shape >>> 12;
  const description = head.slice(9, 51);
  const blockSeconds = viewOf(head).getUint16(19) / sampleRate;
  // The only remaining block is the last one.
  description[4] = 0x80;
  return {
    name: 'flac',
    config: { codec: 'flac', sampleRate, numberOfChannels: ((shape >>> 9) & 7) + 1, description },
    headers: 1 + viewOf(head).getUint16(7),
    seconds: (granule) => granule / sampleRate,
    packetTimer: () => () => blockSeconds,
    longestPacketSeconds: blockSeconds,
  };
}
