import type { AudioTrack } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { behindTags } from '../id3-tags.ts';
import { noAudioInFile } from '../media-errors.ts';
import type { FrameHeader } from './frame-header.ts';
import {
  countFrames,
  estimatedDuration,
  type FrameSyntax,
  findFrame,
  frameTrack,
  startsFrames,
} from './frame-stream.ts';

/**
 * kbit/s by index (ISO/IEC 11172-3 and 13818-3): MPEG-1 layers I, II, III, MPEG-2 layer I, MPEG-2 layers II and III.
 */
const BIT_RATES = {
  one: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  two: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  three: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  lowOne: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  lowTwoThree: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** Share by which an estimate may miss what a header states; beyond, frames are counted. */
const LARGEST_DOUBT = 0.1;
/** Encoders count their own frame or not; what was inserted may spoil the frame that it divides. */
const MISCOUNTED_FRAMES = 2;
/** Tags behind the frames: lyrics and pictures. */
const TAGS_BETWEEN_BYTES = 64 * 1024;
/** Delay of every MP3 decoder, in samples. */
const DECODER_DELAY = 529;

/** MPEG audio, layers I to III, of MPEG-1, MPEG-2 and MPEG-2.5. Free format is not recognised. */
export const MP3_SYNTAX: FrameSyntax = {
  headerBytes: 4,
  read(bytes, at): FrameHeader | null {
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
    if (at + 4 > bytes.length || first !== 0xff || (second & 0xe0) !== 0xe0) return null;
    const version = (second >> 3) & 3;
    const layer = 4 - ((second >> 1) & 3);
    const rateIndex = (third >> 2) & 3;
    if (version === 1 || layer === 4 || rateIndex === 3) return null;
    const mpeg1 = version === 3;
    const table = mpeg1
      ? [BIT_RATES.one, BIT_RATES.two, BIT_RATES.three][layer - 1]
      : layer === 1
        ? BIT_RATES.lowOne
        : BIT_RATES.lowTwoThree;
    const bitRate = (table?.[third >> 4] ?? 0) * 1000;
    const base = SAMPLE_RATES[rateIndex];
    if (bitRate === 0 || base === undefined || (fourth & 3) === 2) return null;
    const sampleRate = mpeg1 ? base : version === 2 ? base / 2 : base / 4;
    const samples = layer === 1 ? 384 : layer === 3 && !mpeg1 ? 576 : 1152;
    const padding = (third >> 1) & 1;
    const length =
      layer === 1
        ? (Math.floor((12 * bitRate) / sampleRate) + padding) * 4
        : Math.floor(((samples / 8) * bitRate) / sampleRate) + padding;
    return { bytes: length, samples, sampleRate, numberOfChannels: fourth >> 6 === 3 ? 1 : 2 };
  },
};

/** An encoder's information about the file, in a first frame without audio. */
interface InfoFrame {
  frames: number | null;
  /** Length of all frames. */
  bytes: number | null;
  /** Samples the encoder added before and after the audio. */
  delay: number;
  padding: number;
}

/** MP3 from its first frame on. Without a LAME tag, times are late by the encoder's delay. */
export async function openMp3(bytes: ByteReader, start: number, first: FrameHeader): Promise<AudioTrack> {
  const info = await readInfoFrame(bytes, start, first);
  const from = info ? start + first.bytes : start;
  const { sampleRate, numberOfChannels } = first;
  const cut = info?.bytes != null && info.bytes > bytes.size - start + first.bytes;
  const isCounted =
    info?.frames &&
    !cut &&
    (await isLikely((info.frames * first.samples) / sampleRate, bytes, from)) &&
    !(info.bytes && (await goesOn(bytes, start + info.bytes)));
  const skipped = info && info.delay > 0 ? info.delay + DECODER_DELAY : 0;
  const counted = isCounted ? null : await countFrames(bytes, from, MP3_SYNTAX);
  const hasAllFrames =
    !!info?.frames && !!counted && Math.abs(counted.count - info.frames) <= MISCOUNTED_FRAMES;
  const seconds =
    info?.frames && (isCounted || hasAllFrames)
      ? (info.frames * first.samples - info.delay - info.padding) / sampleRate
      : (counted?.seconds ?? (await estimatedDuration(bytes, from, MP3_SYNTAX))) - skipped / sampleRate;
  if (seconds <= 0) throw noAudioInFile();
  // A number of frames that does not go with the number of bytes is wrong by itself.
  const declared = info?.frames && (cut || !info.bytes) ? (info.frames * first.samples) / sampleRate : 0;
  return {
    info: {
      container: 'mp3',
      codec: 'mp3',
      extension: 'mp3',
      type: 'audio/mpeg',
      duration: seconds,
      numberOfChannels,
      sampleRate,
    },
    coding: { kind: 'webcodecs', config: { codec: 'mp3', sampleRate, numberOfChannels } },
    startTimestamp: skipped / sampleRate,
    ...(declared > seconds + 1 && { statedSeconds: declared }),
    ...frameTrack(bytes, from, MP3_SYNTAX, hasAllFrames),
    dispose: () => undefined,
  };
}

/** Whether a stated duration is about that of the frames: tools that join or cut files leave the number of one part. */
async function isLikely(stated: number, bytes: ByteReader, from: number): Promise<boolean> {
  const estimated = await estimatedDuration(bytes, from, MP3_SYNTAX);
  return Math.abs(stated - estimated) < Math.max(1, stated * LARGEST_DOUBT);
}

/** Whether frames follow behind a place, perhaps behind the tags of a part that was joined. */
async function goesOn(bytes: ByteReader, end: number): Promise<boolean> {
  const start = await behindTags(bytes, end);
  const found = await findFrame(
    bytes,
    { from: start, limit: Math.min(bytes.size, start + TAGS_BETWEEN_BYTES) },
    MP3_SYNTAX,
  );
  return found >= 0 && (await startsFrames(bytes, found, MP3_SYNTAX)) !== null;
}

async function readInfoFrame(
  bytes: ByteReader,
  start: number,
  first: FrameHeader,
): Promise<InfoFrame | null> {
  const frame = await bytes.read(start, first.bytes);
  if (frame.length < first.bytes || first.samples === 384) return null;
  if (fourCharacters(frame, 36) === 'VBRI' && frame.length >= 54) {
    const view = viewOf(frame);
    return { frames: view.getUint32(50), bytes: view.getUint32(46), delay: 0, padding: 0 };
  }
  const mono = first.numberOfChannels === 1;
  const sideInfo = first.samples === 1152 ? (mono ? 17 : 32) : mono ? 9 : 17;
  const protection = ((frame[1] ?? 0) & 1) === 0 ? 2 : 0;
  for (const at of [4 + sideInfo, 4 + sideInfo + protection]) {
    if (at + 16 <= frame.length && /^(Xing|Info)$/.test(fourCharacters(frame, at)))
      return readXing(frame, at);
  }
  return null;
}

function readXing(frame: Uint8Array, start: number): InfoFrame {
  const view = viewOf(frame);
  const flags = view.getUint32(start + 4);
  let at = start + 8;
  const info: InfoFrame = { frames: null, bytes: null, delay: 0, padding: 0 };
  if (flags & 1) {
    info.frames = view.getUint32(at);
    at += 4;
  }
  if (flags & 2) {
    info.bytes = view.getUint32(at);
    at += 4;
  }
  if (flags & 4) at += 100;
  if (flags & 8) at += 4;
  if (at + 24 <= frame.length && /^(LAME|Lavf|Lavc)$/.test(fourCharacters(frame, at))) {
    const [high = 0, middle = 0, low = 0] = frame.subarray(at + 21, at + 24);
    info.delay = (high << 4) | (middle >> 4);
    info.padding = ((middle & 15) << 8) | low;
  }
  return info;
}
