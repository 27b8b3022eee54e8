import { AppError } from '../lib/errors/errors.ts';
import { type Message, msg } from '../lib/errors/msg.ts';

export function unsupportedMedia(text: Message, remedy?: Message): AppError {
  return new AppError('unsupported_media', text, { remedy });
}

/** A recognised codec or container that no browser decodes. */
export function undecodable(name: string): AppError {
  return unsupportedMedia(
    msg`${name} audio cannot be decoded in browsers.`,
    msg`Convert it to MP3, M4A (AAC), OGG, FLAC or WAV and upload it again.`,
  );
}

export function damaged(
  what: Message,
  { remedy, cause }: { remedy?: Message; cause?: unknown } = {},
): AppError {
  return new AppError('unprocessable_audio', what, { remedy, cause });
}

/** A piece of a live or adaptive stream: the settings of its codec are in the first one. */
export function streamSegment(): AppError {
  return damaged(
    msg`This is one segment of a stream (.m4s): what a decoder needs to know is in the first file, the init segment.`,
    { remedy: msg`Join the files in order, the init segment first, and upload the result.` },
  );
}

export function noAudioInFile(): AppError {
  return damaged(msg`The file contains no audio: it is empty, or was cut off before its first sound.`);
}
