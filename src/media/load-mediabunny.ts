import {
  BlobSource,
  EncodedPacketSink,
  Input,
  MP4,
  MPEG_TS,
  QTFF,
  UnsupportedInputFormatError,
} from 'mediabunny';

const mediabunny = { BlobSource, EncodedPacketSink, Input, MP4, MPEG_TS, QTFF, UnsupportedInputFormatError };

export type Mediabunny = typeof mediabunny;

/** What is used of mediabunny. The built service worker keeps it in a script of its own (`src/cli/worker-parts.ts`). */
export async function loadMediabunny(): Promise<Mediabunny> {
  return mediabunny;
}
