import type { ByteReader } from '../byte-reader.ts';
import { longestDuration } from '../plausible-duration.ts';
import { readElement } from './ebml.ts';
import { findCluster, matroskaBlocks } from './matroska-blocks.ts';
import { MATROSKA_ID } from './matroska-ids.ts';
import { type MatroskaHeaders, packetsFrom } from './matroska-packets.ts';
import type { MatroskaTrack } from './matroska-tracks.ts';

const TAIL_BYTES = 4 * 1024 * 1024;
/** Where the clock is looked at. */
const SAMPLED_PLACES = 16;
const SAMPLED_BYTES = 1024 * 1024;
/** How far the last packet may reach beyond the end that is stated. */
const LAST_PACKET_SECONDS = 1;
/** Blocks of several tracks are not stored in the order of their times. */
const CLOCK_JITTER_TICKS = 5000;

/** A stated end this far behind the last block of any track is wrong: a last picture or caption does not remain as long. */
const LONGEST_PICTURE_SECONDS = 10;

export interface RecordingEnd {
  /** Seconds on the clock of the file; null if another file was joined behind this one. */
  end: number | null;
  isStated: boolean;
  /** What is stated, where much less is there. */
  statedSeconds?: number;
}

/** As stated, unless that cannot be, the sound goes on behind it, or everything ends long before it. */
export async function endOfRecording(
  bytes: ByteReader,
  headers: MatroskaHeaders,
  track: MatroskaTrack,
  codec: string,
): Promise<RecordingEnd> {
  const { segmentEnd, firstCluster, durationTicks, secondsPerTick } = headers;
  if (segmentEnd !== null && (await startsFile(bytes, segmentEnd))) return { end: null, isStated: false };
  const stated = durationTicks * secondsPerTick;
  const isPossible = stated > 0 && stated <= longestDuration({ container: 'matroska', codec }, bytes.size);
  const isOne = isPossible || (await runsOn(bytes, firstCluster));
  const found = isOne ? await endTime(bytes, headers, track) : null;
  if (!isPossible || found === null || found >= stated + LAST_PACKET_SECONDS)
    return { end: found, isStated: false };
  const hasSoundOnly = headers.tracks.every(({ type }) => type === track.type);
  const behindLast = hasSoundOnly ? LAST_PACKET_SECONDS : LONGEST_PICTURE_SECONDS;
  const isEarly = found > 0 && stated > (await lastTime(bytes, headers, found)) + behindLast;
  return isEarly ? { end: found, isStated: false, statedSeconds: stated } : { end: stated, isStated: true };
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
  const from = await tailOf(bytes, headers);
  let end = 0;
  let isJoined = false;
  const onJoined = () => {
    isJoined = true;
  };
  for await (const { timestamp, duration } of packetsFrom(bytes, headers, track, { from, onJoined })) {
    end = Math.max(end, timestamp + duration);
  }
  return isJoined ? null : end;
}

const tailOf = (bytes: ByteReader, { firstCluster }: MatroskaHeaders): Promise<number> =>
  findCluster(bytes, Math.max(firstCluster, bytes.size - TAIL_BYTES));

/** The latest time of a block of any track near the end, in seconds. */
async function lastTime(bytes: ByteReader, headers: MatroskaHeaders, least: number): Promise<number> {
  let last = least;
  for await (const { time } of matroskaBlocks(bytes, await tailOf(bytes, headers))) {
    last = Math.max(last, time * headers.secondsPerTick);
  }
  return last;
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
