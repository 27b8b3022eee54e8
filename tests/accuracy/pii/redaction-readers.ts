import { findEntities } from '../../../src/addons/find-entities.ts';
import { findNames } from '../../../src/addons/find-names.ts';
import { namesFor } from '../../../src/addons/pii_redaction/run.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import type { TokenClassifier } from '../../../src/language/text/text-models.ts';
import type { LabelledWords } from './marked-text.ts';

/** What finds personal data: what is installed anyway, the model by itself, and the two as redaction runs them. */
export const READERS = ['rules', 'model', 'both'] as const;
export type Reader = (typeof READERS)[number];

const onProgress = () => undefined;

/** The words that a reader finds in an utterance of its own. */
export async function foundBy(
  reader: Reader,
  utterance: Utterance,
  classifier: TokenClassifier,
): Promise<LabelledWords[]> {
  const only = async (use: string) => (use === 'pii_redaction' && reader !== 'rules' ? classifier : null);
  const tools = { tokenClassifier: only, onProgress };
  if (reader === 'model') {
    const { spans } = await findNames([utterance], tools, { models: ['pii_redaction'], rules: 'otherwise' });
    return spans.map(({ type, from, to }) => ({ type, from, to }));
  }
  const { spans } = await namesFor([utterance], 'all', tools);
  return findEntities([utterance], (type) => type, spans).flatMap(({ type, parts }) =>
    parts.map(({ first, last }) => ({ type, from: first, to: last + 1 })),
  );
}
