import { msg } from '../../lib/errors/msg.ts';
import type { AudioPacket, AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { type Candidate, chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { AC3_SYNTAX } from '../mpeg/ac3.ts';
import type { FrameSyntax } from '../mpeg/frame-stream.ts';
import { MP3_SYNTAX } from '../mpeg/mp3.ts';
import { opusPacketSeconds } from '../ogg/opus-packet.ts';
import { checkStreamNumbers } from '../pcm/pcm-track.ts';
import { longestDuration } from '../plausible-duration.ts';
import { childElements, floatOf, readElement, textOf, unsignedOf } from './ebml.ts';
import { findCluster, matroskaBlocks } from './matroska-blocks.ts';
import { foreignName, type MatroskaCodec, matroskaCodec } from './matroska-codec.ts';
import { MATROSKA_ID } from './matroska-ids.ts';
import { type MatroskaTrack, readTrack } from './matroska-tracks.ts';

interface MatroskaHeaders {
  isWebm: boolean;
  secondsPerTick: number;
  /** 0 if not given, as in browser recordings. */
  durationTicks: number;
  tracks: MatroskaTrack[];
  firstCluster: number;
  /** Null if it is not given, as in browser recordings. */
  segmentEnd: number | null;
}

const HEADER_IDS = new Set<number>([MATROSKA_ID.ebml, MATROSKA_ID.info, MATROSKA_ID.tracks]);
const TRACK_TYPE = { video: 1, audio: 2 } as const;
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;
/** Where the clock is looked at. */
const SAMPLED_PLACES = 16;
const SAMPLED_BYTES = 1024 * 1024;
/** How far the last packet may reach beyond the end that is stated. */
const LAST_PACKET_SECONDS = 1;
/** A segment that is longer than this states a number that somebody made up. */
const LARGEST_MISSING_BYTES = 2 ** 40;
/** Blocks of several tracks are not stored in the order of their times. */
const CLOCK_JITTER_TICKS = 5000;

/**
 * Matroska and WebM (RFC 9559). Not read by mediabunny, which searches without end if noise follows the headers, and
 * loses the whole last cluster of a truncated file (docs/decisions/011-own-container-readers.md).
 */
export async function openMatroska(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const headers = await readHeaders(bytes);
  const audio = headers.tracks.filter(({ type }) => type === TRACK_TYPE.audio);
  const hasVideo = headers.tracks.some(({ type }) => type === TRACK_TYPE.video);
  if (audio.length === 0) {
    throw damaged(
      headers.tracks.length > 0
        ? msg`The file has no audio track.`
        : msg`The file is damaged: its track list is missing.`,
    );
  }
  const { chosen, choice } = chooseTrack(decodable(audio), audio.length, trackNumber);
  const { track, codec } = chosen;
  const { numberOfChannels, sampleRate } = codec;
  checkStreamNumbers('Matroska', numberOfChannels, sampleRate);

  const first = await firstPacketTime(bytes, headers, track);
  if (first === null) throw noAudioInFile();
  const startTimestamp = first.clusterSeconds;
  const end = await endOf(bytes, headers, track, codec.name);
  let joinedAt: number | null = null;
  const kind = hasVideo ? 'video' : 'audio';
  const missing = (headers.segmentEnd ?? 0) - bytes.size;
  return {
    isByClock: end !== headers.durationTicks * headers.secondsPerTick,
    ...(missing > 0 && missing < LARGEST_MISSING_BYTES && { missingBytes: missing }),
    info: {
      container: headers.isWebm ? 'webm' : 'matroska',
      codec: codec.name,
      extension: headers.isWebm ? 'webm' : hasVideo ? 'mkv' : 'mka',
      type: `${kind}/${headers.isWebm ? 'webm' : 'x-matroska'}`,
      duration: end !== null && end > startTimestamp ? end - startTimestamp : null,
      numberOfChannels,
      sampleRate,
    },
    coding: codec.coding,
    startTimestamp,
    ...(choice && { choice }),
    packets: () =>
      packetsFrom(bytes, headers, track, headers.firstCluster, (position) => {
        joinedAt = position;
      }),
    joinedAt: () => joinedAt,
    dispose: () => undefined,
  };
}

async function readHeaders(bytes: ByteReader): Promise<MatroskaHeaders> {
  const headers: MatroskaHeaders = {
    isWebm: false,
    secondsPerTick: 1e-3,
    durationTicks: 0,
    tracks: [],
    firstCluster: bytes.size,
    segmentEnd: null,
  };
  let searchFrom = 0;
  for (let position = 0; position < bytes.size; ) {
    const element = await readElement(bytes, position);
    if (!element || element.id === MATROSKA_ID.cluster) break;
    const end = element.end ?? bytes.size;
    if (element.id === MATROSKA_ID.segment) {
      headers.segmentEnd = element.end;
      position = element.data;
    } else {
      if (HEADER_IDS.has(element.id) && end - element.data <= MAX_HEADER_BYTES) {
        readHeader((await bytes.read(element.data, end - element.data)).slice(), headers);
        searchFrom = end;
      }
      position = end;
    }
  }
  // Not from where the scan ended: a damaged length may have led it past all audio.
  headers.firstCluster = await findCluster(bytes, searchFrom);
  return headers;
}

function readHeader(content: Uint8Array, headers: MatroskaHeaders): void {
  for (const [id, value] of childElements(content)) {
    if (id === 0x4282) headers.isWebm = textOf(value) === 'webm';
    if (id === 0x2ad7b1) headers.secondsPerTick = unsignedOf(value) * 1e-9 || 1e-3;
    if (id === 0x4489) headers.durationTicks = floatOf(value);
    if (id === 0xae) headers.tracks.push(readTrack(value));
  }
}

/** Throws 415 if there are none. */
function decodable(tracks: MatroskaTrack[]): (Candidate & { track: MatroskaTrack; codec: MatroskaCodec })[] {
  const candidates = tracks.flatMap((track, index) => {
    const codec = track.isReadable ? matroskaCodec(track) : null;
    return codec ? [{ track, codec, number: index + 1, isPreferred: track.isDefault, seconds: null }] : [];
  });
  const first = tracks.find(({ isDefault }) => isDefault) ?? tracks[0];
  if (candidates.length === 0) {
    throw undecodable(
      first?.isReadable
        ? (foreignName(first.codecId) ?? `"${first.codecId}" in Matroska`)
        : 'Encrypted or compressed Matroska',
    );
  }
  return candidates;
}

async function* packetsFrom(
  bytes: ByteReader,
  { secondsPerTick }: MatroskaHeaders,
  track: MatroskaTrack,
  from: number,
  onJoined?: (position: number) => void,
): AsyncGenerator<AudioPacket, void, undefined> {
  const { number: trackNumber, strippedHeader } = track;
  for await (const { time, frames } of matroskaBlocks(bytes, from, { trackNumber, onJoined })) {
    let timestamp = time * secondsPerTick;
    for (const frame of frames) {
      const data = strippedHeader.length > 0 ? joined(strippedHeader, frame) : frame;
      const duration = secondsOf(data, track);
      yield { data, timestamp, duration };
      timestamp += duration;
    }
  }
}

/** Of frames that say how long they are; frames that share a block follow each other. */
const FRAMES: Record<string, FrameSyntax> = {
  'A_MPEG/L2': MP3_SYNTAX,
  'A_MPEG/L3': MP3_SYNTAX,
  A_AC3: AC3_SYNTAX,
  A_EAC3: AC3_SYNTAX,
};
const AAC_SAMPLES = 1024;

function secondsOf(data: Uint8Array, { codecId, frameSeconds, sampleRate }: MatroskaTrack): number {
  if (codecId === 'A_OPUS') return opusPacketSeconds(data);
  if (frameSeconds > 0) return frameSeconds;
  const header = FRAMES[codecId]?.read(data, 0);
  if (header) return header.samples / header.sampleRate;
  return codecId === 'A_AAC' ? AAC_SAMPLES / sampleRate : 0;
}

function joined(header: Uint8Array, frame: Uint8Array): Uint8Array {
  const data = new Uint8Array(header.length + frame.length);
  data.set(header);
  data.set(frame, header.length);
  return data;
}

async function firstPacketTime(
  bytes: ByteReader,
  headers: MatroskaHeaders,
  track: MatroskaTrack,
): Promise<{ clusterSeconds: number } | null> {
  let earliest = Number.POSITIVE_INFINITY;
  let found = false;
  for await (const { trackNumber, time } of matroskaBlocks(bytes, headers.firstCluster)) {
    earliest = Math.min(earliest, time);
    found = trackNumber === track.number;
    if (found) break;
  }
  return found ? { clusterSeconds: Math.max(0, earliest * headers.secondsPerTick) } : null;
}

/**
 * End of the recording, in seconds: as stated, unless that cannot be, or the sound goes on behind it. Null if another file was joined
 * behind this one.
 */
async function endOf(
  bytes: ByteReader,
  headers: MatroskaHeaders,
  track: MatroskaTrack,
  codec: string,
): Promise<number | null> {
  if (headers.segmentEnd !== null && (await startsFile(bytes, headers.segmentEnd))) return null;
  const stated = headers.durationTicks * headers.secondsPerTick;
  const isPossible = stated > 0 && stated <= longestDuration({ container: 'matroska', codec }, bytes.size);
  const isOne = isPossible || (await runsOn(bytes, headers.firstCluster));
  const found = isOne ? await endTime(bytes, headers, track) : null;
  return isPossible && found !== null && found < stated + LAST_PACKET_SECONDS ? stated : found;
}

/** Whether another file begins here. */
async function startsFile(bytes: ByteReader, position: number): Promise<boolean> {
  return (await readElement(bytes, position))?.id === MATROSKA_ID.ebml;
}

/** End of the last packet; 0 if it is not found near the end, null if another file begins there. */
async function endTime(
  bytes: ByteReader,
  headers: MatroskaHeaders,
  track: MatroskaTrack,
): Promise<number | null> {
  const from = await findCluster(bytes, Math.max(headers.firstCluster, bytes.size - TAIL_BYTES));
  let end = 0;
  let isJoined = false;
  const onJoined = () => {
    isJoined = true;
  };
  for await (const { timestamp, duration } of packetsFrom(bytes, headers, track, from, onJoined)) {
    end = Math.max(end, timestamp + duration);
  }
  return isJoined ? null : end;
}

/** Whether the clock of clusters over the whole file never goes back, as it does where files were joined. */
async function runsOn(bytes: ByteReader, firstCluster: number): Promise<boolean> {
  let latest = 0;
  for (let place = 1; place < SAMPLED_PLACES; place++) {
    const from = firstCluster + Math.floor(((bytes.size - firstCluster) * place) / SAMPLED_PLACES);
    const cluster = await findCluster(bytes, from, from + SAMPLED_BYTES);
    for await (const { time } of matroskaBlocks(bytes, cluster)) {
      if (time < latest - CLOCK_JITTER_TICKS) return false;
      latest = Math.max(latest, time);
      break;
    }
  }
  return true;
}
