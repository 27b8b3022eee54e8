import { proxy, transfer } from 'comlink';
import type { DecodeFile } from '../../engine/audio/page-decoder.ts';

const decodeInPage: DecodeFile = async (file, { numberOfChannels, sampleRate }) => {
  // Sound comes at the context's rate: with the recording's own, nothing is resampled here.
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

/** The browser's own decoder for whole files, which pages alone have, for the audio worker to call. */
export const lendDecoder = (): DecodeFile => proxy(decodeInPage);
