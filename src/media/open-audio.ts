import { type ByteSource, sliceSource } from '../lib/bytes/byte-source.ts';
import { msg } from '../lib/errors/msg.ts';
import type { AudioTrack } from './audio-track.ts';
import { ByteReader } from './byte-reader.ts';
import { behindTags } from './id3-tags.ts';
import { openMatroska } from './matroska/matroska.ts';
import { damaged } from './media-errors.ts';
import { openWithMediabunny } from './mp4/mediabunny-track.ts';
import { openAc3 } from './mpeg/ac3.ts';
import { openAdts } from './mpeg/adts.ts';
import { openMp3 } from './mpeg/mp3.ts';
import { openProgramStream } from './mpeg/program-stream.ts';
import { openTransportStream } from './mpeg/transport-stream.ts';
import { openOgg } from './ogg/ogg.ts';
import { openAiff } from './pcm/aiff.ts';
import { openAu } from './pcm/au.ts';
import { openAvi } from './pcm/avi.ts';
import { openCaf } from './pcm/caf.ts';
import { openFlac } from './pcm/flac.ts';
import { openWav } from './pcm/wav.ts';
import { openWave64 } from './pcm/wave64.ts';
import { withPlausibleDuration } from './plausible-duration.ts';
import { recogniseContent } from './recognise-content.ts';

/** Bytes that are read of each tag at a file's start: its header. */
const TAG_READ_BYTES = 64;

/**
 * Opens a file's audio by its content, in any realm, reading only headers and what durations of bare frames require. Of
 * several tracks it opens the one that a player would take, or the one with this number, from 1. Throws 415
 * `unsupported_media` for what no browser decodes, 422 `unprocessable_audio` for files that are empty, damaged or
 * without audio.
 */
export async function openAudio(source: ByteSource, trackNumber?: number): Promise<AudioTrack> {
  if (source.size === 0) throw damaged(msg`The file is empty.`);
  const start = await behindTags(new ByteReader(source, TAG_READ_BYTES), 0);
  if (start === source.size) throw damaged(msg`The file contains only tags, no audio.`);
  const track = await openFrom(source, start, trackNumber);
  return { ...track, info: withPlausibleDuration(track.info, source.size) };
}

/** The audio behind what precedes it; a file that is joined to it is placed in the whole source. */
async function openFrom(source: ByteSource, start: number, trackNumber?: number): Promise<AudioTrack> {
  const bytes = new ByteReader(start === 0 ? source : sliceSource(source, start));
  const track = await bytes.whileOpening(() => openContent(bytes, trackNumber));
  const { joinedAt } = track;
  if (start === 0 || !joinedAt) return track;
  return {
    ...track,
    joinedAt: () => {
      const at = joinedAt();
      return at === null ? null : at + start;
    },
  };
}

async function openContent(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const recognised = await recogniseContent(bytes);
  switch (recognised.kind) {
    case 'wav':
      return openWav(bytes);
    case 'aiff':
      return openAiff(bytes);
    case 'au':
      return openAu(bytes);
    case 'wave64':
      return openWave64(bytes);
    case 'caf':
      return openCaf(bytes);
    case 'flac':
      return openFlac(bytes);
    case 'matroska':
      return openMatroska(bytes, trackNumber);
    case 'ogg':
      return openOgg(bytes, trackNumber);
    case 'mp3':
      return openMp3(bytes, recognised.start, recognised.first);
    case 'adts':
      return openAdts(bytes, recognised.start, recognised.first);
    case 'ac3':
      return openAc3(bytes, recognised.start, recognised.first);
    case 'behind-others':
      return openFrom(bytes.source, recognised.start, trackNumber);
    case 'avi':
      return openAvi(bytes, trackNumber);
    case 'mpeg-ps':
      return openProgramStream(bytes, trackNumber);
    case 'mpeg-ts':
      return openTransportStream(bytes, trackNumber);
    case 'untyped':
      return openWithMediabunny(recognised.typed, trackNumber);
    case 'mediabunny':
      return openWithMediabunny(bytes.source, trackNumber);
  }
}
