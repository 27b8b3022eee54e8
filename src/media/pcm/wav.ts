import { type ByteSource, joinSources, sliceSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack, AudioTrackInfo, BlockFormat, PcmFormat } from '../audio-track.ts';
import { ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import foreignCodecs from '../foreign-codecs.json' with { type: 'json' };
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { type CodedTag, isCodedTag, openCodedWav } from './coded-wav.ts';
import { pcmTrack, sampleBytes } from './pcm-track.ts';
import {
  type Chunk,
  chunkEndsAt,
  followingChunk,
  noteMissing,
  readChunk,
  readLongSizes,
  UNKNOWN_SIZE,
} from './riff-chunks.ts';

const HEADER_SEARCH_BYTES = 64 * 1024;
/** The outer chunks of a WAVE file. */
export const WAVE_KINDS = ['RIFF', 'RIFX', 'RF64', 'BW64'];
const MAX_CHUNKS_BEHIND = 32;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** Other format tags (RFC 2361) that occur in practice but cannot be decoded. */
const FOREIGN_TAGS: Record<number, string> = foreignCodecs.wave;
/** Format tags of blocks (RFC 2361). */
const BLOCK_CODERS: Record<number, BlockFormat['coder']> = { 2: 'adpcm-ms', 17: 'adpcm-ima', 49: 'gsm' };

export interface Part {
  start: number;
  length: number;
}

export interface FormatChunk {
  format: PcmFormat | BlockFormat | CodedTag;
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
  if (!chunks.format) throw damaged(msg`The WAV header is damaged: the sample format is missing.`);
  if (!chunks.data) throw noAudioInFile();
  const { data } = chunks;
  const { parts, joinedAt } = await chunksBehind(bytes, data, littleEndian);
  const isCoded = typeof chunks.format.format === 'number';
  const track = await openSamples(
    parts.length > 1 && !isCoded ? inOnePiece(bytes.source, parts) : bytes,
    chunks.format,
    isCoded ? data : { start: data.start, length: parts.reduce((sum, { length }) => sum + length, 0) },
    { container: 'wav', extension: 'wav', type: 'audio/wav' },
  );
  if (parts.length === 1) noteMissing(track, data, bytes.size);
  return joinedAt === null
    ? track
    : { ...track, info: { ...track.info, duration: null }, joinedAt: () => joinedAt };
}

/** The samples or frames of a WAVE format, under a container's names. */
export async function openSamples(
  bytes: ByteReader,
  { format, ...numbers }: FormatChunk,
  data: Part,
  names: Pick<AudioTrackInfo, 'container' | 'extension' | 'type'>,
): Promise<AudioTrack> {
  if (typeof format !== 'number')
    return pcmTrack(bytes, {
      ...names,
      ...numbers,
      format,
      dataStart: data.start,
      dataBytes: data.length,
    });
  const track = await openCodedWav(bytes, format, data);
  return { ...track, info: { ...track.info, ...names } };
}

/** The samples of a file that has them in several chunks, where those of the first one are. */
const inOnePiece = (source: ByteSource, parts: readonly Part[]): ByteReader =>
  new ByteReader(
    joinSources(
      parts.map(({ start, length }, index) => sliceSource(source, index === 0 ? 0 : start, start + length)),
    ),
  );

/** All samples up to where another WAVE file begins, if one does, behind them and the chunks behind these. */
async function chunksBehind(
  bytes: ByteReader,
  data: Part,
  littleEndian: boolean,
): Promise<{ parts: Part[]; joinedAt: number | null }> {
  const parts = [data];
  let chunk: Chunk | null = {
    name: 'data',
    start: data.start,
    size: data.length,
    next: data.start + data.length,
  };
  for (let chunks = 0; chunk && chunks < MAX_CHUNKS_BEHIND; chunks++) {
    chunk = await followingChunk(bytes, chunk, littleEndian);
    const isFile = chunk && WAVE_KINDS.includes(chunk.name);
    if (chunk && isFile && fourCharacters(await bytes.read(chunk.start, 4), 0) === 'WAVE')
      return { parts, joinedAt: chunk.start - 8 };
    if (chunk?.name === 'data') {
      parts.push({ start: chunk.start, length: Math.min(chunk.size, bytes.size - chunk.start) });
    }
  }
  return { parts, joinedAt: null };
}

async function findChunks(bytes: ByteReader, littleEndian: boolean): Promise<WavChunks> {
  let format: WavChunks['format'] = null;
  let data: WavChunks['data'] = null;
  let longDataSize: number | null = null;
  let chunk = await readChunk(bytes, 12, littleEndian);
  for (; chunk && !data; chunk = await followingChunk(bytes, chunk, littleEndian)) {
    const { name, start, size } = chunk;
    if (name === 'ds64') {
      longDataSize = (await readLongSizes(bytes, chunk, littleEndian))?.data ?? null;
    } else if (name === 'fmt ') {
      format = readFormat(await bytes.read(start, Math.min(size, 64)), littleEndian);
    } else if (name === 'data') {
      const rest = bytes.size - start;
      const length = size === UNKNOWN_SIZE ? (longDataSize ?? rest) : size;
      data = { start, length: (await chunkEndsAt(bytes, start + length)) ? length : rest };
    }
  }
  if (format && data) return { format, data };
  return searchHead(bytes, littleEndian, { format, data });
}

interface WavChunks {
  format: FormatChunk | null;
  data: Part | null;
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

function indexOfName(bytes: Uint8Array, name: string): number {
  for (let at = 12; at + 8 <= bytes.length; at++) {
    if (bytes[at] === name.charCodeAt(0) && fourCharacters(bytes, at) === name) return at;
  }
  return -1;
}

/** The `fmt ` chunk of WAVE. Throws 415 for codecs that are not read and 422 if it is too short. */
export function readFormat(chunk: Uint8Array, littleEndian: boolean): FormatChunk {
  if (chunk.length < 14) throw damaged(msg`The WAV header is damaged: its format chunk is too short.`);
  const view = viewOf(chunk);
  let tag = view.getUint16(0, littleEndian);
  const blockBytes = view.getUint16(12, littleEndian);
  // The oldest form ends before it.
  const bits = chunk.length < 16 ? 0 : view.getUint16(14, littleEndian);
  // Three numbers give the same: one of them may be missing.
  const numberOfChannels =
    view.getUint16(2, littleEndian) || Math.floor(blockBytes / Math.max(1, Math.ceil(bits / 8)));
  const sampleRate =
    view.getUint32(4, littleEndian) || Math.round(view.getUint32(8, littleEndian) / Math.max(1, blockBytes));
  // WAVE_FORMAT_EXTENSIBLE: the actual tag is at the start of the sub-format, if that was written.
  if (tag === EXTENSIBLE) tag = chunk.length >= 26 ? view.getUint16(24, littleEndian) : PCM;
  const foreign = FOREIGN_TAGS[tag];
  if (foreign) throw undecodable(foreign);

  if (isCodedTag(tag)) return { format: tag, numberOfChannels, sampleRate };
  const coder = BLOCK_CODERS[tag];
  if (coder) return { format: { coder, blockBytes }, numberOfChannels, sampleRate };
  const perChannel = blockBytes / Math.max(1, numberOfChannels);
  const isLaw = (tag === 6 || tag === 7) && perChannel === 1;
  const bytesPerSample = isLaw ? 1 : sampleBytes(bits, perChannel);
  const encoding = encodingOf(tag, bytesPerSample);
  if (!encoding) throw undecodable(`WAV with format tag ${tag} and ${bits} bits`);
  return { format: { encoding, bytesPerSample, littleEndian }, numberOfChannels, sampleRate };
}

function encodingOf(tag: number, bytesPerSample: number): PcmFormat['encoding'] | null {
  if (tag === FLOAT && [2, 4, 8].includes(bytesPerSample)) return 'float';
  // No program writes floats of 24 bits, but some write the wrong tag.
  if ((tag === PCM || tag === FLOAT) && bytesPerSample >= 1 && bytesPerSample <= 8) {
    return bytesPerSample === 1 ? 'unsigned' : 'signed';
  }
  if (tag === 6 && bytesPerSample === 1) return 'alaw';
  if (tag === 7 && bytesPerSample === 1) return 'ulaw';
  return null;
}
