import { type DocumentSpeaker, SPEAKER_COLOURS } from '../contract/transcripts/edited-transcript.ts';
import { voiceName } from '../contract/transcripts/voice-name.ts';

export const colourOf = (index: number): number => index % SPEAKER_COLOURS;

/** A speaker's name for people: the given one, or "Speaker 0", "Channel 1 · Speaker 0". */
export const nameOf = ({ name, number, channel }: DocumentSpeaker): string =>
  name ??
  voiceName({ channel: channel ?? 0, speaker: number ?? undefined }, channel !== null) ??
  `Channel ${channel ?? 0}`;
