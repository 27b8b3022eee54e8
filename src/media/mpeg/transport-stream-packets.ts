/** Of every packet of an MPEG transport stream (ISO/IEC 13818-1): its length and its first byte. */
export const PACKET_BYTES = 188;
export const SYNC = 0x47;
