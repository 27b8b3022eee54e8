import type { TranslatedUtterance } from '../../contract/utterance.ts';
import { hasSeveralChannels, voiceName } from '../../contract/voice-name.ts';

/** The transcript as plain text: one utterance per line, labelled if there are several voices. */
export function transcriptText(utterances: readonly TranslatedUtterance[]): string {
  const several = hasSeveralChannels(utterances);
  return utterances
    .map((utterance) => {
      const voice = voiceName(utterance, several);
      return voice ? `${voice}: ${utterance.text}` : utterance.text;
    })
    .join('\n');
}
