import { PII_ENTITY_TYPES, type PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import types from './label-types.json' with { type: 'json' };

const type = z.enum(PII_ENTITY_TYPES);
/**
 * Entity types of specification §2.7 by models' labels, in capitals without marks. Behind its own, those that a label may represent
 * besides: in America a tax number is a person's or a company's.
 */
const TYPES = z.record(z.string(), z.union([type.transform((own) => [own]), z.array(type)])).parse(types);

const nameOf = (label: string): string =>
  label
    .replace(/^[BIELSU][-_](?=.)/, '')
    .replace(/^private_/i, '')
    .replaceAll(/[^\p{L}]/gu, '')
    .toUpperCase();

/**
 * The entity type of a model's label ("B-PER", "I-private_phone"); undefined for "O" and labels without a type, such
 * as "MISC".
 */
export const typeOfLabel = (label: string): PiiEntityType | undefined => TYPES[nameOf(label)]?.[0];

/** Narrower types that a find with this label may be, if its own was not requested. */
export function standsForOf(label: string): readonly PiiEntityType[] | undefined {
  const [, ...others] = TYPES[nameOf(label)] ?? [];
  return others.length > 0 ? others : undefined;
}

/** Whether a label starts an entity, after one of the same type: a street goes on behind its number. */
export const beginsEntity = (label: string, before: string): boolean =>
  /^[BSU][-_](?=.)/.test(label) && nameOf(label) === nameOf(before);
