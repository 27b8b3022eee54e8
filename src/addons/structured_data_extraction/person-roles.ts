import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { nameTokens } from '../../language/entities/names/name-tokens.ts';
import type { LocatedEntity } from '../find-entities.ts';
import cues from './role-cues.json' with { type: 'json' };

export type Role = 'employee' | 'customer';

const CUES = {
  employee: new RegExp(`(?<= )(?:${cues.employee})(?= )`, 'gu'),
  customer: new RegExp(`(?<= )(?:${cues.customer})(?= )`, 'gu'),
};
/** Words before a name with which somebody introduces himself. */
const INTRODUCES =
  /(?:my name is|my name's|name is|this is|i'm|i am|it's|you're speaking with|you're talking to|speaking)[\s,]*(?:uh|um)?[\s,]*$/;
/** Words before a name with which somebody addresses the other. */
const ADDRESSES =
  /(?:thanks|thank you|hello|hi|hey|good morning|good afternoon|good evening|mr|mrs|ms|miss|sir|bye|okay|sorry|dear)[\s,.]*(?:mr|mrs|ms|miss)?[\s,.]*$/;

const voiceOf = ({ channel, speaker }: Utterance): string => `${channel}/${speaker ?? ''}`;

/** How much an utterance sounds like an employee's, rather than a customer's. */
function leaning(utterance: Utterance): number {
  const words = nameTokens(utterance).map(({ whole }) => whole);
  const count = (role: Role) => ` ${words.join(' ')} `.match(CUES[role])?.length ?? 0;
  return count('employee') - count('customer');
}

/**
 * Names of people in a call, by their part in it: the voice that speaks for the company is the employee's. Names that
 * somebody introduces himself with are his own, names that he addresses are the other's; all others have no part.
 */
export function personsByRole(
  utterances: readonly Utterance[],
  persons: readonly LocatedEntity[],
): { role: Role; person: LocatedEntity }[] {
  const leanings = new Map<string, number>();
  for (const utterance of utterances) {
    const voice = voiceOf(utterance);
    leanings.set(voice, (leanings.get(voice) ?? 0) + leaning(utterance));
  }
  const isOneVoice = leanings.size < 2;
  const employee = [...leanings].reduce(
    (best, one) => (one[1] > best[1] ? one : best),
    ['', Number.NEGATIVE_INFINITY],
  );
  return persons.flatMap((person) => {
    const [part] = person.parts;
    const utterance = part && utterances[part.utterance];
    if (!part || !utterance) return [];
    const before = utterance.words
      .slice(Math.max(0, part.first - 5), part.first)
      .map(({ word }) => word)
      .join('')
      .toLowerCase();
    const isEmployee = isOneVoice ? leaning(utterance) > 0 : voiceOf(utterance) === employee[0];
    const own: Role = isEmployee ? 'employee' : 'customer';
    const other: Role = isEmployee ? 'customer' : 'employee';
    const isAnswer = part.first === 0 && utterance.words.length <= 6;
    if (INTRODUCES.test(before) || isAnswer) return [{ role: own, person }];
    return ADDRESSES.test(before) ? [{ role: other, person }] : [];
  });
}
