import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack, PcmFormat } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { pcmTrack } from './pcm-track.ts';
import { chunkEndsAt, followingChunk, missingBytes, readChunk } from './riff-chunks.ts';

interface CommonChunk {
  frames: number;
  format: PcmFormat;
  numberOfChannels: number;
  sampleRate: number;
}

const FOREIGN_COMPRESSIONS: Record<string, string> = {
  ima4: 'AIFF-C with IMA 4:1',
  MAC3: 'AIFF-C with MACE 3:1',
  MAC6: 'AIFF-C with MACE 6:1',
  'GSM ': 'AIFF-C with GSM',
  QDM2: 'AIFF-C with QDesign',
};

/** AIFF and AIFF-C with PCM (Apple, "Audio Interchange File Format", 1989 and 1991). */
export async function openAiff(bytes: ByteReader): Promise<AudioTrack> {
  const compressed = fourCharacters(await bytes.read(8, 4), 0) === 'AIFC';
  let common: CommonChunk | null = null;
  let data: { dataStart: number; dataBytes: number } | null = null;
  let missing = 0;
  let chunk = await readChunk(bytes, 12, false);
  for (; chunk && !(common && data); chunk = await followingChunk(bytes, chunk, false)) {
    const { name, start, size } = chunk;
    if (name === 'COMM') common = readCommon(await bytes.read(start, Math.min(size, 64)), compressed);
    if (name === 'SSND') {
      const view = viewOf(await bytes.read(start, 8));
      const stated = view.byteLength === 8 ? view.getUint32(0) : 0;
      const offset = start + 8 + stated < bytes.size ? stated : 0;
      const rest = bytes.size - start - 8 - offset;
      missing = missingBytes({ start, length: size }, bytes.size);
      const isWhole = size > 8 && (await chunkEndsAt(bytes, start + size));
      data = { dataStart: start + 8 + offset, dataBytes: isWhole ? Math.min(size - 8 - offset, rest) : rest };
    }
  }
  if (!common) throw damaged(msg`The AIFF header is damaged: the sample format is missing.`);
  if (!data) throw noAudioInFile();
  const track = await pcmTrack(bytes, {
    container: 'aiff',
    extension: compressed ? 'aifc' : 'aiff',
    type: 'audio/aiff',
    ...common,
    format: asStored(common, data.dataBytes),
    ...data,
  });
  if (missing > 0) track.missingBytes = missing;
  const end = await fileEnd(bytes);
  const isJoined = fourCharacters(await bytes.read(end, 4), 0) === 'FORM';
  return isJoined ? { ...track, info: { ...track.info, duration: null }, joinedAt: () => end } : track;
}

/** Two numbers say how long a sample is: its bits, and how many there are in the bytes. Where they differ, the bytes decide. */
function asStored({ format, frames, numberOfChannels }: CommonChunk, dataBytes: number): PcmFormat {
  if (format.encoding !== 'signed') return format;
  const samples = frames * numberOfChannels;
  const stored = [1, 2, 3, 4].find((bytesPerSample) => samples * bytesPerSample === dataBytes);
  return samples > 0 && stored !== undefined ? { ...format, bytesPerSample: stored } : format;
}

/** The end of the outer chunk, behind which another file may have been joined. */
const fileEnd = async (bytes: ByteReader): Promise<number> =>
  (await readChunk(bytes, 0, false))?.next ?? bytes.size;

function readCommon(chunk: Uint8Array, compressed: boolean): CommonChunk {
  if (chunk.length < 18) throw damaged(msg`The AIFF header is damaged: its common chunk is too short.`);
  const view = viewOf(chunk);
  const bytesPerSample = Math.ceil(view.getUint16(6) / 8);
  const compression = compressed && chunk.length >= 22 ? fourCharacters(chunk, 18) : 'NONE';
  const format = formatOf(compression, bytesPerSample);
  if (!format) {
    throw undecodable(FOREIGN_COMPRESSIONS[compression] ?? `AIFF-C with compression "${compression}"`);
  }
  return {
    format,
    frames: view.getUint32(2),
    numberOfChannels: view.getUint16(0),
    sampleRate: Math.round(readExtended(view, 8)),
  };
}

function formatOf(compression: string, bytesPerSample: number): PcmFormat | null {
  const signed = (bytes: number, littleEndian = false): PcmFormat | null =>
    bytes >= 1 && bytes <= 4 ? { encoding: 'signed', bytesPerSample: bytes, littleEndian } : null;
  switch (compression) {
    case 'NONE':
    case 'twos':
      return signed(bytesPerSample);
    case 'sowt':
      return signed(bytesPerSample, true);
    case 'in24':
      return signed(3);
    case 'in32':
      return signed(4);
    case '42ni':
      return signed(3, true);
    case '23ni':
      return signed(4, true);
    case 'raw ':
      return { encoding: 'unsigned', bytesPerSample: 1, littleEndian: false };
    case 'fl32':
    case 'FL32':
      return { encoding: 'float', bytesPerSample: 4, littleEndian: false };
    case 'fl64':
    case 'FL64':
      return { encoding: 'float', bytesPerSample: 8, littleEndian: false };
    case 'alaw':
    case 'ALAW':
      return { encoding: 'alaw', bytesPerSample: 1, littleEndian: false };
    case 'ulaw':
    case 'ULAW':
      return { encoding: 'ulaw', bytesPerSample: 1, littleEndian: false };
    default:
      return null;
  }
}

/** IEEE 754 extended precision, 80 bits. */
function readExtended(view: DataView, offset: number): number {
  const signAndExponent = view.getUint16(offset);
  const mantissa = view.getUint32(offset + 2) * 2 ** 32 + view.getUint32(offset + 6);
  const value = mantissa * 2 ** ((signAndExponent & 0x7fff) - 16383 - 63);
  return signAndExponent & 0x8000 ? -value : value;
}
