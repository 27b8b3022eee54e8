import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { type Candidate, chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { checkStreamNumbers } from '../pcm/pcm-track.ts';
import { childElements, floatOf, readElement, textOf, unsignedOf } from './ebml.ts';
import { findCluster, matroskaBlocks } from './matroska-blocks.ts';
import { foreignName, type MatroskaCodec, matroskaCodec } from './matroska-codec.ts';
import { MATROSKA_ID } from './matroska-ids.ts';
import { type MatroskaHeaders, packetsFrom } from './matroska-packets.ts';
import { type MatroskaTrack, readTrack } from './matroska-tracks.ts';
import { endOfRecording } from './recording-end.ts';

const HEADER_IDS = new Set<number>([MATROSKA_ID.ebml, MATROSKA_ID.info, MATROSKA_ID.tracks]);
const TRACK_TYPE = { video: 1, audio: 2 } as const;
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** A segment that is longer than this states a number that somebody made up. */
const LARGEST_MISSING_BYTES = 2 ** 40;
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
  const { end, isStated, statedSeconds } = await endOfRecording(bytes, headers, track, codec.name);
  let joinedAt: number | null = null;
  const kind = hasVideo ? 'video' : 'audio';
  const missing = (headers.segmentEnd ?? 0) - bytes.size;
  const isCut = missing > 0 && missing < LARGEST_MISSING_BYTES;
  return {
    isByClock: !isStated,
    ...(isCut && { missingBytes: missing }),
    ...(!isCut && statedSeconds !== undefined && { statedSeconds }),
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
      packetsFrom(bytes, headers, track, {
        from: headers.firstCluster,
        onJoined: (position) => {
          joinedAt = position;
        },
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
