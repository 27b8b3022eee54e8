import { proxy, transfer } from 'comlink';
import type { DecodeFile } from '../../../engine/audio/decoders/page-decoder.ts';

/** The browser's decoder for whole files, which only pages have. */
export const decodeInPage: DecodeFile = async (file, { numberOfChannels, sampleRate }) => {
  // Audio is returned at the context's rate; with the recording's own rate nothing is resampled here.
  const context = new OfflineAudioContext({ numberOfChannels, sampleRate, length: 1 });
  const decoded = await context.decodeAudioData(file);
  const planes = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel).slice(),
  );
  return transfer(
    { sampleRate: decoded.sampleRate, planes },
    planes.map(({ buffer }) => buffer),
  );
};

/** The same, callable from the audio worker. */
export const lendDecoder = (): DecodeFile => proxy(decodeInPage);
