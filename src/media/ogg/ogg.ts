import { msg } from '../../lib/errors/msg.ts';
import type { AudioPacket, AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { type Candidate, chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { checkStreamNumbers } from '../pcm/pcm-track.ts';
import { type OggCodec, oggCodec } from './ogg-codec.ts';
import { findCapture, type OggPage, oggPages } from './ogg-pages.ts';

const TAIL_BYTES = 1024 * 1024;
const HEAD_PAGES = 64;
/** Packets of unknown duration are assumed to be average; only more than this is a gap. */
const GAP_SECONDS = 0.25;

interface OggStream extends Candidate {
  serial: number;
  codec: OggCodec;
}

/**
 * An audio stream of an Ogg file: Opus (RFC 7845), Vorbis, FLAC. Not read by mediabunny, which rejects
 * truncated files and ignores pages with a wrong checksum. Where another file is chained behind it, packets end there.
 */
export async function openOgg(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const streams = await findStreams(bytes);
  const { chosen, choice } = chooseTrack(streams, streams.length, trackNumber);
  const { serial, codec } = chosen;
  checkStreamNumbers('Ogg', codec.config.numberOfChannels, codec.config.sampleRate);
  let first: AudioPacket | null = null;
  for await (const packet of oggPackets(bytes, serial, codec)) {
    first = { ...packet };
    break;
  }
  if (!first) throw noAudioInFile();
  const startTimestamp = Math.max(0, first.timestamp);
  const end = await lastGranule(bytes, serial);
  const duration = end === null ? 0 : codec.seconds(end) - startTimestamp;
  let endsAt: number | null = null;
  let joinedAt: number | null = null;
  return {
    info: {
      container: 'ogg',
      codec: codec.name,
      extension: 'ogg',
      type: 'audio/ogg',
      duration: duration > 0 ? duration : null,
      numberOfChannels: codec.config.numberOfChannels,
      sampleRate: codec.config.sampleRate,
    },
    coding: { kind: 'webcodecs', config: codec.config },
    startTimestamp,
    isByClock: true,
    ...(choice && { choice }),
    packets: () =>
      oggPackets(bytes, serial, codec, {
        onEnd: (timestamp) => {
          endsAt = timestamp;
        },
        onJoined: (position) => {
          joinedAt = position;
        },
      }),
    endsAt: () => endsAt,
    joinedAt: () => joinedAt,
    dispose: () => undefined,
  };
}

/** Reads the start of the file until every stream of it, if possible, has provided everything that its decoder needs. */
async function findStreams(bytes: ByteReader): Promise<OggStream[]> {
  const starts = new Map<number, { collector: PacketCollector; packets: Uint8Array[] }>();
  const found: OggStream[] = [];
  let pages = 0;
  let foreign: string | null = null;
  for await (const page of oggPages(bytes, 0)) {
    // All streams begin before the rest of any of them.
    const isRest = found.length > 0 && !page.isFirst;
    if ((isRest && found.length === starts.size) || ++pages > HEAD_PAGES) break;
    const start = starts.get(page.serial) ?? { collector: new PacketCollector(), packets: [] };
    starts.set(page.serial, start);
    if (found.some(({ serial }) => serial === page.serial)) continue;
    start.packets.push(...start.collector.add(page).map((packet) => packet.slice()));
    const codec = oggCodec(start.packets);
    if (typeof codec === 'string') foreign = codec;
    else if (codec) {
      const number = found.length + 1;
      found.push({ serial: page.serial, codec, number, isPreferred: true, seconds: null });
    }
  }
  if (found.length > 0) return found;
  if (foreign) throw undecodable(foreign);
  if (starts.size > 0) throw damaged(msg`The file has no audio track or its beginning is damaged.`);
  throw damaged(msg`The file is damaged: its Ogg pages cannot be read.`);
}

interface PacketEvents {
  /** Before the last page's packets, whose sound may be longer. */
  onEnd?: (timestamp: number) => void;
  onJoined?: (position: number) => void;
}

/** Packets of sound, up to where another file begins. */
async function* oggPackets(
  bytes: ByteReader,
  serial: number,
  codec: OggCodec,
  { onEnd, onJoined }: PacketEvents = {},
): AsyncGenerator<AudioPacket, void, undefined> {
  const collector = new PacketCollector();
  const clock = new PageClock(codec);
  let headersLeft = codec.headers;
  for await (const page of oggPages(bytes, 0)) {
    if (page.isFirst && headersLeft === 0) return onJoined?.(page.position);
    if (page.serial !== serial) continue;
    const packets = collector.add(page);
    const skipped = Math.min(headersLeft, packets.length);
    headersLeft -= skipped;
    yield* clock.time(packets.slice(skipped), page.granule, page.isLast ? onEnd : undefined);
  }
}

/** Joins packets that span pages; drops those with missing parts. */
class PacketCollector {
  #open: Uint8Array | null = null;

  /** Packets that end on this page; views of the page if they are entirely on it. */
  add({ parts, isContinued, isOpen }: OggPage): Uint8Array[] {
    const packets: Uint8Array[] = [];
    let open = isContinued ? this.#open : null;
    this.#open = null;
    for (const [index, part] of parts.entries()) {
      const isLost = index === 0 && isContinued && !open;
      const whole = open ? joined(open, part) : part;
      open = null;
      if (index === parts.length - 1 && isOpen) this.#open = isLost ? null : whole.slice();
      else if (!isLost && whole.length > 0) packets.push(whole);
    }
    return packets;
  }
}

/** Times packets. Each page states the sample at which its last packet ends; lost pages appear as a gap. */
class PageClock {
  #previousEnd = 0;
  #seconds = 0;
  #packets = 0;

  readonly #packetSeconds: (packet: Uint8Array) => number | null;

  constructor(readonly codec: OggCodec) {
    this.#packetSeconds = codec.packetTimer();
  }

  /** @param onEnd called, for the last page, with the end of its sound, if that is in its packets */
  *time(
    packets: Uint8Array[],
    granule: number,
    onEnd?: PacketEvents['onEnd'],
  ): Generator<AudioPacket, void, undefined> {
    if (packets.length === 0) return;
    const lengths = this.#lengths(packets, granule);
    const length = lengths.reduce((sum, seconds) => sum + seconds, 0);
    const isFirst = this.#packets === 0;
    const end = granule >= 0 ? this.codec.seconds(granule) : this.#previousEnd + length;
    // The end of the last page may cut off its last packet, which then seems to start early.
    let timestamp = this.#previousEnd;
    const isGap = end - length > this.#previousEnd + GAP_SECONDS;
    if (isFirst || isGap) timestamp = end - length;
    const isWithin = end > Math.max(0, timestamp) && end <= timestamp + length;
    if (granule >= 0 && isWithin && (isFirst || !isGap)) onEnd?.(end);
    for (const [index, data] of packets.entries()) {
      const duration = lengths[index] ?? 0;
      yield { data, timestamp, duration };
      timestamp += duration;
    }
    this.#seconds += length;
    this.#packets += packets.length;
    this.#previousEnd = isFirst ? end : Math.max(this.#previousEnd, end);
  }

  /** Seconds of each packet: stated, or shares of the time since the previous page, unless that is too long. */
  #lengths(packets: Uint8Array[], granule: number): number[] {
    const declared = packets.flatMap((packet) => this.#packetSeconds(packet) ?? []);
    if (declared.length === packets.length) return declared;
    const longest = this.codec.longestPacketSeconds;
    const usual = this.#packets > 0 ? this.#seconds / this.#packets : longest;
    const shared = granule < 0 ? usual : (this.codec.seconds(granule) - this.#previousEnd) / packets.length;
    return packets.map(() => Math.max(0, shared > longest ? usual : shared));
  }
}

/** By the last pages; null where they are those of another file that is chained behind: only reading everything would show it. */
async function lastGranule(bytes: ByteReader, serial: number): Promise<number | null> {
  for (let tail = TAIL_BYTES; ; tail *= 8) {
    const from = await findCapture(bytes, Math.max(0, bytes.size - tail));
    let granule = -1;
    let isForeign = false;
    for await (const page of oggPages(bytes, from)) {
      if (page.isFirst && (granule > 0 || from > 0)) return null;
      // One that goes back, or has gone too far, says nothing.
      if (page.serial === serial && page.granule >= 0 && page.granule < granule) return null;
      if (page.serial === serial) granule = Math.max(granule, page.granule);
      else isForeign = true;
    }
    if (granule >= 0 || tail >= bytes.size) return Math.max(0, granule);
    if (isForeign) return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
