import { sliceSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader } from '../byte-reader.ts';
import { damaged } from '../media-errors.ts';
import { AC3_SYNTAX, openAc3 } from '../mpeg/ac3.ts';
import { findFrame, startsFrames } from '../mpeg/frame-stream.ts';
import { MP3_SYNTAX, openMp3 } from '../mpeg/mp3.ts';

/** Format tags of frames that can be decoded (RFC 2361). */
const CODED = {
  80: { syntax: MP3_SYNTAX, open: openMp3 },
  85: { syntax: MP3_SYNTAX, open: openMp3 },
  8192: { syntax: AC3_SYNTAX, open: openAc3 },
} as const;

export type CodedTag = keyof typeof CODED;

export const isCodedTag = (tag: number): tag is CodedTag => tag in CODED;

const SEARCH_BYTES = 64 * 1024;

/** WAVE around frames of MPEG audio or AC-3, as dictation and radio programs write it. Throws 422 if there are none. */
export async function openCodedWav(
  bytes: ByteReader,
  tag: CodedTag,
  data: { start: number; length: number },
): Promise<AudioTrack> {
  const { syntax, open } = CODED[tag];
  const content = new ByteReader(sliceSource(bytes.source, data.start, data.start + data.length));
  const start = await findFrame(content, { from: 0, limit: Math.min(content.size, SEARCH_BYTES) }, syntax);
  const first = start < 0 ? null : await startsFrames(content, start, syntax);
  if (!first)
    throw damaged(msg`The WAV file is damaged: it contains no frames of the codec that its header states.`);
  const track = await open(content, start, first);
  return { ...track, info: { ...track.info, container: 'wav', extension: 'wav', type: 'audio/wav' } };
}
