import type { LiveParams } from '../../contract/live/live-request.ts';
import type { PcmFormat } from '../../media/audio-track.ts';

/** How a session's bytes are read: interleaved frames, little-endian. */
export interface SoundFormat {
  pcm: PcmFormat;
  channels: number;
  sampleRate: number;
  /** Bytes of one sample of each channel. */
  frameBytes: number;
  bytesPerSecond: number;
}

type SoundParams = Pick<LiveParams, 'encoding' | 'bit_depth' | 'sample_rate' | 'channels'>;

export function soundFormat({ encoding, bit_depth, sample_rate, channels }: SoundParams): SoundFormat {
  const bytesPerSample = encoding === 'wav/pcm' ? bit_depth / 8 : 1;
  const linear = bytesPerSample === 1 ? 'unsigned' : 'signed';
  const name = { 'wav/pcm': linear, 'wav/alaw': 'alaw', 'wav/ulaw': 'ulaw' } as const;
  const frameBytes = bytesPerSample * channels;
  return {
    pcm: { encoding: name[encoding], bytesPerSample, littleEndian: true },
    channels,
    sampleRate: sample_rate,
    frameBytes,
    bytesPerSecond: frameBytes * sample_rate,
  };
}

export const WAV_HEADER_BYTES = 44;
const UNKNOWN_SIZE = 0xffff_ffff;
const TAGS: Record<string, number> = { alaw: 6, ulaw: 7 };

/** The header of a WAVE file with so many bytes of samples; null for one that is not finished: readers take all that follows. */
export function wavHeader(
  { pcm, channels, sampleRate, frameBytes, bytesPerSecond }: SoundFormat,
  dataBytes: number | null,
): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const name = (at: number, text: string) =>
    [...text].forEach((letter, index) => {
      header.setUint8(at + index, letter.charCodeAt(0));
    });
  // What is longer than a header can say is as one that is not finished.
  const size = Math.min(dataBytes ?? UNKNOWN_SIZE, UNKNOWN_SIZE);
  name(0, 'RIFF');
  header.setUint32(4, Math.min(size + WAV_HEADER_BYTES - 8, UNKNOWN_SIZE), true);
  name(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, TAGS[pcm.encoding] ?? 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, bytesPerSecond, true);
  header.setUint16(32, frameBytes, true);
  header.setUint16(34, pcm.bytesPerSample * 8, true);
  name(36, 'data');
  header.setUint32(40, size, true);
  return new Uint8Array(header.buffer);
}
