import { requestedEntities } from '../../src/addons/pii_redaction/entity-groups.ts';
import { namesFor, redactUtterances } from '../../src/addons/pii_redaction/run.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import type { TokenClassifier } from '../../src/language/text/text-models.ts';
import { utteranceOf } from '../accuracy/pii/labelled-sentences.ts';
import type { PersonalDataCase } from './case-tables.ts';

/** Seconds between two turns. */
const PAUSE = 1;

function turnsOf({ sentence, language }: Pick<PersonalDataCase, 'sentence' | 'language'>): Utterance[] {
  let start = 0;
  return sentence.split(' / ').map((turn, index) => {
    const utterance = { ...utteranceOf(turn, 'en', { start, speaker: index % 2 }), language };
    start = utterance.end + PAUSE;
    return utterance;
  });
}

const withoutMarks = (text: string): string =>
  text.replaceAll(/^[^\p{L}\p{N}\p{M}+#@/]+|[^\p{L}\p{N}\p{M}+#@/]+$/gu, '');

export interface CaseOutcome {
  /** As in the tables. */
  found: string[];
  /** The words of each find, by their index in the sentence. */
  covered: ReadonlySet<number>;
  words: readonly string[];
  redacted: string;
}

/** What redaction takes out of a case: with rules alone, or with a model for personal data as well. */
export async function readPersonalData(
  one: Pick<PersonalDataCase, 'sentence' | 'language' | 'asked'>,
  classifier: TokenClassifier | null = null,
): Promise<CaseOutcome> {
  const utterances = turnsOf(one);
  const tools = {
    tokenClassifier: async (use: string) => (use === 'pii_redaction' ? classifier : null),
    onProgress: () => undefined,
  };
  const { spans } = await namesFor(utterances, requestedEntities(one.asked), tools);
  const { entities, utterances: left } = redactUtterances(
    utterances,
    { entity_types: [...one.asked] },
    spans,
  );
  const words = utterances.flatMap((turn) => turn.words);
  const covered = new Set<number>();
  const found = entities.map(({ label, start, end }) => {
    const own = words.flatMap((word, index) => (word.start >= start && word.end <= end ? [index] : []));
    for (const index of own) covered.add(index);
    return `${label}:${withoutMarks(own.map((index) => words[index]?.word.trim()).join(' '))}`;
  });
  return {
    found,
    covered,
    words: words.map(({ word }) => withoutMarks(word)),
    redacted: left.map(({ text }) => text).join(' / '),
  };
}
