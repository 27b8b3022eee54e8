import type { AudioPacket } from '../../../media/audio-track.ts';
import { DecoderGaveUp } from './decoder-gave-up.ts';
import type { PacketQueue } from './packet-queue.ts';
import type { PcmBlock } from './pcm-block.ts';
import { SoundClock } from './sound-clock.ts';

/** Maximum packets queued in the decoder: enough to keep it busy, few enough to limit memory. */
const MAX_AHEAD = 24;
/** A packet this far from the end of the previous one starts a new stretch: packets were lost in between. */
const GAP_SECONDS = 0.2;
/** After this many undecodable packets in a row, skips in ever larger steps. */
const PATIENCE_PACKETS = 32;
const MAX_SKIP_PACKETS = 64;

/** A decoder that does not respond for this long counts as dead: WebKit's dies for some codecs. */
const SILENT_MS = 20_000;

/** Whether this browser claims to decode such a stream. */
export async function isDecodable(config: AudioDecoderConfig): Promise<boolean> {
  if (typeof AudioDecoder === 'undefined') return false;
  return AudioDecoder.isConfigSupported(config).then(
    (answer) => answer.supported === true,
    () => false,
  );
}

interface WebCodecsOptions {
  config: AudioDecoderConfig;
  /** Whether to leave the first 32 packets, all rejected, to another decoder rather than treat them as damaged. */
  mayGiveUp: () => Promise<boolean>;
}

/**
 * Decodes packets into PCM. A packet that the decoder rejects is skipped, so that the timestamps show a gap. Throws
 * DecoderGaveUp if the decoder falls silent or rejects everything from the start.
 */
export async function* decodeWithWebCodecs(
  queue: PacketQueue,
  { config, mayGiveUp }: WebCodecsOptions,
): AsyncGenerator<PcmBlock, void, undefined> {
  let failures = 0;
  /** All rejected packets while there is no audio yet; null once there is, or once they are known to be damaged. */
  let refused: AudioPacket[] | null = [];
  for (let first = await queue.next(); first; first = await queue.next()) {
    const stretch = new Stretch(config, first.timestamp);
    try {
      for await (const block of decodeStretch(stretch, first, queue)) {
        failures = 0;
        refused = null;
        yield block;
      }
    } finally {
      stretch.close();
    }
    if (stretch.silent) {
      throw new DecoderGaveUp(`no answer for ${SILENT_MS / 1000} s`, [
        ...(refused ?? []),
        ...stretch.waiting,
      ]);
    }
    if (!stretch.failed) {
      refused?.push(...stretch.waiting);
      continue;
    }
    // What was fed and gave no sound begins with the packet that was refused.
    failures++;
    const skip = Math.min(MAX_SKIP_PACKETS, 1 + Math.floor(failures / PATIENCE_PACKETS));
    refused?.push(...stretch.waiting.slice(0, skip));
    queue.putBack(stretch.waiting.slice(skip));
    if (refused && failures >= PATIENCE_PACKETS) {
      if (await mayGiveUp()) throw new DecoderGaveUp('every packet was refused', refused);
      refused = null;
    }
  }
  if (refused && refused.length > 0 && (await mayGiveUp())) {
    throw new DecoderGaveUp('every packet was refused', refused);
  }
}

/** Decodes until a gap, the end or a rejected packet. */
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

/** One decoder's work on consecutive packets. */
class Stretch {
  readonly #decoder: AudioDecoder;
  readonly #start: number;
  readonly #blocks: PcmBlock[] = [];
  readonly #clock = new SoundClock();
  #wake: () => void = () => undefined;
  #failed = false;
  #silent = false;
  /** Packets fed that have produced no audio yet, oldest first. */
  readonly waiting: AudioPacket[] = [];
  /** End time of the last packet. */
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

  /** The decoder was awaited and did not respond. */
  get silent(): boolean {
    return this.#silent;
  }

  isContinuedBy(packet: AudioPacket): boolean {
    return Math.abs(packet.timestamp - this.#end) <= GAP_SECONDS;
  }

  /** Feeds one packet to the decoder and waits while its queue is full. */
  async feed(packet: AudioPacket): Promise<void> {
    this.waiting.push(packet);
    this.#end = packet.timestamp + packet.duration;
    try {
      this.#decoder.decode(
        new EncodedAudioChunk({
          type: 'key',
          // Some decoders mishandle negative times.
          timestamp: Math.round((packet.timestamp - this.#start) * 1e6),
          data: packet.data,
        }),
      );
    } catch {
      this.#fail();
    }
    while (!this.#failed && this.#decoder.decodeQueueSize > MAX_AHEAD) await this.#nextSign();
  }

  /** Waits until all fed packets are decoded. */
  async finish(): Promise<void> {
    if (this.#failed) return;
    let flushed = false;
    this.#decoder.flush().then(
      () => {
        flushed = true;
        this.#wake();
      },
      () => this.#fail(),
    );
    while (!flushed && !this.#failed) await this.#nextSign();
  }

  /** Waits for any response of the decoder. */
  async #nextSign(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(() => {
        this.#silent = true;
        this.#fail();
      }, SILENT_MS);
    });
    clearTimeout(timer);
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
    const { numberOfFrames: samples, numberOfChannels, sampleRate } = data;
    const packet = this.waiting.shift();
    const start = this.#start + data.timestamp / 1e6;
    const timestamp = this.#clock.place(packet, start, { samples, sampleRate });
    // For Vorbis, Firefox outputs pieces without samples and refuses to copy from them.
    if (samples > 0) {
      const planes = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(samples);
        data.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      this.#blocks.push({ timestamp, sampleRate, planes });
    }
    data.close();
    this.#wake();
  }
}
