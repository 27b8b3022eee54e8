import type {
  CorrectedTranscript,
  DocumentSpeaker,
} from '../../contract/transcripts/corrected-transcript.ts';
import { speakerDuring } from '../../document/reading/speaker-during.ts';
import { matchVoices } from '../../engine/diarization/voices/match-voices.ts';
import type { SpeakerVoice } from '../../engine/diarization/voices/speaker-voices.ts';

type Document = Pick<CorrectedTranscript, 'paragraphs' | 'speakers'>;

interface NamedVoice {
  name: string;
  /** Embedding of unit length. */
  vector: Float32Array;
}

export const namedVoices = (document: Document, voices: readonly SpeakerVoice[]): NamedVoice[] =>
  withSpeakers(document, voices).flatMap(({ speaker: { name }, voice: { vector } }) =>
    name === null ? [] : [{ name, vector }],
  );

/** Names by speakers' ids; above `distance`, of the network that made the voices, two voices are two people. */
export function soundAlike(
  document: Document,
  voices: readonly SpeakerVoice[],
  known: readonly NamedVoice[],
  distance: number,
): Map<string, string> {
  const unnamed = withSpeakers(document, voices).filter(({ speaker }) => speaker.name === null);
  const nearest = matchVoices(
    unnamed.map(({ voice }) => voice.vector),
    known.map(({ vector }) => vector),
    distance,
  );
  return new Map(
    unnamed.flatMap(({ speaker }, at) => {
      const name = known[nearest[at] ?? -1]?.name;
      return name === undefined ? [] : [[speaker.id, name] as const];
    }),
  );
}

/** Who has each voice: found by time, since people renumber, merge and split speakers. */
function withSpeakers(
  document: Document,
  voices: readonly SpeakerVoice[],
): { speaker: DocumentSpeaker; voice: SpeakerVoice }[] {
  return voices.flatMap((voice) => {
    const id = speakerDuring(document, voice);
    const speaker = document.speakers.find((one) => one.id === id);
    return speaker ? [{ speaker, voice }] : [];
  });
}
