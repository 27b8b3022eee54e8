import {
  BlobSource,
  canEncodeVideo,
  getFirstEncodableVideoCodec,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  type OutputFormat,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { beginWithKeyFrames, type MovedParts, moveToKeyFrames } from './copy-pictures.ts';
import { type Part, READ } from './cut-sound.ts';
import { findKeyFrames } from './key-frames.ts';

/** How a cut is made, and into which format. */
export interface CutWay {
  /** All copied; copied but for the encoded beginnings of parts; or all encoded. */
  pictures: 'copied' | 'joined' | 'encoded';
  format: OutputFormat;
  codec: VideoCodec;
}

/** What can be chosen for a recording. */
export interface CutPlan {
  /** How pictures are made if parts begin where they should; null if they cannot be. */
  exact: CutWay['pictures'] | null;
  /** Whether captions can be painted in. */
  canPaint: boolean;
  /** The parts from key frames on, which can be copied; null if they cannot be. */
  moved: MovedParts | null;
  /** Size of the picture as it is shown, pixels. */
  size: { width: number; height: number };
}

interface Tracks {
  picture: InputVideoTrack;
  sound: InputAudioTrack | null;
}

/** Formats with the codecs of pictures that players of each have, best first. */
const FORMATS: readonly { format: OutputFormat; codecs: VideoCodec[] }[] = [
  { format: new Mp4OutputFormat(), codecs: ['avc', 'vp9', 'av1'] },
  { format: new WebMOutputFormat(), codecs: ['vp9', 'vp8', 'av1'] },
];
/** The same for pictures that are copied: a user who has such a file can play it. */
const COPIED: typeof FORMATS = [
  { format: new WebMOutputFormat(), codecs: ['vp9', 'vp8', 'av1'] },
  { format: new Mp4OutputFormat(), codecs: ['avc', 'hevc', 'vp9', 'av1'] },
];
/** Codecs whose key frames contain all that a decoder needs, so that pictures of two encoders can follow each other. */
const JOINED = /^vp8|^vp09\.00\./;

const CANNOT_WRITE = msg`This browser cannot write video.`;

const refuse = (text: ReturnType<typeof msg>): never => {
  throw new AppError('unsupported_media', text, {
    remedy: msg`Export an edit list instead, or the cut as an audio file.`,
  });
};

/** The picture and the sound of a recording. Throws 415 if it has no picture. */
export async function openTracks(input: Input): Promise<Tracks> {
  const picture = await input.getPrimaryVideoTrack().catch(() => null);
  if (!picture) return refuse(msg`This recording has no picture that can be cut.`);
  return { picture, sound: await input.getPrimaryAudioTrack().catch(() => null) };
}

/** The way that encodes least. Throws 415 if there is none. */
export async function chooseWay(
  tracks: Tracks,
  parts: readonly Part[],
  { isPainted }: { isPainted: boolean },
): Promise<CutWay> {
  const copied = isPainted ? null : await wayToCopy(tracks);
  if (copied && (await beginWithKeyFrames(await findKeyFrames(tracks.picture), parts))) return copied;
  if (copied && (await canJoin(tracks.picture, copied.codec))) return { ...copied, pictures: 'joined' };
  return wayToEncode(tracks);
}

/** What can be chosen for a recording. What is hidden does not come back where parts move. */
export async function planCut(file: Blob, parts: readonly Part[], hidden: readonly Part[]): Promise<CutPlan> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const tracks = await openTracks(input);
    const orNull = (way: Promise<CutWay>) => way.then(({ pictures }) => pictures).catch(() => null);
    const canCopy = (await wayToCopy(tracks)) !== null;
    return {
      exact: await orNull(chooseWay(tracks, parts, { isPainted: false })),
      canPaint: (await orNull(wayToEncode(tracks))) !== null,
      moved: canCopy ? await moveToKeyFrames(await findKeyFrames(tracks.picture), parts, hidden) : null,
      size: {
        width: await tracks.picture.getDisplayWidth(),
        height: await tracks.picture.getDisplayHeight(),
      },
    };
  } finally {
    input.dispose();
  }
}

async function wayToCopy({ picture, sound }: Tracks): Promise<CutWay | null> {
  const codec = await picture.getCodec();
  const fitting = codec && (await fittingSound(COPIED, sound)).find(({ codecs }) => codecs.includes(codec));
  return fitting ? { pictures: 'copied', format: fitting.format, codec } : null;
}

/** A format that holds the sound as it is, and a codec of it that this browser encodes. */
async function wayToEncode({ picture, sound }: Tracks): Promise<CutWay> {
  const fitting = await fittingSound(FORMATS, sound);
  if (fitting.length === 0)
    return refuse(msg`The sound of this recording cannot be cut: its format cannot be copied.`);
  if (!(await picture.canDecode())) {
    return refuse(msg`This browser cannot decode the picture of this recording.`);
  }
  if (!('VideoEncoder' in globalThis)) return refuse(CANNOT_WRITE);
  const size = await encodedSize(picture);
  for (const { format, codecs } of fitting) {
    const codec = await getFirstEncodableVideoCodec(codecs, size);
    if (codec) return { pictures: 'encoded', format, codec };
  }
  return refuse(CANNOT_WRITE);
}

async function canJoin(picture: InputVideoTrack, codec: VideoCodec): Promise<boolean> {
  return (
    JOINED.test((await picture.getDecoderConfig())?.codec ?? '') &&
    'VideoEncoder' in globalThis &&
    (await picture.canDecode()) &&
    canEncodeVideo(codec, await encodedSize(picture))
  );
}

const encodedSize = async (picture: InputVideoTrack) => ({
  width: await picture.getCodedWidth(),
  height: await picture.getCodedHeight(),
  quality: QUALITY_HIGH,
});

async function fittingSound(formats: typeof FORMATS, sound: InputAudioTrack | null) {
  const codec = sound && (await sound.getCodec());
  return formats.filter(
    ({ format }) => !sound || (codec && format.getSupportedAudioCodecs().includes(codec)),
  );
}
