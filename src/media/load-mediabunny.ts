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

/** The parts of mediabunny in use. */
export async function loadMediabunny(): Promise<Mediabunny> {
  return mediabunny;
}
