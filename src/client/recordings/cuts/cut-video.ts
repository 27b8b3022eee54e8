import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  Output,
  StreamTarget,
  VideoSampleSource,
} from 'mediabunny';
import { openExportFile } from '../../../storage/recordings/export-file.ts';
import { copyPictures, firstToCopy } from './copy-pictures.ts';
import { copyParts, type Part, type Placed, READ } from './cut-sound.ts';
import { type CutWay, chooseWay, openTracks } from './cut-way.ts';
import {
  captionPainter,
  encodeBeginning,
  encodePictures,
  encodingTo,
  type OnTime,
} from './encode-pictures.ts';
import { findKeyFrames } from './key-frames.ts';
import type { PaintedCaptions } from './paint-captions.ts';

interface Options {
  signal: AbortSignal;
  /** Called with the share that is written, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Painted into the picture. */
  captions?: PaintedCaptions | undefined;
}

export interface CutVideo {
  blob: Blob;
  /** File name extension, with its dot. */
  extension: string;
}

/** Makes the pictures of one part after the other. */
interface PictureMaker {
  source: VideoSampleSource | EncodedVideoPacketSource;
  /** Degrees by which players rotate the pictures. */
  rotation: 0 | 90 | 180 | 270;
  make(placed: Placed, onTime: OnTime): Promise<void>;
}

/**
 * The parts of a recording one behind the other, as a video. The sound is copied, and so are the pictures if each part begins with a key
 * frame; those of VP8 and VP9 also where only the beginnings of parts must be encoded. Else all pictures are encoded anew: MP4 where the
 * sound can be copied to one, else WebM. The file is written on the disk where the browser lets pages do that, else made in memory. Throws
 * 415 where the browser cannot decode the picture or encode another, or where the sound cannot be copied; the reason of `signal` once it
 * is aborted.
 */
export async function cutVideo(
  file: Blob,
  parts: readonly Part[],
  { signal, onProgress, captions }: Options,
): Promise<CutVideo> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const { picture, sound } = await openTracks(input);
    const way = await chooseWay({ picture, sound }, parts, { isPainted: captions !== undefined });
    const kept = await openExportFile();
    const target = kept ? new StreamTarget(kept.writable, { chunked: true }) : new BufferTarget();
    const output = new Output({ format: way.format, target });
    const pictures =
      way.pictures === 'encoded' ? await encoding(picture, way, captions) : await copying(picture, way);
    output.addVideoTrack(pictures.source, { rotation: pictures.rotation });
    const soundCodec = sound && (await sound.getCodec());
    const packets = soundCodec && new EncodedAudioPacketSource(soundCodec);
    if (packets) output.addAudioTrack(packets);
    await output.start();
    try {
      const all = parts.reduce((sum, { start, end }) => sum + end - start, 0);
      let done = 0;
      for await (const placed of sound && packets ? copyParts(sound, parts, packets) : follow(parts)) {
        await pictures.make(placed, (seconds) => {
          signal.throwIfAborted();
          // Pictures are copied in the order of decoding, in which times go back and forth.
          done = Math.max(done, Math.min(1, seconds / all));
          onProgress?.(done);
        });
      }
      await output.finalize();
    } catch (error) {
      await output.cancel();
      await kept?.remove().catch(console.info);
      throw error;
    }
    const written = kept ? await kept.read() : target instanceof BufferTarget && target.buffer;
    const type = await output.getMimeType();
    return { blob: new Blob(written ? [written] : [], { type }), extension: way.format.fileExtension };
  } finally {
    input.dispose();
  }
}

async function encoding(
  picture: InputVideoTrack,
  { codec }: CutWay,
  captions: PaintedCaptions | undefined,
): Promise<PictureMaker> {
  const source = new VideoSampleSource(encodingTo(codec));
  const painter = captions && (await captionPainter(picture, captions));
  return {
    source,
    // What is painted on is turned already.
    rotation: painter ? 0 : await picture.getRotation(),
    make: (placed, onTime) => encodePictures(picture, placed, { pictures: source, onTime, painter }),
  };
}

/** Copies what it can; what comes before the first key frame of a part is encoded. */
async function copying(picture: InputVideoTrack, { codec }: CutWay): Promise<PictureMaker> {
  const source = new EncodedVideoPacketSource(codec);
  const frames = await findKeyFrames(picture);
  const decoderConfig = await picture.getDecoderConfig();
  const add = (packet: EncodedPacket) => source.add(packet, decoderConfig ? { decoderConfig } : undefined);
  return {
    source,
    rotation: await picture.getRotation(),
    async make({ part, at, to }, onTime) {
      const first = await firstToCopy(frames, part);
      const middle = !first || first.isAtStart ? null : at + first.packet.timestamp - part.start;
      if (!first?.isAtStart) {
        const end = first?.packet.timestamp ?? part.end;
        await encodeBeginning(
          picture,
          { part: { ...part, end }, at, to: Math.min(to, middle ?? to) },
          { codec, add, onTime },
        );
      }
      if (!first || (middle !== null && middle >= to)) return;
      await copyPictures(frames, { part, at, to }, first.packet, async (packet) => {
        onTime(packet.timestamp);
        await add(packet);
      });
    },
  };
}

/** Where parts are in the cut without sound. */
function* follow(parts: readonly Part[]): Generator<Placed> {
  let at = 0;
  for (const part of parts) {
    yield { part, at, to: at + part.end - part.start };
    at += part.end - part.start;
  }
}
