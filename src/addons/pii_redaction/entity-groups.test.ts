import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { PII_ENTITY_TYPES } from '../../contract/transcripts/pii-entity-type.ts';
import { ENTITY_GROUPS, MODEL_ENTITIES, requestedAs, requestedEntities } from './entity-groups.ts';
import { redactUtterances } from './run.ts';

/** A sentence containing each entity with a fixed form. */
const EXAMPLES: Record<string, string> = {
  ACCOUNT_NUMBER: 'My account number is 83920174.',
  AGE: 'She is 35 years old.',
  BANK_ACCOUNT: 'Pay to DE89 3704 0044 0532 0130 00.',
  BLOOD_TYPE: 'My blood type is A positive.',
  CREDIT_CARD: 'It is 4111 1111 1111 1111.',
  CREDIT_CARD_EXPIRATION: 'It expires 04/29.',
  CVV: 'The CVV is 123.',
  DATE: 'We met on March 3, 2024.',
  DATE_INTERVAL: 'From March 2020 to May 2021.',
  DAY: 'See you on Monday.',
  DOB: 'I was born on March 3, 1980.',
  DOSE: 'Take 50 mg of it.',
  DRIVER_LICENSE: "My driver's license is D1234567.",
  DURATION: 'It took three weeks.',
  EMAIL_ADDRESS: 'Write to anna.miller@example.com.',
  FILENAME: 'Open report.pdf please.',
  HEALTHCARE_NUMBER: 'My medical record number is 00482913.',
  IP_ADDRESS: 'Ping 192.168.0.1 again.',
  LOCATION_ADDRESS_STREET: 'I live at 12 Baker Street.',
  LOCATION_COORDINATE: 'We are at 48.8584, 2.2945.',
  LOCATION_ZIP: 'The zip code is 94107.',
  MEDICAL_CODE: 'The ICD code is E11.9.',
  MONEY: 'It costs 50 dollars.',
  MONTH: 'See you in March.',
  NUMERICAL_PII: 'The case number is 8842119.',
  ORGANIZATION_ID: 'Our VAT number is 123456789.',
  PASSPORT_NUMBER: 'My passport number is C01X0471.',
  PASSWORD: 'My password is Swordfish7.',
  PHONE_NUMBER: 'Call me at 202-555-0143.',
  ROUTING_NUMBER: 'The routing number is 021000021.',
  SSN: 'My social security number is 123-45-6789.',
  TIME: 'At 5:30 p.m. we leave.',
  URL: 'Our site is www.example.com.',
  USERNAME: 'My username is annamiller.',
  VEHICLE_ID: 'The VIN is 1HGCM82633A004352.',
  YEAR: 'That was in 1999.',
};

describe('entity types of specification §2.7', () => {
  it.each(PII_ENTITY_TYPES.filter((type) => !(type in ENTITY_GROUPS)))(
    '%s has a recogniser or is documented as needing a model',
    (type) => {
      const found = redactUtterances([utteranceOf(EXAMPLES[type] ?? '', 'en')], { entity_types: [type] });
      const needsModel = [...MODEL_ENTITIES].some((entity) => entity === type);
      expect(found.entities.map((entity) => entity.type)).toEqual(needsModel ? [] : [type]);
    },
  );

  it.each(Object.entries(ENTITY_GROUPS))(
    'group %s has members, all of which are entities',
    (_group, members) => {
      const known: readonly string[] = PII_ENTITY_TYPES;
      expect(members.length).toBeGreaterThan(0);
      for (const member of members) expect(known).toContain(member);
      expect(members.filter((member) => member in ENTITY_GROUPS)).toEqual([]);
    },
  );

  it('are all redacted if none is requested', () => {
    expect(requestedEntities(undefined)).toBe('all');
    expect(requestedEntities([])).toBe('all');
  });

  it('groups are replaced by their members', () => {
    const requested = requestedEntities(['PCI', 'AGE']);
    expect([...requested].sort()).toEqual([
      'AGE',
      'BANK_ACCOUNT',
      'CREDIT_CARD',
      'CREDIT_CARD_EXPIRATION',
      'CVV',
      'ROUTING_NUMBER',
    ]);
  });

  it('a wider type includes the narrower, under the requested name', () => {
    expect(requestedAs('DOB', new Set(['DATE']))).toBe('DATE');
    expect(requestedAs('DOB', new Set(['DATE', 'DOB']))).toBe('DOB');
    expect(requestedAs('NAME_GIVEN', new Set(['DATE']))).toBeUndefined();
  });
});
