import type { AddonKey } from '../../../addons/addon-schema.ts';
import { addonSchema } from '../../../addons/addon-schemas.ts';
import { type Message, msg, textOf } from '../../../lib/errors/msg.ts';
import type { AddonOutcome } from './addon-runner.ts';
import { envelopeOf } from './envelope-of.ts';
import { provenanceOf } from './provenance-of.ts';

/** What an add-on puts where the wire has it, by its key. */
export interface PlacedResults {
  /** Into the result. */
  result: Record<string, unknown>;
  /** Into `transcription`, or into a translation. */
  text: Record<string, unknown>;
  /** What an add-on without an envelope could not do, for a person. */
  notes: Message[];
}

/**
 * Where the wire has what became of an add-on's run.
 *
 * @param language of the translation that it read; absent for the transcript itself
 * @param facts that the add-on reported
 */
export function placeResults(
  key: AddonKey,
  outcome: AddonOutcome<unknown>,
  { language, facts }: { language?: string | undefined; facts?: unknown } = {},
): PlacedResults {
  const { result } = addonSchema(key);
  const made = provenanceOf(facts, outcome.success ? outcome.notes : []);
  switch (result?.at) {
    case 'text':
      return outcome.success
        ? { result: {}, text: { [key]: outcome.results }, notes: [] }
        : {
            result: {},
            text: {},
            notes: [msg`${language ? `${key} (${language})` : key}: ${textOf(outcome.error)}`],
          };
    case 'result-and-text':
      return {
        result: { [key]: envelopeOf(outcome, null, made) },
        text: { [key]: [envelopeOf(outcome, null, made)] },
        notes: [],
      };
    case 'result':
      return { result: { [key]: envelopeOf(outcome, result.whenFailed, made) }, text: {}, notes: [] };
    default:
      throw new Error(`The wire has no place for results of ${key}.`);
  }
}
