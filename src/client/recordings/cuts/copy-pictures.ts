import type { EncodedPacket } from 'mediabunny';
import type { Part, Placed } from './cut-sound.ts';
import type { KeyFrames } from './key-frames.ts';

/** Pictures that may be between two in the order of decoding, though both are shown before them. H.264 and H.265 allow 16. */
const MOST_AHEAD = 16;
/** Pictures that others depend on, and that follow the end of a part, are shown in this last moment of it; seconds. */
const MOMENT = 0.001;

/** Parts that begin with key frames. */
export interface MovedParts {
  parts: Part[];
  /** Longest distance by which the start of a remaining part was moved, seconds. */
  most: number;
  /** Number of cuts that are no longer made. */
  lost: number;
}

/** Where copying can begin in a part: with the picture of its beginning, or a later key frame; null if it has none. */
export async function firstToCopy(
  frames: KeyFrames,
  { start, end }: Part,
): Promise<{ packet: EncodedPacket; isAtStart: boolean } | null> {
  const shown = await frames.shownAt(start);
  if (!shown) return null;
  if (frames.isKey(shown)) return { packet: shown, isAtStart: true };
  const before = await frames.before(start);
  const packet = before && (await frames.after(before));
  return packet && packet.timestamp < end ? { packet, isAtStart: false } : null;
}

/** Whether each part begins with a key frame. */
export async function beginWithKeyFrames(frames: KeyFrames, parts: readonly Part[]): Promise<boolean> {
  for (const part of parts) if (!(await firstToCopy(frames, part))?.isAtStart) return false;
  return true;
}

/** Moves starts back to key frames, so that no word is lost, or forward where a hidden word would return. Parts that meet are joined. */
export async function moveToKeyFrames(
  frames: KeyFrames,
  parts: readonly Part[],
  hidden: readonly Part[],
): Promise<MovedParts> {
  const moved: Part[] = [];
  let [most, lost] = [0, 0];
  for (const part of parts) {
    const shown = await frames.shownAt(part.start);
    const key = shown && frames.isKey(shown) ? null : await frames.before(part.start);
    let start = key?.timestamp ?? part.start;
    if (key && hidden.some((one) => one.end > start && one.start < part.start)) {
      start = (await frames.after(key))?.timestamp ?? part.end;
    }
    const last = moved.at(-1);
    if (last && start <= last.end) {
      last.end = part.end;
      lost++;
    } else if (start < part.end) {
      moved.push({ start, end: part.end });
      most = Math.max(most, Math.abs(start - part.start));
    }
  }
  return { parts: moved, most, lost };
}

/** Copies the pictures of a part from a key frame on. */
export async function copyPictures(
  frames: KeyFrames,
  { part, at, to }: Placed,
  from: EncodedPacket,
  add: (packet: EncodedPacket) => Promise<void>,
): Promise<void> {
  const timeOf = ({ timestamp }: EncodedPacket) => at + Math.max(0, timestamp - part.start);
  // Where its sound ends, or before.
  const until = Math.min(to, at + (part.end - part.start));
  let ahead: EncodedPacket[] = [];
  for await (const packet of frames.sink.packets(from)) {
    // Shown before its key frame, it needs pictures that are not copied.
    if (packet.timestamp < from.timestamp) continue;
    ahead.push(packet.timestamp === from.timestamp ? frames.cutLoose(packet) : packet);
    if (ahead.length > MOST_AHEAD) break;
    if (timeOf(packet) >= until) continue;
    for (const one of ahead) {
      const late = timeOf(one) - (until - MOMENT);
      const timestamp = late > 0 ? until - MOMENT + late * MOMENT : timeOf(one);
      await add(one.clone({ timestamp, duration: Math.min(one.duration, Math.max(0, to - timestamp)) }));
    }
    ahead = [];
  }
}
