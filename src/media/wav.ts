import type { AudioTrack, PcmFormat } from './audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from './byte-reader.ts';
import { damaged, noAudioInFile, undecodable } from './media-errors.ts';
import { pcmTrack } from './pcm-track.ts';
import { readChunk, readLongSizes, UNKNOWN_SIZE } from './riff-chunks.ts';

const HEADER_SEARCH_BYTES = 64 * 1024;
/** Programs leave this much behind the samples without a chunk around it. */
const TRAILING_BYTES = 1024;
const CHUNK_NAME = /^[A-Za-z_][A-Za-z0-9_ ]{3}$/;
/** The outer chunks of a WAVE file. */
export const WAVE_KINDS = ['RIFF', 'RIFX', 'RF64', 'BW64'];
const MAX_CHUNKS_BEHIND = 32;

/** Format tags (RFC 2361) that occur in practice but cannot be decoded. */
const FOREIGN_TAGS: Record<number, string> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  34: 'TrueSpeech',
  49: 'GSM 6.10',
  64: 'G.721',
  69: 'G.726',
  80: 'MPEG layer 2',
  85: 'MP3 inside WAV',
  255: 'AAC inside WAV',
  352: 'WMA',
  353: 'WMA',
  354: 'WMA Pro',
  355: 'WMA Lossless',
};

interface FormatChunk {
  format: PcmFormat;
  numberOfChannels: number;
  sampleRate: number;
}

/**
 * WAVE: RIFF, RIFX (big-endian), RF64 and BW64 (EBU Tech 3306). Not read by mediabunny, because a damaged or
 * unfinished header (sizes of zero, or past the end) must not lose the samples behind it.
 */
export async function openWav(bytes: ByteReader): Promise<AudioTrack> {
  const kind = fourCharacters(await bytes.read(0, 4), 0);
  const littleEndian = kind !== 'RIFX';
  const chunks = await findChunks(bytes, littleEndian);
  if (!chunks.format) throw damaged('The WAV header is damaged: the sample format is missing.');
  if (!chunks.data) throw noAudioInFile();
  const track = await pcmTrack(bytes, {
    container: 'wav',
    extension: 'wav',
    type: 'audio/wav',
    ...chunks.format,
    dataStart: chunks.data.start,
    dataBytes: chunks.data.length,
  });
  const joinedAt = await joinedFile(bytes, chunks.data.start + chunks.data.length, littleEndian);
  return joinedAt === null
    ? track
    : { ...track, info: { ...track.info, duration: null }, joinedAt: () => joinedAt };
}

/** Where another WAVE file begins behind the samples and the chunks behind these; null if none does. */
async function joinedFile(bytes: ByteReader, dataEnd: number, littleEndian: boolean): Promise<number | null> {
  let at = dataEnd;
  for (let chunks = 0; chunks < MAX_CHUNKS_BEHIND; chunks++) {
    // An odd chunk should be padded, but not all are.
    for (const start of at % 2 === 0 ? [at] : [at, at + 1]) {
      const head = await bytes.read(start, 12);
      if (WAVE_KINDS.includes(fourCharacters(head, 0)) && fourCharacters(head, 8) === 'WAVE') return start;
    }
    const chunk = await readChunk(bytes, at + (at % 2), littleEndian);
    if (!chunk || !CHUNK_NAME.test(chunk.name)) return null;
    at = chunk.start + chunk.size;
  }
  return null;
}

async function findChunks(bytes: ByteReader, littleEndian: boolean): Promise<WavChunks> {
  let format: WavChunks['format'] = null;
  let data: WavChunks['data'] = null;
  let longDataSize: number | null = null;
  let chunk = await readChunk(bytes, 12, littleEndian);
  for (; chunk && !data; chunk = await readChunk(bytes, chunk.next, littleEndian)) {
    const { name, start, size } = chunk;
    if (name === 'ds64') {
      longDataSize = (await readLongSizes(bytes, chunk, littleEndian))?.data ?? null;
    } else if (name === 'fmt ') {
      format = readFormat(await bytes.read(start, Math.min(size, 64)), littleEndian);
    } else if (name === 'data') {
      const rest = bytes.size - start;
      const length = size === UNKNOWN_SIZE ? (longDataSize ?? rest) : size;
      data = { start, length: (await endsAt(bytes, start + length)) ? length : rest };
    }
  }
  if (format && data) return { format, data };
  return searchHead(bytes, littleEndian, { format, data });
}

interface WavChunks {
  format: FormatChunk | null;
  data: { start: number; length: number } | null;
}

/** Searches for the chunks by name if a damaged size made the walk skip them. */
async function searchHead(bytes: ByteReader, littleEndian: boolean, chunks: WavChunks): Promise<WavChunks> {
  const head = await bytes.read(0, HEADER_SEARCH_BYTES);
  const found = { ...chunks };
  const formatAt = indexOfName(head, 'fmt ');
  const dataAt = indexOfName(head, 'data');
  if (!found.format && formatAt >= 0) {
    found.format = readFormat(head.subarray(formatAt + 8, formatAt + 72), littleEndian);
  }
  if (!found.data && dataAt >= 0) found.data = { start: dataAt + 8, length: bytes.size - dataAt - 8 };
  return found;
}

/**
 * Whether the samples end here: at the end of the file, before some bytes that are no audio, or where another chunk starts. Otherwise
 * the size is that of a first part, or zero because it was never filled in.
 */
async function endsAt(bytes: ByteReader, end: number): Promise<boolean> {
  if (end + TRAILING_BYTES >= bytes.size) return true;
  for (const at of end % 2 === 0 ? [end] : [end, end + 1]) {
    if (CHUNK_NAME.test(fourCharacters(await bytes.read(at, 4), 0))) return true;
  }
  return false;
}

function indexOfName(bytes: Uint8Array, name: string): number {
  for (let at = 12; at + 8 <= bytes.length; at++) {
    if (bytes[at] === name.charCodeAt(0) && fourCharacters(bytes, at) === name) return at;
  }
  return -1;
}

function readFormat(chunk: Uint8Array, littleEndian: boolean): FormatChunk {
  if (chunk.length < 16) throw damaged('The WAV header is damaged: its format chunk is too short.');
  const view = viewOf(chunk);
  let tag = view.getUint16(0, littleEndian);
  const numberOfChannels = view.getUint16(2, littleEndian);
  const sampleRate = view.getUint32(4, littleEndian);
  const blockBytes = view.getUint16(12, littleEndian);
  const bits = view.getUint16(14, littleEndian);
  // WAVE_FORMAT_EXTENSIBLE: the actual tag is at the start of the sub-format.
  if (tag === 0xfffe && chunk.length >= 26) tag = view.getUint16(24, littleEndian);
  const foreign = FOREIGN_TAGS[tag];
  if (foreign) throw undecodable(foreign);

  const bytesPerSample = sampleBytes(bits, blockBytes / Math.max(1, numberOfChannels));
  const encoding = encodingOf(tag, bytesPerSample);
  if (!encoding) throw undecodable(`WAV with format tag ${tag} and ${bits} bits`);
  return { format: { encoding, bytesPerSample, littleEndian }, numberOfChannels, sampleRate };
}

/**
 * Bytes of a sample in one channel. Only samples of 17 to 31 bits lie in more bytes than they need; with 8, 16 and 32 the bits are
 * believed, because web recorders write a wrong block size.
 */
function sampleBytes(bits: number, perChannel: number): number {
  const needed = Math.ceil(bits / 8);
  const isPossible = Number.isInteger(perChannel) && perChannel >= 1 && perChannel <= 8;
  const isExact = bits === 8 || bits === 16 || bits === 32 || bits === 64;
  return isPossible && !isExact && perChannel >= needed
    ? perChannel
    : needed || (isPossible ? perChannel : 0);
}

function encodingOf(tag: number, bytesPerSample: number): PcmFormat['encoding'] | null {
  if (tag === 1 && bytesPerSample >= 1 && bytesPerSample <= 4) {
    return bytesPerSample === 1 ? 'unsigned' : 'signed';
  }
  if (tag === 3 && (bytesPerSample === 4 || bytesPerSample === 8)) return 'float';
  if (tag === 6 && bytesPerSample === 1) return 'alaw';
  if (tag === 7 && bytesPerSample === 1) return 'ulaw';
  return null;
}
