import type { AudioTrackInfo } from './audio-track.ts';
import { damaged } from './media-errors.ts';

/**
 * Bits per second below which no recording lies. The syntax of MPEG audio and AC-3 has no frames below 8 and 32 kbit/s.
 * Everywhere else silence takes next to nothing: Opus that stops sending needs about 80 bits per second, with pages or
 * blocks around them; FLAC about 200; and a clock may run on while nothing is stored.
 */
const LEAST_BITS_PER_SECOND: Record<string, number> = { mp3: 7_000, ac3: 28_000, eac3: 8_000 };
const LEAST_OF_OTHERS = 16;
/** Headers without any audio. */
const FREE_SECONDS = 60;

/**
 * Throws 422 if the duration that a file states cannot lie in its bytes.
 * @param size of the whole file in bytes
 */
export function checkDuration({ container, codec, duration }: AudioTrackInfo, size: number): void {
  if (duration === null || duration <= FREE_SECONDS) return;
  const isBare = container === 'mp3' || container === 'ac3' || container === 'eac3';
  const least = (isBare && LEAST_BITS_PER_SECOND[codec]) || LEAST_OF_OTHERS;
  if (duration * least <= size * 8) return;
  throw damaged(
    `The file is damaged: it states a duration of ${Math.round(duration)} seconds, which cannot lie in ${size} bytes.`,
  );
}
