import {
  CustomSource,
  EncodedPacketSink,
  Input,
  MP4,
  MPEG_TS,
  QTFF,
  UnsupportedInputFormatError,
} from 'mediabunny';

const mediabunny = {
  CustomSource,
  EncodedPacketSink,
  Input,
  MP4,
  MPEG_TS,
  QTFF,
  UnsupportedInputFormatError,
};

export type Mediabunny = typeof mediabunny;

/**
 * The parts of mediabunny in use. The built service worker keeps them in a separate script
 * (`src/cli/worker-parts.ts`).
 */
export async function loadMediabunny(): Promise<Mediabunny> {
  return mediabunny;
}
