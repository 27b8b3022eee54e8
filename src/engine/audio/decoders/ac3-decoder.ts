import {
  AudioSampleSink,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Input,
  MATROSKA,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import type { AudioPacket } from '../../../media/audio-track.ts';
import type { PcmBlock } from './pcm-block.ts';

/** Packets per round: about eight seconds, 9 MB for six channels. */
const PACKETS_PER_ROUND = 256;

interface StreamShape {
  variant: 'ac3' | 'eac3';
  sampleRate: number;
  numberOfChannels: number;
}

/**
 * Decodes AC-3 and E-AC-3 packets with mediabunny's extension. That decodes only tracks of files, so a few packets at
 * a time are wrapped in a small file in memory. Undecodable packets are skipped.
 */
export async function* decodeAc3(
  packets: AsyncGenerator<AudioPacket, void, undefined>,
  shape: StreamShape,
): AsyncGenerator<PcmBlock, void, undefined> {
  // Over a megabyte, and few recordings need it.
  const { registerAc3Decoder } = await import('@mediabunny/ac3');
  registerAc3Decoder();
  let round: AudioPacket[] = [];
  for await (const packet of packets) {
    round.push({ ...packet, data: packet.data.slice() });
    if (round.length < PACKETS_PER_ROUND) continue;
    yield* await decodeRound(round, shape);
    round = [];
  }
  yield* await decodeRound(round, shape);
}

/** Decodes all packets or, if one spoils the round, ever smaller halves of it. */
async function decodeRound(packets: AudioPacket[], shape: StreamShape): Promise<PcmBlock[]> {
  const [first] = packets;
  if (!first) return [];
  try {
    return await decodeFile(await makeFile(packets, shape), first.timestamp);
  } catch {
    if (packets.length === 1) return [];
    const middle = packets.length >> 1;
    return [
      ...(await decodeRound(packets.slice(0, middle), shape)),
      ...(await decodeRound(packets.slice(middle), shape)),
    ];
  }
}

async function makeFile(packets: AudioPacket[], shape: StreamShape): Promise<ArrayBuffer> {
  const { variant, sampleRate, numberOfChannels } = shape;
  const start = packets[0]?.timestamp ?? 0;
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new EncodedAudioPacketSource(variant);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: variant === 'ac3' ? 'ac-3' : 'ec-3', sampleRate, numberOfChannels };
  for (const { data, timestamp, duration } of packets) {
    await source.add(new EncodedPacket(data, 'key', timestamp - start, duration), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The muxer gave no file.');
  return target.buffer;
}

async function decodeFile(file: ArrayBuffer, start: number): Promise<PcmBlock[]> {
  const input = new Input({ source: new BufferSource(file), formats: [MATROSKA] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Error('The muxed packets have no track.');
    const blocks: PcmBlock[] = [];
    for await (const sample of new AudioSampleSink(track).samples()) {
      const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(sample.numberOfFrames);
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      blocks.push({ timestamp: start + sample.timestamp, sampleRate: sample.sampleRate, planes });
      sample.close();
    }
    return blocks;
  } finally {
    input.dispose();
  }
}
