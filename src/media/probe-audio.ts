import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { AppError } from '../lib/errors/errors.ts';
import type { AudioTrackInfo } from './audio-track.ts';
import { undecodable } from './media-errors.ts';
import { openAudio } from './open-audio.ts';

/** Recordings that nothing in their content names, by their extensions. */
const NAMELESS: Record<string, string> = {
  dvf: 'Sony MSV or DVF',
  g723: 'G.723.1',
  g723_1: 'G.723.1',
  g729: 'G.729',
  msv: 'Sony MSV or DVF',
  nmf: 'NICE NMF',
  rco: 'G.723.1',
  tco: 'G.723.1',
  vox: 'Dialogic ADPCM',
};

/**
 * What a file says about its audio before decoding; usable in the service worker. The content decides: the returned
 * extension and media type match the actual content, and `filename` only selects among several usual extensions (an
 * .oga remains an .oga), and names what cannot be recognised. Throws 415 `unsupported_media` and 422 `unprocessable_audio`; see `openAudio`.
 */
export async function probeAudio(source: ByteSource, filename: string): Promise<AudioTrackInfo> {
  const ending = /\.([a-z0-9_]{1,7})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const track = await openAudio(source).catch((error) => {
    const codec = NAMELESS[ending];
    throw codec && error instanceof AppError ? undecodable(codec) : error;
  });
  track.dispose();
  const info = track.info;
  return usualEndings(info).includes(ending) ? { ...info, extension: ending } : info;
}

/** Extensions used for the same content. */
function usualEndings({ container, extension, type }: AudioTrackInfo): string[] {
  const endings: Record<string, string[]> = {
    wav: ['wav', 'wave', 'bwf', 'rf64'],
    aiff: ['aiff', 'aif', 'aifc'],
    au: ['au', 'snd'],
    w64: ['w64'],
    caf: ['caf'],
    mp3: ['mp3', 'mp2', 'mpga'],
    adts: ['aac', 'adts'],
    mp4: type.startsWith('video/') ? ['mp4', 'm4v', '3gp'] : ['m4a', 'mp4', 'm4b', 'm4r', 'aac', '3gp'],
    mov: ['mov', 'qt', 'm4a'],
    ogg: ['ogg', 'oga', 'opus', 'ogv', 'spx'],
    webm: ['webm', 'weba'],
    matroska: ['mka', 'mkv'],
    'mpeg-ts': ['ts', 'mts', 'm2ts'],
    'mpeg-ps': ['mpg', 'mpeg', 'vob', 'm2p'],
  };
  return [extension, ...(endings[container] ?? [])];
}
