import type { AudioPacket } from '../audio-track.ts';

/** Samples of a packet, at least about: encoders take a few times as many at most. */
const PACKET_SAMPLES: Readonly<Record<string, number>> = {
  aac: 1024,
  mp3: 1152,
  alac: 4096,
  flac: 4096,
  opus: 960,
  ac3: 1536,
  eac3: 1536,
};
/** No encoder takes so many times as many: the clock counts in another unit. */
const LEAST_STRETCH = 50;

/**
 * By which power of ten a clock makes the first packets of a track too long, as where thousandths were taken for
 * millionths; 1 for one that can be right.
 */
export function clockStretch(
  packets: readonly Pick<AudioPacket, 'duration'>[],
  codec: string,
  sampleRate: number,
): number {
  const samples = PACKET_SAMPLES[codec];
  if (!samples || packets.length === 0) return 1;
  const least = Math.min(...packets.map(({ duration }) => duration));
  const stretch = (least * sampleRate) / samples;
  return stretch < LEAST_STRETCH ? 1 : 10 ** Math.round(Math.log10(stretch));
}

/** Packets on a clock that runs so many times slower. */
export async function* onClock(
  packets: AsyncGenerator<AudioPacket, void, undefined>,
  stretch: number,
): AsyncGenerator<AudioPacket, void, undefined> {
  for await (const { data, timestamp, duration } of packets) {
    yield { data, timestamp: timestamp / stretch, duration: duration / stretch };
  }
}
