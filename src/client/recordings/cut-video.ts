import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  getFirstEncodableVideoCodec,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QUALITY_HIGH,
  StreamTarget,
  type VideoCodec,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { openExportFile } from '../../storage/recordings/export-file.ts';
import { copyParts, type Part, type Placed, READ } from './cut-sound.ts';
import { type PaintedCaptions, paintCaptions, rowsAt } from './paint-captions.ts';

interface Options {
  signal: AbortSignal;
  /** Told how much is written, from 0 to 1. */
  tell?: (fraction: number) => void;
  /** Painted into the picture. */
  captions?: PaintedCaptions | undefined;
}

export interface CutVideo {
  blob: Blob;
  /** With its dot. */
  extension: string;
}

/** Formats with the codecs of pictures that players of each know, best first. */
const FORMATS: readonly { format: OutputFormat; codecs: VideoCodec[] }[] = [
  { format: new Mp4OutputFormat(), codecs: ['avc', 'vp9', 'av1'] },
  { format: new WebMOutputFormat(), codecs: ['vp9', 'vp8', 'av1'] },
];

const CANNOT_WRITE = msg`This browser cannot write video.`;

const refuse = (text: ReturnType<typeof msg>): never => {
  throw new AppError('unsupported_media', text, {
    remedy: msg`Export an edit list instead, or the cut as an audio file.`,
  });
};

/**
 * The parts of a recording one behind the other, as a video: MP4 where its sound can be copied to one, else WebM. The sound is copied;
 * pictures are encoded anew, since hardly any part begins with a key frame. The file is written on the disk where the browser lets pages do
 * that, else made in memory. Throws 415 where the browser cannot decode the picture or encode another, or where the sound cannot be
 * copied; what `signal` says once it is aborted.
 */
export async function cutVideo(
  file: Blob,
  parts: readonly Part[],
  { signal, tell, captions }: Options,
): Promise<CutVideo> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const picture = await input.getPrimaryVideoTrack().catch(() => null);
    if (!picture) return refuse(msg`This recording has no picture that can be cut.`);
    if (!(await picture.canDecode())) {
      return refuse(msg`This browser cannot decode the picture of this recording.`);
    }
    const sound = await input.getPrimaryAudioTrack().catch(() => null);
    const { format, codec } = await chooseFormat(picture, sound);
    const kept = await openExportFile();
    const target = kept ? new StreamTarget(kept.writable, { chunked: true }) : new BufferTarget();
    const output = new Output({ format, target });
    const pictures = new VideoSampleSource({
      codec,
      quality: QUALITY_HIGH,
      sizeChangeBehavior: 'contain',
    });
    const painter = captions && (await captionPainter(picture, captions));
    // What is painted on is turned already.
    output.addVideoTrack(pictures, { rotation: painter ? 0 : await picture.getRotation() });
    const soundCodec = sound && (await sound.getCodec());
    const packets = soundCodec && new EncodedAudioPacketSource(soundCodec);
    if (packets) output.addAudioTrack(packets);
    await output.start();
    try {
      const all = parts.reduce((sum, { start, end }) => sum + end - start, 0);
      let at = 0;
      for await (const placed of sound && packets ? copyParts(sound, parts, packets) : follow(parts)) {
        await addPictures(picture, placed, pictures, painter, (done) => {
          signal.throwIfAborted();
          tell?.(Math.min(1, (at + done) / all));
        });
        at = placed.to;
      }
      await output.finalize();
    } catch (error) {
      await output.cancel();
      await kept?.remove().catch(console.info);
      throw error;
    }
    const written = kept ? await kept.read() : target instanceof BufferTarget && target.buffer;
    const type = await output.getMimeType();
    return { blob: new Blob(written ? [written] : [], { type }), extension: format.fileExtension };
  } finally {
    input.dispose();
  }
}

type Painter = (sample: VideoSample) => VideoSample;

/** Paints the captions of its time into a picture. */
async function captionPainter(
  picture: InputVideoTrack,
  { cues, style }: PaintedCaptions,
): Promise<Painter | undefined> {
  const size = { width: await picture.getDisplayWidth(), height: await picture.getDisplayHeight() };
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  return context
    ? (sample) => {
        sample.draw(context, 0, 0, size.width, size.height);
        paintCaptions(context, size, rowsAt(cues, sample.timestamp), style);
        return new VideoSample(canvas, { timestamp: sample.timestamp, duration: sample.duration });
      }
    : undefined;
}

/** A format that holds the sound as it is, and a codec of it that this browser encodes. */
async function chooseFormat(picture: InputVideoTrack, sound: InputAudioTrack | null) {
  const soundCodec = sound && (await sound.getCodec());
  const fitting = FORMATS.filter(
    ({ format }) => !sound || (soundCodec && format.getSupportedAudioCodecs().includes(soundCodec)),
  );
  if (fitting.length === 0)
    return refuse(msg`The sound of this recording cannot be cut: its format cannot be copied.`);
  if (!('VideoEncoder' in globalThis)) return refuse(CANNOT_WRITE);
  const size = { width: await picture.getCodedWidth(), height: await picture.getCodedHeight() };
  for (const { format, codecs } of fitting) {
    const codec = await getFirstEncodableVideoCodec(codecs, { ...size, quality: QUALITY_HIGH });
    if (codec) return { format, codec };
  }
  return refuse(CANNOT_WRITE);
}

/** Where parts lie in the cut without sound. */
function* follow(parts: readonly Part[]): Generator<Placed> {
  let at = 0;
  for (const part of parts) {
    yield { part, at, to: at + part.end - part.start };
    at += part.end - part.start;
  }
}

/** Encodes the pictures of a part. They begin and end with its sound, so that both stay together over any number of cuts. */
async function addPictures(
  picture: InputVideoTrack,
  { part, at, to }: Placed,
  pictures: VideoSampleSource,
  painter: Painter | undefined,
  tell: (seconds: number) => void,
): Promise<void> {
  let isFirst = true;
  for await (const sample of new VideoSampleSink(picture).samples(part.start, part.end)) {
    const shown = painter?.(sample) ?? sample;
    try {
      const begin = at + Math.max(0, sample.timestamp - part.start);
      if (begin >= to) break;
      tell(begin - at);
      shown.setTimestamp(begin);
      shown.setDuration(Math.min(sample.duration, to - begin));
      await pictures.add(shown, { keyFrame: isFirst });
      isFirst = false;
    } finally {
      sample.close();
      if (shown !== sample) shown.close();
    }
  }
}
