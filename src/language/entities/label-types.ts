import { PII_ENTITY_TYPES, type PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import types from './label-types.json' with { type: 'json' };

/** Maps models' labels, in capitals without marks, to entity types of specification §2.7. */
const TYPES: Readonly<Record<string, PiiEntityType>> = z
  .record(z.string(), z.enum(PII_ENTITY_TYPES))
  .parse(types);

/** Types that a label may stand for besides its own: in America a tax number is a person's or a company's. */
const STANDS_FOR: Readonly<Record<string, readonly PiiEntityType[]>> = {
  TAXID: ['SSN', 'ORGANIZATION_ID'],
  GOVERNMENTID: ['SSN'],
  IDCARD: ['SSN'],
  IDCARDNUM: ['SSN'],
};

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
export const typeOfLabel = (label: string): PiiEntityType | undefined => TYPES[nameOf(label)];

/** Narrower types that a find with this label may be, if its own was not requested. */
export const standsForOf = (label: string): readonly PiiEntityType[] | undefined => STANDS_FOR[nameOf(label)];

/** Whether a label starts an entity, after one of the same type: a street goes on behind its number. */
export const beginsEntity = (label: string, before: string): boolean =>
  /^[BSU][-_](?=.)/.test(label) && nameOf(label) === nameOf(before);
