import type { AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import type { FrameHeader } from './frame-header.ts';
import { type FrameSyntax, frameStreamDuration, frameTrack } from './frame-stream.ts';

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/** AAC in ADTS frames (ISO/IEC 13818-7). Channel configuration 0, which defers to the frame, is taken as stereo. */
export const ADTS_SYNTAX: FrameSyntax = {
  headerBytes: 7,
  read(bytes, at): FrameHeader | null {
    if (at + 7 > bytes.length) return null;
    const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0] = bytes.subarray(at, at + 7);
    if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return null;
    const sampleRate = SAMPLE_RATES[(b2 >> 2) & 15];
    const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
    if (sampleRate === undefined || length < 8) return null;
    const configuration = ((b2 & 1) << 2) | (b3 >> 6);
    const numberOfChannels = configuration === 7 ? 8 : configuration === 0 ? 2 : configuration;
    return { bytes: length, samples: 1024 * ((b6 & 3) + 1), sampleRate, numberOfChannels };
  },
};

export async function openAdts(bytes: ByteReader, start: number, first: FrameHeader): Promise<AudioTrack> {
  const { sampleRate, numberOfChannels } = first;
  return {
    info: {
      container: 'adts',
      codec: 'aac',
      extension: 'aac',
      type: 'audio/aac',
      duration: await frameStreamDuration(bytes, start, ADTS_SYNTAX),
      numberOfChannels,
      sampleRate,
    },
    // Without a description WebCodecs reads the ADTS headers itself.
    coding: { kind: 'webcodecs', config: { codec: 'mp4a.40.2', sampleRate, numberOfChannels } },
    startTimestamp: 0,
    ...frameTrack(bytes, start, ADTS_SYNTAX),
    dispose: () => undefined,
  };
}
