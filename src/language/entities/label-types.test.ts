import { describe, expect, it } from 'vitest';
import { beginsEntity, standsForOf, typeOfLabel } from './label-types.ts';

/** What the model rampart-pii calls what it finds; docs/pii-groups.md has the same table. */
const RAMPART = {
  GIVEN_NAME: 'NAME_GIVEN',
  SURNAME: 'NAME_FAMILY',
  EMAIL: 'EMAIL_ADDRESS',
  PHONE: 'PHONE_NUMBER',
  URL: 'URL',
  TAX_ID: 'NUMERICAL_PII',
  BANK_ACCOUNT: 'BANK_ACCOUNT',
  ROUTING_NUMBER: 'ROUTING_NUMBER',
  GOVERNMENT_ID: 'NUMERICAL_PII',
  PASSPORT: 'PASSPORT_NUMBER',
  DRIVERS_LICENSE: 'DRIVER_LICENSE',
  BUILDING_NUMBER: 'LOCATION_ADDRESS_STREET',
  STREET_NAME: 'LOCATION_ADDRESS_STREET',
  SECONDARY_ADDRESS: 'LOCATION_ADDRESS',
  CITY: 'LOCATION_CITY',
  STATE: 'LOCATION_STATE',
  ZIP_CODE: 'LOCATION_ZIP',
} as const;

describe('labels of models', () => {
  it.each(Object.entries(RAMPART))('of %s are of type %s, wherever in an entity they stand', (name, type) => {
    expect([typeOfLabel(`B-${name}`), typeOfLabel(`I-${name}`), typeOfLabel(name)]).toEqual([
      type,
      type,
      type,
    ]);
  });

  it('without a type have none', () => {
    expect([typeOfLabel('O'), typeOfLabel('B-MISC')]).toEqual([undefined, undefined]);
  });

  it('of a person’s numbers stand for narrower types where only those were requested', () => {
    expect(standsForOf('B-TAX_ID')).toEqual(['SSN', 'ORGANIZATION_ID']);
    expect(standsForOf('I-GOVERNMENT_ID')).toEqual(['SSN']);
    expect(standsForOf('B-PHONE')).toBeUndefined();
  });

  it('begin an entity of the same kind, but a street goes on behind its number', () => {
    expect(beginsEntity('B-CITY', 'I-CITY')).toBe(true);
    expect(beginsEntity('I-CITY', 'B-CITY')).toBe(false);
    expect(beginsEntity('B-STREET_NAME', 'B-BUILDING_NUMBER')).toBe(false);
  });
});
