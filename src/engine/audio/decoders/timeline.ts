import { OtherWork } from '../../../media/other-work.ts';
import { silence } from '../levels/silence.ts';
import type { PcmBlock } from './pcm-block.ts';

interface TimelineOptions {
  /** Timestamp that is second 0. */
  startTimestamp: number;
  /** Duration in seconds according to the container; null if it does not say, or says it by the same clock. */
  duration: number | null;
  /** Seconds that may be in the file's bytes. */
  longest: number;
  /** Timestamp behind which nothing is sound; null while it is not known. */
  endsAt?: (() => number | null) | undefined;
}

/** Smaller differences are rounding in the container's timestamps. */
const TOLERANCE_SECONDS = 0.015;
/** A gap becomes silence if it ends before the declared end or is at most this long. */
const LONGEST_UNPROMISED_GAP_SECONDS = 60;
/** A clock that fell back by more than this was reset. */
const RESET_SECONDS = 1;

/**
 * Places decoded blocks in sequence on the recording's own clock, which starts at 0: audio before 0 is cut off, and
 * lost stretches become silence, so that times remain correct. Impossible timestamps (past the declared end, or going
 * back) are treated as a continuing stream, so that a damaged number neither loses audio nor creates hours of
 * silence.
 */
export async function* placeOnTimeline(
  blocks: AsyncGenerator<PcmBlock, void, undefined>,
  { startTimestamp, duration, longest, endsAt = () => null }: TimelineOptions,
): AsyncGenerator<PcmBlock, void, undefined> {
  const others = new OtherWork();
  let position = 0;
  /** Offset added to the stream's timestamps. */
  let offset = -startTimestamp;
  for await (const block of blocks) {
    let planes = block.planes;
    let distance = block.timestamp + offset - position;
    if (position === 0 && distance < 0) {
      const cut = Math.min(planes[0]?.length ?? 0, Math.round(-distance * block.sampleRate));
      planes = planes.map((plane) => plane.subarray(cut));
      distance = 0;
    }
    if (distance < -RESET_SECONDS || isImpossible(position, distance, duration ?? Number.NaN, longest)) {
      offset -= distance;
      distance = 0;
    }
    if (distance > TOLERANCE_SECONDS) {
      for (const quiet of silence(position, distance, block)) {
        // Nothing is read from outside meanwhile, where others had their turn.
        await others.letIn();
        yield quiet;
      }
      position += distance;
    }
    const end = offset === -startTimestamp ? endsAt() : null;
    if (end !== null) {
      const left = Math.max(0, Math.round((end + offset - position) * block.sampleRate));
      planes = planes.map((plane) => plane.subarray(0, left));
    }
    const length = planes[0]?.length ?? 0;
    if (length === 0) continue;
    yield { timestamp: position, sampleRate: block.sampleRate, planes };
    position += length / block.sampleRate;
  }
}

/** `duration` is not a number if it is unknown: then no long gap is promised. */
function isImpossible(position: number, distance: number, duration: number, longest: number): boolean {
  if (distance > TOLERANCE_SECONDS && position + distance > longest) return true;
  return distance > LONGEST_UNPROMISED_GAP_SECONDS && !(position + distance <= duration);
}
