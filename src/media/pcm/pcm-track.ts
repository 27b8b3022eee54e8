import { msg } from '../../lib/errors/msg.ts';
import type { AudioCoding, AudioTrack, BlockFormat, PcmFormat } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { damaged, noAudioInFile } from '../media-errors.ts';
import { floatScaled } from './float-scale.ts';

/** Location and format of a file's PCM. */
export interface PcmLayout {
  container: string;
  extension: string;
  type: string;
  format: PcmFormat | BlockFormat;
  numberOfChannels: number;
  sampleRate: number;
  /** First byte of the samples. */
  dataStart: number;
  /** Bytes of samples according to the header, limited to the file's size. */
  dataBytes: number;
}

const FRAMES_PER_PACKET = 8192;
const MAX_CHANNELS = 255;
const MIN_SAMPLE_RATE = 1000;
const MAX_SAMPLE_RATE = 768_000;
const GSM_BLOCK_BYTES = 65;

/** pcm-s16, pcm-f32be, alaw …: the names registered for WebCodecs, plus `be` for big-endian. */
export function pcmCodecName({ encoding, bytesPerSample, littleEndian }: PcmFormat): string {
  if (encoding === 'alaw' || encoding === 'ulaw') return encoding;
  const letter = { signed: 's', unsigned: 'u', float: 'f' }[encoding];
  return `pcm-${letter}${bytesPerSample * 8}${littleEndian || bytesPerSample === 1 ? '' : 'be'}`;
}

/** Throws 422 if a header's numbers are impossible. */
export function checkStreamNumbers(container: string, numberOfChannels: number, sampleRate: number): void {
  const possible =
    numberOfChannels >= 1 &&
    numberOfChannels <= MAX_CHANNELS &&
    sampleRate >= MIN_SAMPLE_RATE &&
    sampleRate <= MAX_SAMPLE_RATE;
  if (!possible) {
    throw damaged(
      msg`The ${container} header is damaged: it specifies ${numberOfChannels} channels at ${sampleRate} Hz.`,
    );
  }
}

/** Floats have four or eight bytes. */
export const isFloatSize = (bytes: number): boolean => bytes === 4 || bytes === 8;

/**
 * Bytes of a sample in one channel. Only samples of 17 to 31 bits are in more bytes than they need; with 8, 16 and 32 the bits are
 * believed, because web recorders write a wrong block size.
 */
export function sampleBytes(bits: number, perChannel: number): number {
  const needed = Math.ceil(bits / 8);
  const isPossible = Number.isInteger(perChannel) && perChannel >= 1 && perChannel <= 8;
  const isExact = bits === 8 || bits === 16 || bits === 32 || bits === 64;
  return isPossible && !isExact && perChannel >= needed
    ? perChannel
    : needed || (isPossible ? perChannel : 0);
}

/** Samples of each channel in a block, which has a header for each; below 1 if it is shorter than these. */
function framesInBlock({ coder, blockBytes }: BlockFormat, channels: number): number {
  if (coder === 'gsm') return blockBytes === GSM_BLOCK_BYTES && channels === 1 ? 320 : 0;
  const [header, frames] = coder === 'adpcm-ms' ? [7, 2] : [4, 1];
  return Math.floor(((blockBytes / channels - header) * 8) / 4) + frames;
}

/** A track over contiguous PCM, or over blocks. Throws 422 for impossible headers and for no audio. */
export async function pcmTrack(bytes: ByteReader, layout: PcmLayout): Promise<AudioTrack> {
  const { container, extension, type, format: stated, numberOfChannels, sampleRate, dataStart } = layout;
  checkStreamNumbers(container, numberOfChannels, sampleRate);
  const unitBytes = 'coder' in stated ? stated.blockBytes : numberOfChannels * stated.bytesPerSample;
  const unitFrames = 'coder' in stated ? framesInBlock(stated, numberOfChannels) : 1;
  if (unitFrames < 1)
    throw damaged(msg`The WAV file is damaged: it contains no frames of the codec that its header states.`);
  const available = Math.max(0, Math.min(layout.dataBytes, bytes.size - dataStart));
  const units = Math.floor(available / unitBytes);
  if (units === 0) throw noAudioInFile();
  const coding: AudioCoding =
    'coder' in stated
      ? { kind: 'blocks', format: stated }
      : { kind: 'pcm', format: await floatScaled(bytes, dataStart, units * unitBytes, stated) };
  const packetUnits = Math.max(1, Math.floor(FRAMES_PER_PACKET / unitFrames));
  const secondsOf = (count: number) => (count * unitFrames) / sampleRate;

  return {
    info: {
      container,
      codec: coding.kind === 'pcm' ? pcmCodecName(coding.format) : coding.format.coder,
      extension,
      type,
      duration: secondsOf(units),
      numberOfChannels,
      sampleRate,
    },
    coding,
    startTimestamp: 0,
    async *packets() {
      for (let unit = 0; unit < units; unit += packetUnits) {
        const count = Math.min(packetUnits, units - unit);
        const data = await bytes.read(dataStart + unit * unitBytes, count * unitBytes);
        yield { data, timestamp: secondsOf(unit), duration: secondsOf(count) };
      }
    },
    dispose: () => undefined,
  };
}
