import { AppError } from '../lib/errors.ts';

export function unsupportedMedia(message: string): AppError {
  return new AppError('unsupported_media', message);
}

/** A recognised codec or container that no browser decodes. */
export function undecodable(name: string): AppError {
  return unsupportedMedia(
    `${name} audio cannot be decoded in browsers. Convert it to MP3, M4A (AAC), OGG, FLAC or WAV and upload it again.`,
  );
}

export function damaged(what: string, cause?: unknown): AppError {
  return new AppError('unprocessable_audio', what, { cause });
}

export function noAudioInFile(): AppError {
  return damaged('The file is intact but contains no audio (its duration is zero).');
}
