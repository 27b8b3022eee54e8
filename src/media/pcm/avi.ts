import { joinSources, keepPieces, sliceSource } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { type Candidate, chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile } from '../media-errors.ts';
import { readChunk } from './riff-chunks.ts';
import { type FormatChunk, openSamples, type Part, readFormat } from './wav.ts';

const NAMES = { container: 'avi', extension: 'avi', type: 'video/x-msvideo' };
/** Lists whose chunks are read; those of `movi` only where no index has them. */
const OPENED = ['AVI ', 'AVIX', 'hdrl', 'strl', 'rec '];
const HEADER_BYTES = 48;
const DISABLED = 1;
const AAC_TAG = 255;
const AAC_FRAMES = 1024;
const MAX_STREAMS = 64;
/** Bytes of the index of four million chunks. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** Chunks of sound are between those of pictures: this much is read at a time. */
const PIECE_BYTES = 1024 * 1024;

interface Stream {
  sounds: boolean;
  isPreferred: boolean;
  seconds: number | null;
  /** Silence before it. */
  late: number;
  format: Uint8Array;
  /** OpenDML's index of indexes, if there is one. */
  index: Uint8Array;
}

interface Avi {
  streams: Stream[];
  /** Behind the names of the lists of chunks, and where these end. */
  lists: { start: number; end: number }[];
  index: Uint8Array;
}

interface Sound extends Candidate {
  stream: Stream;
  /** Its place among all streams, which names its chunks. */
  place: number;
  format: FormatChunk | null;
}

/** AVI (Microsoft's RIFF, and OpenDML 1.02): the sound's chunks as if they were those of a WAVE file. Throws 415 and 422. */
export async function openAvi(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const avi = await readLists(bytes);
  const { candidates, count } = soundsOf(avi.streams);
  const { chosen, choice } = chooseTrack(candidates, count, trackNumber);
  const { stream, place, format } = chosen;
  const parts = inOrder(await partsOf(bytes, avi, place), bytes.size);
  if (parts.length === 0) throw noAudioInFile();
  const kept = keepPieces(bytes.source, { pieceBytes: PIECE_BYTES });
  const sources = parts.map(({ start, length }) => sliceSource(kept, start, start + length));
  const content = new ByteReader(joinSources(sources));
  const track = format
    ? await openSamples(content, format, { start: 0, length: content.size }, NAMES)
    : aacTrack(content, parts, stream.format);
  const { duration } = track.info;
  return {
    ...track,
    info: { ...track.info, duration: duration === null ? null : duration + stream.late },
    startTimestamp: track.startTimestamp - stream.late,
    ...(choice && { choice }),
  };
}

async function readLists(bytes: ByteReader): Promise<Avi> {
  const avi: Avi = { streams: [], lists: [], index: new Uint8Array() };
  let chunk = await readChunk(bytes, 0, true);
  while (chunk) {
    const { name, size, start, next } = chunk;
    const isList = name === 'RIFF' || name === 'LIST';
    const kind = isList ? fourCharacters(await bytes.read(start, 4), 0) : '';
    if (kind === 'movi') avi.lists.push({ start: start + 4, end: size > 4 ? start + size : bytes.size });
    const stream = avi.streams.at(-1);
    if (name === 'strh' && avi.streams.length < MAX_STREAMS)
      avi.streams.push(readHeader(await bytes.read(start, HEADER_BYTES)));
    const content = async () => (await bytes.read(start, Math.min(size, MAX_INDEX_BYTES))).slice();
    if (name === 'strf' && stream) stream.format = await content();
    if (name === 'indx' && stream) stream.index = await content();
    if (name === 'idx1') avi.index = await content();
    chunk = await readChunk(bytes, OPENED.includes(kind) ? start + 4 : next, true);
  }
  return avi;
}

function readHeader(header: Uint8Array): Stream {
  const padded = new Uint8Array(HEADER_BYTES);
  padded.set(header);
  const view = viewOf(padded);
  const unit = view.getUint32(20, true) / (view.getUint32(24, true) || Number.POSITIVE_INFINITY);
  return {
    sounds: fourCharacters(header, 0) === 'auds',
    isPreferred: (view.getUint32(8, true) & DISABLED) === 0,
    seconds: view.getUint32(32, true) * unit || null,
    late: view.getUint32(28, true) * unit,
    format: new Uint8Array(),
    index: new Uint8Array(),
  };
}

/** The tracks that can be decoded. Throws 415 if there are none, 422 if there is no sound at all. */
function soundsOf(streams: readonly Stream[]): { candidates: Sound[]; count: number } {
  const candidates: Sound[] = [];
  let count = 0;
  let refusal = damaged(msg`The file has no audio track.`);
  for (const [place, stream] of streams.entries()) {
    if (!stream.sounds) continue;
    count++;
    try {
      const isAac = stream.format.length > 18 && viewOf(stream.format).getUint16(0, true) === AAC_TAG;
      const format = isAac ? null : readFormat(stream.format, true);
      const { isPreferred, seconds } = stream;
      candidates.push({ stream, place, format, number: count, isPreferred, seconds });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
    }
  }
  if (candidates.length === 0) throw refusal;
  return { candidates, count };
}

/** The chunks of a stream: by OpenDML's index, by the older one, which covers the first list only, or by a walk. */
async function partsOf(bytes: ByteReader, { streams, lists, index }: Avi, place: number): Promise<Part[]> {
  const id = String(place).padStart(2, '0');
  const isOfStream = (name: string) => name.startsWith(id) && name.endsWith('wb');
  const [first] = lists;
  const own = await indexedParts(bytes, streams[place]?.index ?? index);
  if (own.length > 0 || !first) return own;
  const parts: Part[] = [];
  // Offsets count from the list's name, or, as some programs have it, from the file's start.
  const offset = index.length < 16 ? 0 : viewOf(index).getUint32(8, true);
  const isAbsolute = fourCharacters(await bytes.read(offset, 4), 0) === fourCharacters(index, 0);
  const base = isAbsolute ? 8 : first.start + 4;
  for (let at = 0; at + 16 <= index.length; at += 16) {
    if (!isOfStream(fourCharacters(index, at))) continue;
    const view = viewOf(index);
    parts.push({ start: base + view.getUint32(at + 8, true), length: view.getUint32(at + 12, true) });
  }
  for (const list of parts.length > 0 ? lists.slice(1) : lists) {
    let chunk = await readChunk(bytes, list.start, true);
    while (chunk && chunk.start <= list.end) {
      const { name, start, size, next } = chunk;
      if (isOfStream(name)) parts.push({ start, length: size });
      chunk = await readChunk(bytes, name === 'LIST' ? start + 4 : next, true);
    }
  }
  return parts;
}

/** What the indexes name to which an index of indexes leads. */
async function indexedParts(bytes: ByteReader, index: Uint8Array): Promise<Part[]> {
  const parts: Part[] = [];
  let behind = 0;
  for (let at = 24; at + 16 <= index.length; at += 16) {
    const start = Number(viewOf(index).getBigUint64(at, true));
    const size = Math.min(MAX_INDEX_BYTES, viewOf(index).getUint32(at + 8, true));
    const entries = (await bytes.read(start + 8, size)).slice();
    if (entries.length < 24 || start < behind) continue;
    behind = start + entries.length;
    const view = viewOf(entries);
    const base = Number(view.getBigUint64(12, true));
    const end = Math.min(entries.length, 24 + view.getUint32(4, true) * 8);
    for (let entry = 24; entry + 8 <= end; entry += 8) {
      const length = view.getUint32(entry + 4, true) & 0x7fff_ffff;
      parts.push({ start: base + view.getUint32(entry, true), length });
    }
  }
  return parts;
}

/** Parts of the file, each behind the one before: a damaged index may name the same bytes without end. */
function inOrder(parts: readonly Part[], size: number): Part[] {
  let end = 0;
  return parts.flatMap(({ start, length }) => {
    if (length === 0 || start < end || start >= size) return [];
    end = start + length;
    return [{ start, length: Math.min(length, size - start) }];
  });
}

/** AAC of which each chunk is a frame; its settings follow the format. */
function aacTrack(content: ByteReader, parts: readonly Part[], format: Uint8Array): AudioTrack {
  const view = viewOf(format);
  const numbers = { numberOfChannels: view.getUint16(2, true), sampleRate: view.getUint32(4, true) };
  const seconds = AAC_FRAMES / numbers.sampleRate;
  const config = { codec: 'mp4a.40.2', ...numbers, description: format.slice(18) };
  return {
    info: { ...NAMES, ...numbers, codec: 'aac', duration: parts.length * seconds },
    coding: { kind: 'webcodecs', config },
    startTimestamp: 0,
    async *packets() {
      let at = 0;
      for (const [index, { length }] of parts.entries()) {
        yield { data: await content.read(at, length), timestamp: index * seconds, duration: seconds };
        at += length;
      }
    },
    dispose: () => undefined,
  };
}
