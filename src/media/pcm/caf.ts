import { msg } from '../../lib/errors/msg.ts';
import type { AudioCoding, AudioPacket, AudioTrack } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { checkStreamNumbers, isFloatSize, pcmTrack, sampleBytes } from './pcm-track.ts';
import { missingBytes } from './riff-chunks.ts';

interface Description {
  sampleRate: number;
  formatId: string;
  flags: number;
  bytesPerPacket: number;
  framesPerPacket: number;
  numberOfChannels: number;
  bits: number;
}

interface PacketTable {
  validFrames: number;
  primingFrames: number;
  sizes: Uint32Array;
}

interface CafChunks {
  description: Description | null;
  data: { start: number; length: number } | null;
  cookie: Uint8Array | null;
  table: PacketTable | null;
  /** First byte of another file that was joined behind this one; null if there is none. */
  joinedAt: number | null;
  /** Bytes of samples that are not in the file. */
  missing: number;
}

const CONTAINER = { container: 'caf', extension: 'caf', type: 'audio/x-caf' };
/** A packet takes two bytes and lasts a tenth of a second: four days. */
const MAX_TABLE_BYTES = 8 * 1024 * 1024;
const CODEC_NAMES: Record<string, string> = {
  'aac ': 'CAF with AAC',
  ima4: 'CAF with IMA 4:1',
  '.mp3': 'CAF with MP3',
  samr: 'CAF with AMR',
  ilbc: 'CAF with iLBC',
};

/** Core Audio Format (Apple, "Core Audio Format Specification"): PCM, ALAC and Opus. */
export async function openCaf(bytes: ByteReader): Promise<AudioTrack> {
  const chunks = await readChunks(bytes);
  const track = await openChunks(bytes, chunks);
  const { joinedAt, missing } = chunks;
  if (missing > 0) track.missingBytes = missing;
  return joinedAt === null
    ? track
    : { ...track, info: { ...track.info, duration: null }, joinedAt: () => joinedAt };
}

async function openChunks(
  bytes: ByteReader,
  { description, data, cookie, table }: CafChunks,
): Promise<AudioTrack> {
  if (!description) throw damaged(msg`The CAF header is damaged: the sample format is missing.`);
  if (!data) throw noAudioInFile();
  const { sampleRate, numberOfChannels, formatId, flags, bits } = description;
  checkStreamNumbers('CAF', numberOfChannels, sampleRate);

  if (formatId === 'lpcm' || formatId === 'alaw' || formatId === 'ulaw') {
    const encoding = formatId !== 'lpcm' ? formatId : flags & 1 ? 'float' : 'signed';
    const perChannel = description.bytesPerPacket / numberOfChannels;
    const declared = sampleBytes(bits, perChannel);
    const isFloat = encoding === 'float';
    const bytesPerSample = isFloat && !isFloatSize(declared) ? perChannel : declared;
    if (isFloat ? !isFloatSize(bytesPerSample) : bytesPerSample > 4) {
      throw damaged(msg`The CAF header is damaged: its sample size is impossible.`);
    }
    return pcmTrack(bytes, {
      ...CONTAINER,
      format: { encoding, bytesPerSample, littleEndian: (flags & 2) !== 0 },
      numberOfChannels,
      sampleRate,
      dataStart: data.start,
      dataBytes: data.length,
    });
  }
  return packetTrack(bytes, {
    description,
    coding: codingOf(description, cookie),
    dataStart: data.start,
    table,
  });
}

function codingOf({ formatId, numberOfChannels }: Description, cookie: Uint8Array | null): AudioCoding {
  if (formatId === 'alac') {
    if (!cookie) throw damaged(msg`The CAF file is damaged: the ALAC decoder settings are missing.`);
    return { kind: 'alac', cookie };
  }
  if (formatId === 'opus') {
    return { kind: 'webcodecs', config: { codec: 'opus', sampleRate: 48_000, numberOfChannels } };
  }
  throw undecodable(CODEC_NAMES[formatId] ?? `CAF with format "${formatId}"`);
}

interface PacketLayout {
  description: Description;
  coding: AudioCoding;
  dataStart: number;
  table: PacketTable | null;
}

async function packetTrack(
  bytes: ByteReader,
  { description, coding, dataStart, table }: PacketLayout,
): Promise<AudioTrack> {
  const { sampleRate, numberOfChannels, framesPerPacket } = description;
  if (!table || framesPerPacket === 0) {
    throw damaged(msg`The CAF file is truncated or damaged: its packet table is missing.`);
  }
  if (table.sizes.length === 0) throw noAudioInFile();
  const duration = framesPerPacket / sampleRate;
  const whole = table.sizes.length * framesPerPacket;
  const counted =
    coding.kind === 'alac' ? whole - (await missingFrames(bytes, dataStart, description, table)) : whole;
  const frames = table.validFrames > 0 ? Math.min(table.validFrames, counted) : counted;

  async function* packets(): AsyncGenerator<AudioPacket, void, undefined> {
    let position = dataStart;
    for (const [index, size] of (table?.sizes ?? []).entries()) {
      const data = await bytes.read(position, size);
      if (data.length < size) return;
      position += size;
      yield { data, timestamp: index * duration, duration };
    }
  }
  return {
    info: {
      ...CONTAINER,
      codec: coding.kind === 'alac' ? 'alac' : 'opus',
      duration: frames / sampleRate,
      numberOfChannels,
      sampleRate,
    },
    coding,
    // More than the sound itself cannot come before it.
    startTimestamp: table.primingFrames < frames ? table.primingFrames / sampleRate : 0,
    packets,
    dispose: () => undefined,
  };
}

/** What the last packet of ALAC has fewer than the others: programs count it like them. */
async function missingFrames(
  bytes: ByteReader,
  dataStart: number,
  { framesPerPacket }: Description,
  { sizes }: PacketTable,
): Promise<number> {
  const start = sizes.subarray(0, -1).reduce((sum, size) => sum + size, dataStart);
  const packet = await bytes.read(start, 7);
  // Three bits of a tag, four of an instance, twelve unused, then whether a number of 32 bits follows three more.
  if (packet.length < 7 || ((packet[2] ?? 0) & 0x10) === 0) return 0;
  const frames = ((viewOf(packet).getUint32(2) << 7) | ((packet[6] ?? 0) >> 1)) >>> 0;
  return frames < framesPerPacket ? framesPerPacket - frames : 0;
}

async function readChunks(bytes: ByteReader): Promise<CafChunks> {
  const chunks: CafChunks = {
    description: null,
    data: null,
    cookie: null,
    table: null,
    joinedAt: null,
    missing: 0,
  };
  let position = 8;
  while (position + 12 <= bytes.size) {
    const header = await bytes.read(position, 12);
    const name = fourCharacters(header, 0);
    if (name === 'caff') {
      chunks.joinedAt = position;
      break;
    }
    const size = Number(viewOf(header).getBigInt64(4));
    const start = position + 12;
    const rest = bytes.size - start;
    const isPart = name === 'data' && size >= 0 && !(await endsAt(bytes, start + size));
    const length = size < 0 || size > rest || isPart ? rest : size;
    if (name === 'desc' && length >= 32) chunks.description = readDescription(await bytes.read(start, 32));
    // The samples follow a four-byte edit count.
    if (name === 'data') chunks.missing = missingBytes({ start, length: size }, bytes.size);
    if (name === 'data') chunks.data = { start: start + 4, length: Math.max(0, length - 4) };
    if (name === 'kuki') chunks.cookie = (await bytes.read(start, Math.min(length, 4096))).slice();
    if (name === 'pakt' && length >= 24 && !chunks.table) {
      chunks.table = readTable(await bytes.read(start, Math.min(length, MAX_TABLE_BYTES)));
    }
    position = start + length;
  }
  return chunks;
}

/** Whether the file or another chunk follows the samples; otherwise their size is that of a first part, or was never filled in. */
async function endsAt(bytes: ByteReader, end: number): Promise<boolean> {
  const behind = await bytes.read(end, 4);
  return behind.length < 4 || /^[a-z]{4}$/.test(fourCharacters(behind, 0));
}

function readDescription(chunk: Uint8Array): Description {
  const view = viewOf(chunk);
  return {
    sampleRate: view.getFloat64(0),
    formatId: fourCharacters(chunk, 8),
    flags: view.getUint32(12),
    bytesPerPacket: view.getUint32(16),
    framesPerPacket: view.getUint32(20),
    numberOfChannels: view.getUint32(24),
    bits: view.getUint32(28),
  };
}

/** Sizes have seven bits per byte, most significant first; the top bit says that another byte follows. */
function readTable(chunk: Uint8Array): PacketTable {
  const view = viewOf(chunk);
  const count = Math.min(Number(view.getBigInt64(0)), chunk.length - 24);
  const sizes = new Uint32Array(Math.max(0, count));
  let at = 24;
  let read = 0;
  for (; read < sizes.length && at < chunk.length; read++) {
    let size = 0;
    let byte = 0x80;
    while (byte & 0x80 && at < chunk.length) {
      byte = chunk[at++] ?? 0;
      size = (size << 7) | (byte & 0x7f);
    }
    sizes[read] = size;
  }
  return {
    validFrames: Number(view.getBigInt64(8)),
    primingFrames: Math.max(0, view.getInt32(16)),
    sizes: sizes.subarray(0, read),
  };
}
