import { AppError } from '../lib/errors.ts';

export function unsupportedMedia(message: string): AppError {
  return new AppError('unsupported_media', message);
}

/** A codec or container that is recognised but that no browser decodes. */
export function undecodable(name: string): AppError {
  return unsupportedMedia(
    `${name} audio cannot be decoded in browsers: convert it to MP3, M4A (AAC), OGG, FLAC or WAV and upload that.`,
  );
}

export function damaged(what: string, cause?: unknown): AppError {
  return new AppError('unprocessable_audio', what, { cause });
}

export function noAudioInFile(): AppError {
  return damaged('The file is intact but has no audio in it (its length is zero).');
}
