import { type ByteReader, viewOf } from '../byte-reader.ts';
import { type Box, readBox } from './mp4-boxes.ts';

/** A stretch of the recording: from a second of the track's clock on, or silence if `from` is null. */
export interface Edit {
  from: number | null;
  seconds: number;
}

interface StoredEdit {
  /** In the movie's time scale. */
  duration: number;
  /** In the track's; −1 for silence. */
  mediaTime: number;
  /** Fixed point; mediabunny shifts a track only by an edit of rate 1. */
  rate: number;
}

interface TrackClock {
  timescale: number;
  edits: StoredEdit[];
}

const RATE_OF_ONE = 0x10000;
const MAX_EDITS = 10_000;
const MAX_BOX_BYTES = 1024 * 1024;

/**
 * The edit list of an MP4 or QuickTime track (ISO/IEC 14496-12 §8.6.6); null if there is none, or none with a length.
 * Times are on the clock of mediabunny, which shifts a track by its first edit and applies no other.
 */
export async function readEdits(bytes: ByteReader, trackId: number): Promise<Edit[] | null> {
  const movie = await childNamed(bytes, 'moov', 0, bytes.size);
  const header = movie && (await childNamed(bytes, 'mvhd', movie.start, movie.end));
  if (!movie || !header) return null;
  const movieScale = await fieldBehindTimes(bytes, header);
  const track = await trackClock(bytes, movie, trackId);
  if (!track || !movieScale || !track.timescale) return null;
  const first = track.edits.findIndex(({ mediaTime }) => mediaTime >= 0);
  if (first < 0 || track.edits.some(({ duration }) => duration <= 0)) return null;
  const isShifted = track.edits[first]?.rate === RATE_OF_ONE;
  const before = track.edits.slice(0, first).reduce((sum, { duration }) => sum + duration, 0) / movieScale;
  const lead = isShifted ? before : 0;
  const origin = isShifted ? (track.edits[first]?.mediaTime ?? 0) : 0;
  // A rate of zero holds a picture: there is no sound.
  return track.edits.map(({ duration, mediaTime, rate }) => ({
    from: mediaTime < 0 || rate === 0 ? null : (mediaTime - origin) / track.timescale + lead,
    seconds: duration / movieScale,
  }));
}

interface Place extends Box {
  end: number;
}

async function* children(bytes: ByteReader, start: number, end: number): AsyncGenerator<Place> {
  for (let at = start; at + 8 <= end; ) {
    const box = await readBox(bytes, at);
    const size = box?.size || end - at;
    if (!box || size < 8) return;
    yield { ...box, end: Math.min(end, at + size) };
    at += size;
  }
}

async function childNamed(
  bytes: ByteReader,
  name: string,
  start: number,
  end: number,
): Promise<Place | null> {
  for await (const box of children(bytes, start, end)) if (box.name === name) return box;
  return null;
}

async function trackClock(bytes: ByteReader, movie: Place, trackId: number): Promise<TrackClock | null> {
  for await (const track of children(bytes, movie.start, movie.end)) {
    if (track.name !== 'trak') continue;
    const header = await childNamed(bytes, 'tkhd', track.start, track.end);
    if (!header || (await fieldBehindTimes(bytes, header)) !== trackId) continue;
    const media = await childNamed(bytes, 'mdia', track.start, track.end);
    const mediaHeader = media && (await childNamed(bytes, 'mdhd', media.start, media.end));
    const edts = await childNamed(bytes, 'edts', track.start, track.end);
    const list = edts && (await childNamed(bytes, 'elst', edts.start, edts.end));
    if (!mediaHeader || !list) return null;
    return { timescale: await fieldBehindTimes(bytes, mediaHeader), edits: await editsOf(bytes, list) };
  }
  return null;
}

/** A track's id, a time scale: it follows two times, which have four bytes or, in version 1, eight. −1 if the header is cut off. */
async function fieldBehindTimes(bytes: ByteReader, { start }: Place): Promise<number> {
  const head = await bytes.read(start, 24);
  return head.length < 24 ? -1 : viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
}

async function editsOf(bytes: ByteReader, { start, end }: Place): Promise<StoredEdit[]> {
  const content = await bytes.read(start, Math.min(end - start, MAX_BOX_BYTES));
  if (content.length < 8) return [];
  const view = viewOf(content);
  const isLong = content[0] === 1;
  const size = isLong ? 20 : 12;
  const count = Math.min(view.getUint32(4), MAX_EDITS, Math.floor((content.length - 8) / size));
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * size;
    return isLong
      ? {
          duration: Number(view.getBigUint64(at)),
          mediaTime: Number(view.getBigInt64(at + 8)),
          rate: view.getUint32(at + 16),
        }
      : { duration: view.getUint32(at), mediaTime: view.getInt32(at + 4), rate: view.getUint32(at + 8) };
  });
}
