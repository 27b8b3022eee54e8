import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';

/** Units of H.264 and H.265: the picture that resets all before it, and the one that pictures before it may follow. */
const H264 = { lengthAt: 4, typeOf: (byte: number) => byte & 31, forgets: [5], follows: [] };
const H265 = {
  lengthAt: 21,
  typeOf: (byte: number) => (byte >> 1) & 63,
  forgets: [16, 17, 18, 19, 20],
  follows: [21],
};
/** What such a picture of H.265 is called where the pictures before it are not those that were. */
const BROKEN_LINK = 18;

/** The pictures of a track with which decoding can begin in the middle of another video: not each that its container calls so. */
export interface KeyFrames {
  sink: EncodedPacketSink;
  /** The picture that is shown at a time, or the first of all; null if there is none. */
  shownAt(time: number): Promise<EncodedPacket | null>;
  isKey(packet: EncodedPacket): boolean;
  /** The last one at or before a time. */
  before(time: number): Promise<EncodedPacket | null>;
  after(packet: EncodedPacket): Promise<EncodedPacket | null>;
  /** The same picture to follow others than it did. */
  cutLoose(packet: EncodedPacket): EncodedPacket;
}

export async function findKeyFrames(picture: InputVideoTrack): Promise<KeyFrames> {
  const sink = new EncodedPacketSink(picture);
  const codec = await picture.getCodec();
  const kind = codec === 'avc' ? H264 : codec === 'hevc' ? H265 : null;
  const description = kind && toBytes((await picture.getDecoderConfig())?.description);
  const lengthBytes = ((description?.[kind?.lengthAt ?? 0] ?? 3) & 3) + 1;
  const unitsOf = (packet: EncodedPacket) => units(packet.data, lengthBytes);
  const isKey = (packet: EncodedPacket): boolean =>
    packet.type === 'key' &&
    (!kind ||
      unitsOf(packet).some((at) => {
        const type = kind.typeOf(packet.data[at] ?? 0);
        return [...kind.forgets, ...kind.follows].includes(type);
      }));
  async function find(
    packet: EncodedPacket | null,
    next: (packet: EncodedPacket) => Promise<EncodedPacket | null>,
  ): Promise<EncodedPacket | null> {
    let found = packet;
    while (found && !isKey(found)) found = await next(found);
    return found;
  }
  const before = async (time: number) =>
    find(await sink.getKeyPacket(time), ({ timestamp }) => sink.getKeyPacket(timestamp - 1e-6));
  const after = (packet: EncodedPacket) => sink.getNextKeyPacket(packet);
  return {
    sink,
    isKey,
    before,
    shownAt: async (time) => (await sink.getPacket(time)) ?? sink.getFirstPacket(),
    after: async (packet) => find(await after(packet), after),
    cutLoose(packet) {
      if (kind !== H265) return packet;
      const data = packet.data.slice();
      for (const at of unitsOf(packet)) {
        const byte = data[at] ?? 0;
        if (H265.follows.includes(H265.typeOf(byte))) data[at] = (byte & 0x81) | (BROKEN_LINK << 1);
      }
      return packet.clone({ data });
    },
  };
}

/** Where the units of a packet begin, each after its length. */
function units(data: Uint8Array, lengthBytes: number): number[] {
  const found: number[] = [];
  for (let at = 0; at + lengthBytes < data.length; ) {
    const length = data.subarray(at, at + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
    found.push(at + lengthBytes);
    at += lengthBytes + length;
  }
  return found;
}

function toBytes(given: AllowSharedBufferSource | undefined): Uint8Array | null {
  if (!given) return null;
  return ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given);
}
