import { type ByteSource, sliceSource } from '../lib/bytes/byte-source.ts';
import { msg } from '../lib/errors/msg.ts';
import type { AudioTrack } from './audio-track.ts';
import { ByteReader } from './byte-reader.ts';
import { openMatroska } from './matroska/matroska.ts';
import { damaged } from './media-errors.ts';
import { openWithMediabunny } from './mp4/mediabunny-track.ts';
import { openAc3 } from './mpeg/ac3.ts';
import { openAdts } from './mpeg/adts.ts';
import { openMp3 } from './mpeg/mp3.ts';
import { openTransportStream } from './mpeg/transport-stream.ts';
import { openOgg } from './ogg/ogg.ts';
import { openAiff } from './pcm/aiff.ts';
import { openAu } from './pcm/au.ts';
import { openCaf } from './pcm/caf.ts';
import { openFlac } from './pcm/flac.ts';
import { openWav } from './pcm/wav.ts';
import { openWave64 } from './pcm/wave64.ts';
import { withPlausibleDuration } from './plausible-duration.ts';
import { recogniseContent } from './recognise-content.ts';

const ID3_HEADER_BYTES = 10;
const MAX_ID3_TAGS = 100;

/**
 * Opens a file's audio by its content; ignores the name. Works in pages, workers and service workers, and reads only
 * headers and, for bare frame streams, what their duration requires. Of several audio tracks it opens the one that a
 * player would take, or the one with this number, from 1. Throws 415 `unsupported_media` for audio that no
 * browser decodes and for other content, 422 `unprocessable_audio` for files that are empty, damaged or without
 * audio.
 */
export async function openAudio(source: ByteSource, trackNumber?: number): Promise<AudioTrack> {
  if (source.size === 0) throw damaged(msg`The file is empty.`);
  const content = await withoutTags(source);
  if (content.size === 0) throw damaged(msg`The file contains only tags, no audio.`);
  const bytes = new ByteReader(content);
  const track = await bytes.whileOpening(() => openContent(bytes, trackNumber));
  return { ...track, info: withPlausibleDuration(track.info, source.size) };
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
    case 'mpeg-ts':
      return openTransportStream(bytes, trackNumber);
    case 'mediabunny':
      return openWithMediabunny(bytes.source, trackNumber);
  }
}

/** The file without leading ID3v2 tags (id3.org, "ID3v2.4"), whose pictures can look like audio. */
async function withoutTags(source: ByteSource): Promise<ByteSource> {
  let start = 0;
  for (let tags = 0; tags < MAX_ID3_TAGS && start + ID3_HEADER_BYTES <= source.size; tags++) {
    const header = await source.read(start, start + ID3_HEADER_BYTES);
    const [i = 0, d = 0, three = 0, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = header;
    if (i !== 0x49 || d !== 0x44 || three !== 0x33 || (a | b | c | e) > 127) break;
    const footer = flags & 0x10 ? ID3_HEADER_BYTES : 0;
    start += ID3_HEADER_BYTES + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
  }
  return start === 0 ? source : sliceSource(source, start);
}
