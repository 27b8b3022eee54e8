import { sliceSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader } from '../byte-reader.ts';
import { damaged } from '../media-errors.ts';
import { AC3_SYNTAX, openAc3 } from '../mpeg/ac3.ts';
import { ADTS_SYNTAX, openAdts } from '../mpeg/adts.ts';
import { findFrame, startsFrames } from '../mpeg/frame-stream.ts';
import { MP3_SYNTAX, openMp3 } from '../mpeg/mp3.ts';

const FRAMES = {
  mp3: { syntax: MP3_SYNTAX, open: openMp3 },
  adts: { syntax: ADTS_SYNTAX, open: openAdts },
  ac3: { syntax: AC3_SYNTAX, open: openAc3 },
};
/** Format tags of frames that can be decoded (RFC 2361). */
const CODED = { 80: 'mp3', 85: 'mp3', 8192: 'ac3' } as const;

export type CodedTag = keyof typeof CODED;

export const isCodedTag = (tag: number): tag is CodedTag => tag in CODED;

const SEARCH_BYTES = 64 * 1024;

/** Bare frames of a codec, wherever the first one begins; null if there are none. */
export async function openFrames(content: ByteReader, kind: keyof typeof FRAMES): Promise<AudioTrack | null> {
  const { syntax, open } = FRAMES[kind];
  const start = await findFrame(content, { from: 0, limit: Math.min(content.size, SEARCH_BYTES) }, syntax);
  const first = start < 0 ? null : await startsFrames(content, start, syntax);
  return first && open(content, start, first);
}

/** WAVE around frames of MPEG audio or AC-3, as dictation and radio programs write it. Throws 422 if there are none. */
export async function openCodedWav(
  bytes: ByteReader,
  tag: CodedTag,
  data: { start: number; length: number },
): Promise<AudioTrack> {
  const content = new ByteReader(sliceSource(bytes.source, data.start, data.start + data.length));
  const track = await openFrames(content, CODED[tag]);
  if (!track)
    throw damaged(msg`The WAV file is damaged: it contains no frames of the codec that its header states.`);
  return track;
}
