import type { SignalFacts } from '../../../engine/audio/levels/signal-level.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';

/** Below this peak there is nothing but the noise of the converter, dB of full scale. */
const SILENT_DB = -70;
/** Speech this soft loses words, although it is made louder: so does the noise around it. */
const QUIET_DB = -48;
/** Share of cut-off frames that makes words unclear. */
const CLIPPED_SHARE = 0.02;

/**
 * Faults in the sound of a recording, with the remedy.
 * @param isPart only a part of it was recognised
 * @param hasWords words were recognised: then it is not silent, however quiet
 */
export function signalNotes(
  signal: SignalFacts | undefined,
  { isPart = false, hasWords = false }: { isPart?: boolean; hasWords?: boolean } = {},
): Message[] {
  if (!signal) return [];
  const { peakDb, loudDb, clippedShare } = signal;
  if (peakDb < SILENT_DB && !hasWords) {
    return [
      isPart
        ? msg`This part of the recording is silent.`
        : msg`The recording is silent. Check that the microphone was on, and that the right input was recorded.`,
    ];
  }
  return [
    ...(loudDb < QUIET_DB
      ? [
          msg`The recording is very quiet (${Math.round(-loudDb)} dB below full scale), so words may be missing. \
Move closer to the microphone or raise its level.`,
        ]
      : []),
    ...(clippedShare > CLIPPED_SHARE
      ? [
          msg`The recording is distorted: ${Math.round(clippedShare * 100)}% of it is cut off at full scale. Lower the microphone’s level.`,
        ]
      : []),
  ];
}
