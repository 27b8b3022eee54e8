import { expect, it } from 'vitest';
import { voiceName } from './voice-name.ts';

/** The same number as in the API, in captions, summaries, exports and the app alike. */
it.each([
  [{ channel: 0 }, false, null],
  [{ channel: 1 }, true, 'Channel 1'],
  [{ channel: 0, speaker: 0 }, false, 'Speaker 1'],
  [{ channel: 1, speaker: 2 }, true, 'Channel 1 · Speaker 3'],
] as const)('names %j for people, several channels: %s', (voice, severalChannels, name) => {
  expect(voiceName(voice, severalChannels)).toBe(name);
});
