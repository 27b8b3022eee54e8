import {
  ADTS,
  type AudioCodec,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MkvOutputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
} from 'mediabunny';
import { type CutChapter, writeId3Chapters } from '../../../document/cuts/write-id3-chapters.ts';
import { writeMp4Chapters } from '../../../document/cuts/write-mp4-chapters.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';

/** A stretch of a recording in seconds. */
export interface Part {
  start: number;
  end: number;
}

/** A part, and where it begins and ends in the cut, in seconds. */
export interface Placed {
  part: Part;
  at: number;
  to: number;
}

/** What an edit list needs of a picture. */
export interface Picture {
  /** Pictures in a second, over its beginning. */
  rate: number;
}

/** Containers that are read. */
export const READ = [MP4, QTFF, MP3, WAVE, OGG, FLAC, ADTS, MATROSKA, WEBM];

/** Extensions of containers that have another one without a picture. */
const EXTENSIONS: Record<string, string> = { '.mp4': '.m4a', '.mkv': '.mka' };

/** The usual container of each codec. */
function formatFor(codec: AudioCodec): OutputFormat | null {
  if (codec.startsWith('pcm-')) return new WavOutputFormat();
  switch (codec) {
    case 'mp3':
      return new Mp3OutputFormat();
    case 'aac':
      // Its tags are where chapters are.
      return new Mp4OutputFormat({ metadataFormat: 'udta' });
    case 'flac':
      // A file of its own counts its frames, and would show the places of those that are gone.
      return new MkvOutputFormat();
    case 'opus':
    case 'vorbis':
      return new OggOutputFormat();
    default:
      return null;
  }
}

/** Seconds that the packets of a part may be shorter than it: one at each edge. */
const MOST_MISSING = 0.25;

/** Sample by sample where sound is not packed; else packets are taken whole: 20 to 26 ms of MP3, AAC and Opus, up to 0.1 s of FLAC. */
function slicePcm(
  packet: EncodedPacket,
  { start, end }: Part,
  frameBytes: number,
  rate: number,
): EncodedPacket {
  const frames = packet.data.byteLength / frameBytes;
  const within = (seconds: number) =>
    Math.min(frames, Math.max(0, Math.round((seconds - packet.timestamp) * rate)));
  const [first, last] = [within(start), within(end)];
  return packet.clone({
    data: packet.data.subarray(first * frameBytes, last * frameBytes),
    timestamp: packet.timestamp + first / rate,
    duration: (last - first) / rate,
  });
}

/** Packets after which a rate is known. */
const ENOUGH_PACKETS = 120;

/** The picture of a recording; null if it has none, or none whose container can be read. */
export async function readPicture(file: Blob): Promise<Picture | null> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const track = await input.getPrimaryVideoTrack().catch(() => null);
    return track && { rate: (await track.computePacketStats(ENOUGH_PACKETS)).averagePacketRate };
  } finally {
    input.dispose();
  }
}

/** One part behind the other, without coding anew; MP3 and M4A with chapters. Throws 415 where the container or codec cannot be copied. */
export async function cutSound(
  file: Blob,
  parts: readonly Part[],
  chapters: readonly CutChapter[] = [],
): Promise<{ blob: Blob; extension: string }> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    // What it cannot read, it throws on, here or there.
    const track = await input.getPrimaryAudioTrack().catch(() => null);
    const codec = track && (await track.getCodec());
    const format = codec && formatFor(codec);
    if (!track || !codec || !format?.getSupportedAudioCodecs().includes(codec)) {
      throw new AppError(
        'unsupported_media',
        msg`The sound of this recording cannot be cut: its format cannot be copied.`,
        {
          remedy: msg`Export an edit list instead.`,
        },
      );
    }
    const target = new BufferTarget();
    const output = new Output({ format, target });
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    if (chapters.length > 0) output.setMetadataTags({ raw: { chpl: writeMp4Chapters(chapters) } });
    await output.start();
    for await (const _ of copyParts(track, parts, source));
    await output.finalize();
    const tag = codec === 'mp3' ? writeId3Chapters(chapters) : '';
    return {
      blob: new Blob([tag, target.buffer ?? ''], { type: await output.getMimeType() }),
      extension: EXTENSIONS[format.fileExtension] ?? format.fileExtension,
    };
  } finally {
    input.dispose();
  }
}

/** Copies the packets of each part behind those of the one before; gives each part once its packets are there. */
export async function* copyParts(
  track: InputAudioTrack,
  parts: readonly Part[],
  source: EncodedAudioPacketSource,
): AsyncGenerator<Placed> {
  const codec = await track.getCodec();
  const sink = new EncodedPacketSink(track);
  const config = await track.getDecoderConfig();
  const meta = config ? { decoderConfig: config } : undefined;
  const rate = await track.getSampleRate();
  const isPcm = codec?.startsWith('pcm-') === true;
  const frameBytes = (await track.getNumberOfChannels()) * pcmBytes(codec);
  let at = 0;
  for (const part of parts) {
    const from = at;
    const first = (await sink.getPacket(part.start)) ?? (await sink.getFirstPacket());
    if (!first) break;
    for await (const whole of withDurations(sink.packets(first))) {
      if (whole.timestamp >= part.end) break;
      const packet = isPcm ? slicePcm(whole, part, frameBytes, rate) : whole;
      // A packet that is more outside than inside belongs to what was cut.
      const middle = packet.timestamp + packet.duration / 2;
      if (packet.duration <= 0 || middle < part.start || middle >= part.end) continue;
      await source.add(packet.clone({ timestamp: at }), meta);
      at += packet.duration;
    }
    // Sound that ends before the picture leaves the rest silent.
    if (part.end - part.start - (at - from) > MOST_MISSING) at = from + part.end - part.start;
    yield { part, at: from, to: at };
  }
}

/** WebM does not say how long the last packet of a cluster is: until the next one, or as long as the one before. */
async function* withDurations(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  let last: EncodedPacket | null = null;
  let duration = 0;
  for await (const packet of packets) {
    if (last) {
      duration = last.duration || packet.timestamp - last.timestamp;
      yield last.clone({ duration });
    }
    last = packet;
  }
  if (last) yield last.clone({ duration: last.duration || duration });
}

/** Bytes of a sample, such as 3 in "pcm-s24"; 1 of A-law and µ-law. */
const pcmBytes = (codec: AudioCodec | null): number => {
  const bits = /^pcm-[suf](\d+)/.exec(codec ?? '')?.[1];
  return bits ? Number(bits) / 8 : 1;
};
