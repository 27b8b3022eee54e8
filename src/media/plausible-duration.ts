import type { AudioTrackInfo } from './audio-track.ts';

/**
 * Bits per second below which no recording is. The syntax of MPEG audio and AC-3 has no frames below 8 and 32 kbit/s, and a packet
 * of a transport stream has 188 bytes. Everywhere else silence takes next to nothing: Opus that stops sending needs about 80 bits
 * per second, with pages or blocks around them; FLAC about 200; and a clock may run on while nothing is stored.
 */
const LEAST_BITS_PER_SECOND: Record<string, number> = { mp3: 7_000, ac3: 28_000, eac3: 8_000 };
const LEAST_OF_TRANSPORT_STREAM = 4_000;
const LEAST_OF_OTHERS = 16;
/** Headers without any audio. */
const FREE_SECONDS = 60;

/** What a file states, without a duration that cannot be in its `size`: sound behind a wrong header is not refused. */
export function withPlausibleDuration(info: AudioTrackInfo, size: number): AudioTrackInfo {
  const { duration } = info;
  return duration === null || duration <= longestDuration(info, size) ? info : { ...info, duration: null };
}

/** Seconds that may be in a file of `size` bytes: beyond them a clock is wrong. */
export function longestDuration(info: Pick<AudioTrackInfo, 'container' | 'codec'>, size: number): number {
  return Math.max(FREE_SECONDS, (size * 8) / leastOf(info));
}

function leastOf({ container, codec }: Pick<AudioTrackInfo, 'container' | 'codec'>): number {
  if (container === 'mpeg-ts') return LEAST_OF_TRANSPORT_STREAM;
  const isBare = container === 'mp3' || container === 'ac3' || container === 'eac3';
  return (isBare && LEAST_BITS_PER_SECOND[codec]) || LEAST_OF_OTHERS;
}
