import type { WhisperConfig } from '../../src/engine/asr/whisper/whisper-config.ts';

/** A Whisper with text tokens from 0 to 9, the end at 10, the start at 11, no timestamps at 12, then times: 13 is 0.00 s. */
export const smallWhisper: WhisperConfig = {
  mels: 80,
  layers: 1,
  heads: 1,
  headSize: 1,
  audioPositions: 1500,
  textPositions: 60,
  startToken: 11,
  endToken: 10,
  previousTextToken: 11,
  noSpeechToken: 11,
  noTimestampsToken: 12,
  firstTimestampToken: 13,
  transcribeToken: null,
  languages: new Map(),
  suppressed: [11],
  suppressedFirst: [10],
  maxInitialTimestamp: 0,
  alignment: null,
};
