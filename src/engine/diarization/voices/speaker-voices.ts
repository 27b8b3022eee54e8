import type { FoundSpeakers } from '../find-speakers.ts';

/** A speaker's voice, and where that speaker talks: the longest turn. Times in seconds of the recording. */
export interface SpeakerVoice {
  /** Embedding of unit length. */
  vector: Float32Array;
  channel: number;
  start: number;
  end: number;
}

/** The voices that could be compared with others, in order of their speakers. */
export const speakerVoices = ({ turns, voices }: FoundSpeakers): SpeakerVoice[] =>
  voices.flatMap((vector, speaker) => {
    const [longest] = turns
      .filter((turn) => turn.speaker === speaker)
      .toSorted((a, b) => b.end - b.start - (a.end - a.start));
    if (!vector || !longest) return [];
    const { channel, start, end } = longest;
    return [{ vector, channel, start, end }];
  });
