import type { EncodedPacket, EncodedPacketSink } from 'mediabunny';

/** Steps in which the next readable packet is searched for after a damaged one. */
export const RESUME_STEPS_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 40, 80, 160];

/** The packet with this number, or the next one. */
export async function firstFrom(sink: EncodedPacketSink, number: number): Promise<EncodedPacket | null> {
  let packet = await sink.getFirstPacket();
  while (packet && packet.sequenceNumber < number) {
    packet = await sink.getNextPacket(packet, { metadataOnly: true });
  }
  return packet?.isMetadataOnly ? sink.getPacket(packet.timestamp) : packet;
}

/** The next packet; after damage, the first readable one behind it. */
export async function following(
  sink: EncodedPacketSink,
  packet: EncodedPacket,
  duration: number,
): Promise<EncodedPacket | null> {
  const next = await attempt(() => sink.getNextPacket(packet));
  // In some damaged streams mediabunny remains where it is and gives empty packets for ever.
  if (next && next.sequenceNumber > packet.sequenceNumber) return next;
  const end = packet.timestamp + packet.duration;
  for (const step of RESUME_STEPS_SECONDS) {
    if (end + step > duration) return null;
    const later = await attempt(() => sink.getPacket(end + step));
    if (later && later.sequenceNumber > packet.sequenceNumber && later.timestamp >= end) return later;
  }
  return null;
}

/** Null if a damaged container makes mediabunny throw: there is no packet here. */
export async function attempt(read: () => Promise<EncodedPacket | null>): Promise<EncodedPacket | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && error.name === 'InputDisposedError') throw error;
    return null;
  }
}
