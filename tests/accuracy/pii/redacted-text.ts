import { requestedEntities } from '../../../src/addons/pii_redaction/entity-groups.ts';
import { namesFor, redactUtterances } from '../../../src/addons/pii_redaction/run.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { utteranceOf } from './labelled-sentences.ts';

type Language = Utterance['language'];

/** What rules alone leave of turns of two speakers when everything is looked for. */
export async function redactedTurns(turns: readonly string[], language: Language): Promise<string[]> {
  let start = 0;
  const utterances = turns.map((said, index) => {
    const utterance = { ...utteranceOf(said, 'en', { start, speaker: index % 2 }), language };
    start = utterance.end + 1;
    return utterance;
  });
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, requestedEntities(undefined), tools);
  return redactUtterances(utterances, {}, spans).utterances.map(({ text }) => text);
}

/** @param said turns, separated by " / " */
export const redactedText = async (said: string, language: Language): Promise<string> =>
  (await redactedTurns(said.split(' / '), language)).join(' / ');
