import type { AudioTrack, PcmFormat } from './audio-track.ts';
import type { BlobBytes } from './blob-bytes.ts';
import { damaged, noAudioInFile } from './media-errors.ts';

/** Where a file keeps its PCM, and how it is written. */
export interface PcmLayout {
  container: string;
  extension: string;
  type: string;
  format: PcmFormat;
  numberOfChannels: number;
  sampleRate: number;
  /** First byte of the samples. */
  dataStart: number;
  /** Bytes of samples by the header's word; cut to what the file has. */
  dataBytes: number;
}

const FRAMES_PER_PACKET = 8192;
const MAX_CHANNELS = 255;
const MIN_SAMPLE_RATE = 1000;
const MAX_SAMPLE_RATE = 768_000;

/** pcm-s16, pcm-f32be, alaw …: the names that WebCodecs registers, with `be` where the high byte comes first. */
export function pcmCodecName({ encoding, bytesPerSample, littleEndian }: PcmFormat): string {
  if (encoding === 'alaw' || encoding === 'ulaw') return encoding;
  const letter = { signed: 's', unsigned: 'u', float: 'f' }[encoding];
  return `pcm-${letter}${bytesPerSample * 8}${littleEndian || bytesPerSample === 1 ? '' : 'be'}`;
}

/** Throws 422 where a header's numbers cannot be true. */
export function checkStreamNumbers(container: string, numberOfChannels: number, sampleRate: number): void {
  const possible =
    numberOfChannels >= 1 &&
    numberOfChannels <= MAX_CHANNELS &&
    sampleRate >= MIN_SAMPLE_RATE &&
    sampleRate <= MAX_SAMPLE_RATE;
  if (!possible) {
    throw damaged(
      `The ${container} header is damaged: it specifies ${numberOfChannels} channels at ${sampleRate} Hz.`,
    );
  }
}

/** A track over PCM that lies in one piece. Throws 422 for impossible headers and for no audio. */
export function pcmTrack(bytes: BlobBytes, layout: PcmLayout): AudioTrack {
  const { container, extension, type, format, numberOfChannels, sampleRate, dataStart } = layout;
  checkStreamNumbers(container, numberOfChannels, sampleRate);
  const frameBytes = numberOfChannels * format.bytesPerSample;
  const available = Math.max(0, Math.min(layout.dataBytes, bytes.size - dataStart));
  const frames = Math.floor(available / frameBytes);
  if (frames === 0) throw noAudioInFile();

  return {
    info: {
      container,
      codec: pcmCodecName(format),
      extension,
      type,
      duration: frames / sampleRate,
      numberOfChannels,
      sampleRate,
    },
    coding: { kind: 'pcm', format },
    startTimestamp: 0,
    async *packets() {
      for (let frame = 0; frame < frames; frame += FRAMES_PER_PACKET) {
        const count = Math.min(FRAMES_PER_PACKET, frames - frame);
        const data = await bytes.read(dataStart + frame * frameBytes, count * frameBytes);
        yield { data, timestamp: frame / sampleRate, duration: count / sampleRate };
      }
    },
    dispose: () => undefined,
  };
}
