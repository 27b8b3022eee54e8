import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { getSettings } from './settings-store.ts';

/** A limit is a setting that its owner can change at any time: worth another try, but not at once. */
const RETRY_LATER_SECONDS = 3600;

const megabytes = (bytes: number) => msg`${Math.ceil(bytes / 1e5) / 10} MB`;

function spell(seconds: number): Message {
  return seconds < 120 ? msg`${Math.ceil(seconds * 10) / 10} s` : msg`${Math.ceil(seconds / 6) / 10} minutes`;
}

/** Throws 413 for a recording with more bytes or seconds than the settings allow (specification §8). */
export async function ensureWithinLimits(recording: {
  bytes: number;
  /** Seconds; null if not yet known. */
  duration: number | null;
  /** True if more bytes may follow. */
  isArriving?: boolean;
}): Promise<void> {
  const { max_file_bytes: mostBytes, max_duration: longest } = (await getSettings()).limits;
  if (mostBytes !== null && recording.bytes > mostBytes) {
    throw tooLarge(
      recording.isArriving
        ? msg`The file is larger than the ${megabytes(mostBytes)} that the settings allow.`
        : msg`The file is ${megabytes(recording.bytes)}, but the settings allow at most ${megabytes(mostBytes)}.`,
    );
  }
  if (longest !== null && recording.duration !== null && recording.duration > longest) {
    throw tooLarge(
      msg`The recording is ${spell(recording.duration)} long, but the settings allow at most ${spell(longest)}.`,
    );
  }
}

const tooLarge = (text: Message) =>
  new AppError('too_large', text, {
    remedy: msg`Cut it into shorter parts, or raise the limit in the app's settings.`,
    retryAfter: RETRY_LATER_SECONDS,
  });
