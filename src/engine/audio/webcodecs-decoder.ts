import { AppError } from '../../lib/errors.ts';
import type { AudioPacket } from '../../media/audio-track.ts';
import type { PcmBlock } from './pcm-block.ts';

/** Packets given to the decoder ahead of its output: enough to keep it busy, little enough to stay in memory. */
const MAX_AHEAD = 24;
/** A packet this far from where the last one ended begins a new stretch: packets were lost between. */
const GAP_SECONDS = 0.2;
/** Sound that is this far behind the time of its packet shows that a packet was lost before it. */
const DRIFT_SECONDS = 0.035;
/** A stream whose times fall behind its sound by more than this counts from there on. */
const MAX_LEAD_SECONDS = 1;
/** After so many packets in a row that cannot be decoded, ever larger steps are skipped. */
const PATIENCE_PACKETS = 32;
const MAX_SKIP_PACKETS = 64;

/** Throws 415 where this browser does not decode the codec. */
export async function requireDecodable(config: AudioDecoderConfig): Promise<void> {
  const supported = await AudioDecoder.isConfigSupported(config).then(
    (answer) => answer.supported === true,
    () => false,
  );
  if (!supported) {
    throw new AppError(
      'unsupported_media',
      `This browser cannot decode ${config.codec} with ${config.numberOfChannels} channels at ${config.sampleRate} Hz. Convert the recording to WAV or FLAC, or use another browser.`,
    );
  }
}

/**
 * Coded packets → PCM. A packet that the decoder refuses is left out and decoding goes on behind it; the timestamps
 * then show the gap.
 */
export async function* decodeWithWebCodecs(
  packets: AsyncGenerator<AudioPacket, void, undefined>,
  config: AudioDecoderConfig,
): AsyncGenerator<PcmBlock, void, undefined> {
  const queue = new PacketQueue(packets);
  let failures = 0;
  try {
    for (let first = await queue.next(); first; first = await queue.next()) {
      const stretch = new Stretch(config, first.timestamp);
      try {
        for await (const block of decodeStretch(stretch, first, queue)) {
          failures = 0;
          yield block;
        }
      } finally {
        stretch.close();
      }
      if (stretch.failed) {
        // What was fed and gave no sound begins with the packet that was refused.
        failures++;
        const skip = Math.min(MAX_SKIP_PACKETS, 1 + Math.floor(failures / PATIENCE_PACKETS));
        queue.putBack(stretch.waiting.slice(skip));
      }
    }
  } finally {
    await packets.return();
  }
}

/** Decodes until a gap, the end, or a packet that is refused. */
async function* decodeStretch(
  stretch: Stretch,
  first: AudioPacket,
  queue: PacketQueue,
): AsyncGenerator<PcmBlock, void, undefined> {
  let packet: AudioPacket | null = first;
  while (packet && !stretch.failed && stretch.isContinuedBy(packet)) {
    await stretch.feed(packet);
    yield* stretch.take();
    packet = await queue.next();
  }
  if (packet) queue.putBack([packet]);
  await stretch.finish();
  yield* stretch.take();
}

/** Packets in order, some of them for a second time. */
class PacketQueue {
  #again: AudioPacket[] = [];

  constructor(readonly packets: AsyncGenerator<AudioPacket, void, undefined>) {}

  /** The packet with its own copy of the bytes: readers reuse their buffers. */
  async next(): Promise<AudioPacket | null> {
    const again = this.#again.shift();
    if (again) return again;
    const next = await this.packets.next();
    if (next.done) return null;
    const { data, timestamp, duration } = next.value;
    return { data: data.slice(), timestamp, duration };
  }

  putBack(packets: AudioPacket[]): void {
    this.#again.unshift(...packets);
  }
}

/** One decoder's work on packets that follow each other without a gap. */
class Stretch {
  readonly #decoder: AudioDecoder;
  readonly #start: number;
  readonly #blocks: PcmBlock[] = [];
  /** Samples given out, and the time of the first of them; the rate may change on the way. */
  #position: number | null = null;
  /** How far the sound was ahead of the times of its packets, at first. */
  #lead = 0;
  #wake: () => void = () => undefined;
  #failed = false;
  /** Packets fed of which nothing was heard yet, oldest first. */
  readonly waiting: AudioPacket[] = [];
  /** Where the last packet ends. */
  #end: number;

  constructor(config: AudioDecoderConfig, start: number) {
    this.#start = start;
    this.#end = start;
    this.#decoder = new AudioDecoder({
      output: (data) => this.#receive(data),
      error: () => this.#fail(),
    });
    this.#decoder.addEventListener('dequeue', () => this.#wake());
    this.#decoder.configure(config);
  }

  get failed(): boolean {
    return this.#failed;
  }

  isContinuedBy(packet: AudioPacket): boolean {
    return Math.abs(packet.timestamp - this.#end) <= GAP_SECONDS;
  }

  /** Gives one packet to the decoder, and waits while it is busy with many. */
  async feed(packet: AudioPacket): Promise<void> {
    this.waiting.push(packet);
    this.#end = packet.timestamp + packet.duration;
    try {
      this.#decoder.decode(
        new EncodedAudioChunk({
          type: 'key',
          // Some decoders do not understand times below zero.
          timestamp: Math.round((packet.timestamp - this.#start) * 1e6),
          data: packet.data,
        }),
      );
    } catch {
      this.#fail();
    }
    while (!this.#failed && this.#decoder.decodeQueueSize > MAX_AHEAD) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits until everything that was fed is decoded. */
  async finish(): Promise<void> {
    if (!this.#failed) await this.#decoder.flush().catch(() => this.#fail());
  }

  take(): PcmBlock[] {
    return this.#blocks.splice(0);
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close();
  }

  #fail(): void {
    this.#failed = true;
    this.#wake();
  }

  #receive(data: AudioData): void {
    const { numberOfFrames, numberOfChannels, sampleRate } = data;
    const packet = this.waiting.shift();
    const position = this.#follow(packet, data.timestamp / 1e6);
    const planes = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(numberOfFrames);
      data.copyTo(plane, { planeIndex, format: 'f32-planar' });
      return plane;
    });
    data.close();
    if (numberOfFrames > 0) this.#blocks.push({ timestamp: position, sampleRate, planes });
    this.#position = position + numberOfFrames / sampleRate;
    this.#wake();
  }

  /**
   * Where the next sound belongs. Decoders number their output on from the first packet, whatever the times of later
   * ones are: samples are counted, and the packets' own times only tell that something is missing.
   */
  #follow(packet: AudioPacket | undefined, decoderSeconds: number): number {
    if (this.#position === null) {
      const start = this.#start + decoderSeconds;
      this.#lead = packet ? start - packet.timestamp : 0;
      return start;
    }
    const behind = packet ? packet.timestamp + this.#lead - this.#position : 0;
    if (behind < -MAX_LEAD_SECONDS) this.#lead -= behind;
    return behind > DRIFT_SECONDS ? this.#position + behind : this.#position;
  }
}
