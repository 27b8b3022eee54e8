import { expect, it } from 'vitest';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

const TEXT = 'Call Madrid now';
const place = (type: PiiEntityType, byModel?: true) => ({
  type,
  from: 5,
  to: 11,
  sureness: 0.5,
  ...(byModel && { byModel }),
});
const typesOf = (...finds: Parameters<typeof resolveOverlaps>[0]) =>
  resolveOverlaps(finds, TEXT).map(({ type }) => type);

it('a model decides what a place is, unless it only knows places', () => {
  expect(typesOf(place('LOCATION_CITY'), place('LOCATION', true))).toEqual(['LOCATION_CITY']);
  expect(typesOf(place('LOCATION'), place('LOCATION_CITY', true))).toEqual(['LOCATION_CITY']);
  expect(typesOf(place('LOCATION_CITY'), place('LOCATION_STATE', true))).toEqual(['LOCATION_STATE']);
});
