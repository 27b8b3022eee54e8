import type {
  CorrectedTranscript,
  DocumentSpeaker,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { VoiceLabels } from '../../contract/transcripts/voice-name.ts';
import { distinguishedSpeakers, nameOf } from '../../document/speakers.ts';

/** How voices without a given name are called in the language of the interface. */
export const VOICE_LABELS: VoiceLabels = {
  speaker: (number) => `Speaker ${number}`,
  channel: (number) => `Channel ${number}`,
};

/** A speaker's name as it is shown: the given one, or "Speaker 1" in the language of the interface. */
export const shownName = (speaker: DocumentSpeaker): string => nameOf(speaker, VOICE_LABELS);

/** A transcript whose speakers all have the names that are shown, for texts and exports that the app makes. */
export const withShownNames = (document: CorrectedTranscript): CorrectedTranscript => ({
  ...document,
  speakers: document.speakers.map((speaker) => ({ ...speaker, name: shownName(speaker) })),
});

/** A transcript as a reader is shown it: speakers by their shown names, and none for the only voice. */
export function asShown(document: CorrectedTranscript): CorrectedTranscript {
  if (distinguishedSpeakers(document).length > 0) return withShownNames(document);
  const paragraphs = document.paragraphs.map((paragraph) => ({ ...paragraph, speaker: null }));
  return { ...document, speakers: [], paragraphs };
}
