/** Length and first byte of every packet of an MPEG transport stream (ISO/IEC 13818-1). */
export const PACKET_BYTES = 188;
export const SYNC = 0x47;
