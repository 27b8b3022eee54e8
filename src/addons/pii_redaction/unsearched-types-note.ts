import { entityLabel } from '../../contract/transcripts/entity-labels.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { joined, type Message, msg } from '../../lib/errors/msg.ts';
import type { PiiEntity } from './entity-groups.ts';
import { WIDER_ENTITIES } from './entity-groups.ts';

/**
 * Describes, for people, what was requested but not looked for; null if nothing.
 *
 * @param named requested types that only a names model finds
 * @param lookedFor by language
 * @param searches what each model and the rules looked for, by language
 */
export function unsearchedTypesNote(
  named: readonly PiiEntity[],
  lookedFor: ReadonlyMap<string, ReadonlySet<PiiEntityType>>,
  searches: Readonly<Record<string, Readonly<Record<string, readonly PiiEntityType[]>>>>,
): Message | null {
  const parts = [...lookedFor].flatMap(([language, looked]) => {
    const missed = named.filter((type) => !covers(looked, type));
    return missed.length > 0 ? [msg`${labels(missed)} (${{ languages: [language] }})`] : [];
  });
  if (parts.length === 0) return null;
  const removed = msg`Personal data with a fixed form and known names were removed.`;
  const unsearched = msg`No installed model looks for: ${listed(parts)}. \
Install the PII and names models under Models to find more. Check the transcript before you share it.`;
  return joined(removed, ...searchedBy(searches), unsearched);
}

const labels = (types: readonly PiiEntityType[]): Message[] => types.map(entityLabel);

/** Separated by semicolons. */
const listed = (parts: readonly Message[]): Message => parts.reduce((list, part) => msg`${list}; ${part}`);

/** Which model looked for what. */
function searchedBy(searches: Parameters<typeof unsearchedTypesNote>[2]): Message[] {
  const models = new Map(
    Object.values(searches).flatMap((own) => Object.entries(own).filter(([reader]) => reader !== 'builtin')),
  );
  const parts = [...models].map(([reader, types]) => msg`${reader} looked for: ${labels(types)}`);
  return parts.length === 0 ? [] : [msg`${listed(parts)}; rules for the rest.`];
}

/** A wider type covers a narrower one: a family name is a name. */
export const covers = (looked: ReadonlySet<PiiEntityType>, type: PiiEntity): boolean =>
  looked.has(type) || (WIDER_ENTITIES[type]?.some((wider) => looked.has(wider)) ?? false);
