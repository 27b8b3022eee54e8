import {
  type AudioCodec,
  AudioSample,
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  Input,
  type InputAudioTrack,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  StreamTarget,
  WavOutputFormat,
} from 'mediabunny';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { openExportFile } from '../../../storage/recordings/export-file.ts';
import { type Part, READ } from './cut-sound.ts';

/** The sound in place of words. */
export type Mask = 'tone' | 'silence';

export interface MaskOptions {
  mask: Mask;
  signal: AbortSignal;
  /** Called with the share that is written, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** False leaves the picture out. */
  withPicture: boolean;
}

/** A tone of 1 kHz, as broadcasters use it, 20 dB below full scale. */
const TONE_HERTZ = 1000;
const TONE_LEVEL = 0.1;
/** A word begins and ends before and after its times, seconds. */
const AROUND = 0.08;

/** The picture is copied, the sound encoded in its own codec, else Opus, else PCM. Throws 415 if it cannot be decoded. */
export async function maskSound(
  file: Blob,
  stretches: readonly Part[],
  { mask, signal, onProgress, withPicture }: MaskOptions,
): Promise<{ blob: Blob; extension: string }> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const sound = await input.getPrimaryAudioTrack().catch(() => null);
    const picture = withPicture ? await input.getPrimaryVideoTrack() : null;
    if (!sound || !(await sound.canDecode())) throw cannot();
    const { codec, format } = await outputFor(input, sound, picture !== null);
    const kept = await openExportFile();
    const target = kept ? new StreamTarget(kept.writable, { chunked: true }) : new BufferTarget();
    const output = new Output({ format, target });
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      video: picture ? {} : { discard: true },
      audio: { codec, forceTranscode: true, process: (sample) => masked(sample, stretches, mask) },
      showWarnings: false,
    });
    if (!conversion.isValid || conversion.utilizedTracks.length < (picture ? 2 : 1)) throw cannot();
    conversion.onProgress = (fraction) => onProgress?.(fraction);
    const cancel = () => void conversion.cancel();
    signal.addEventListener('abort', cancel);
    try {
      await conversion.execute();
      signal.throwIfAborted();
    } catch (error) {
      await kept?.remove().catch(console.info);
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    const written = kept ? await kept.read() : target instanceof BufferTarget && target.buffer;
    const type = await output.getMimeType();
    return { blob: new Blob(written ? [written] : [], { type }), extension: format.fileExtension };
  } finally {
    input.dispose();
  }
}

const cannot = () =>
  new AppError(
    'unsupported_media',
    msg`The sound of this recording cannot be masked: this browser cannot decode or write it.`,
    { remedy: msg`Cut the words out instead.` },
  );

/** The codec and the container of the result. */
async function outputFor(
  input: Input,
  sound: InputAudioTrack,
  hasPicture: boolean,
): Promise<{ codec: AudioCodec; format: OutputFormat }> {
  const own = await sound.getCodec();
  const shape = {
    numberOfChannels: await sound.getNumberOfChannels(),
    sampleRate: await sound.getSampleRate(),
  };
  const wanted = [...(own ? [own] : []), 'opus' as const];
  let codec: AudioCodec = 'pcm-s16';
  for (const one of wanted.toReversed()) if (await canEncodeAudio(one, shape)) codec = one;
  const container = await input.getFormat();
  if (container === MP4 || container === QTFF) {
    if (!codec.startsWith('pcm-')) return { codec, format: new Mp4OutputFormat() };
  }
  if (hasPicture) return { codec, format: new MkvOutputFormat() };
  if (codec === 'opus' || codec === 'vorbis') return { codec, format: new OggOutputFormat() };
  return codec.startsWith('pcm-')
    ? { codec, format: new WavOutputFormat() }
    : { codec, format: new MkvOutputFormat() };
}

/** A piece of the sound, with the tone or silence in place of what is in a stretch. */
function masked(sample: AudioSample, stretches: readonly Part[], mask: Mask): AudioSample {
  const { sampleRate, numberOfChannels, numberOfFrames, timestamp } = sample;
  const frameAt = (seconds: number) =>
    Math.min(numberOfFrames, Math.max(0, Math.round((seconds - timestamp) * sampleRate)));
  const inside = stretches
    .map(({ start, end }) => [frameAt(start - AROUND), frameAt(end + AROUND)] as const)
    .filter(([from, to]) => to > from);
  if (inside.length === 0) return sample;
  const data = new Float32Array(numberOfFrames * numberOfChannels);
  sample.copyTo(data, { planeIndex: 0, format: 'f32' });
  const first = Math.round(timestamp * sampleRate);
  for (const [from, to] of inside) {
    for (let frame = from; frame < to; frame++) {
      const phase = (2 * Math.PI * TONE_HERTZ * (first + frame)) / sampleRate;
      const value = mask === 'tone' ? TONE_LEVEL * Math.sin(phase) : 0;
      data.fill(value, frame * numberOfChannels, (frame + 1) * numberOfChannels);
    }
  }
  return new AudioSample({ data, format: 'f32', numberOfChannels, sampleRate, timestamp });
}
