import type { TranslatedUtterance } from '../../contract/utterance.ts';

/** Who speaks, where it says something: a speaker, or a channel of several. */
export function voiceOf(utterance: TranslatedUtterance, severalChannels: boolean): string | null {
  const channel = severalChannels ? `Channel ${utterance.channel + 1}` : null;
  const speaker = utterance.speaker === undefined ? null : `Speaker ${utterance.speaker + 1}`;
  return [channel, speaker].filter((part) => part !== null).join(' · ') || null;
}

/** The transcript as plain text: an utterance a line, with its voice where there are several. */
export function transcriptText(utterances: readonly TranslatedUtterance[]): string {
  const several = new Set(utterances.map(({ channel }) => channel)).size > 1;
  return utterances
    .map((utterance) => {
      const voice = voiceOf(utterance, several);
      return voice ? `${voice}: ${utterance.text}` : utterance.text;
    })
    .join('\n');
}
