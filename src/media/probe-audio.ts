import type { ByteSource } from '../lib/bytes/byte-source.ts';
import type { AudioTrackInfo } from './audio-track.ts';
import { openAudio } from './open-audio.ts';

/**
 * What a file says about its audio before decoding; usable in the service worker. The content decides: the returned
 * extension and media type match the actual content, and `filename` only selects among several usual extensions (an
 * .oga stays an .oga). Throws 415 `unsupported_media` and 422 `unprocessable_audio`; see `openAudio`.
 */
export async function probeAudio(source: ByteSource, filename: string): Promise<AudioTrackInfo> {
  const track = await openAudio(source);
  track.dispose();
  const ending = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toLowerCase();
  const info = track.info;
  return ending && usualEndings(info).includes(ending) ? { ...info, extension: ending } : info;
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
  };
  return [extension, ...(endings[container] ?? [])];
}
