import type { PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import type { CueRow } from '../../cues/cue-schema.ts';

/** What a code looks like. */
export interface CodeShape {
  type: PiiEntityType;
  /** Number of letters and digits in it, and the minimum number of digits. */
  characters: readonly [least: number, most: number];
  digits: number;
  /** Digits only, or letters as well. */
  only?: 'digits';
}

type Code = Extract<CueRow, { kind: 'code' }>['code'];

const FOUR_DIGITS = { characters: [4, 4], digits: 4, only: 'digits' } as const;

/** By what the code is of; the first one that fits wins. */
export const CODE_SHAPES: Readonly<Record<Code, CodeShape>> = {
  'end of a social security number': { type: 'SSN', ...FOUR_DIGITS },
  'end of a card number': { type: 'CREDIT_CARD', ...FOUR_DIGITS },
  'end of an account number': { type: 'ACCOUNT_NUMBER', ...FOUR_DIGITS },
  // A misrecognised digit breaks the checksum that identifies cards elsewhere.
  'card number': { type: 'CREDIT_CARD', characters: [13, 19], digits: 13, only: 'digits' },
  'card code': { type: 'CVV', characters: [3, 4], digits: 3, only: 'digits' },
  'bank routing number': { type: 'ROUTING_NUMBER', characters: [5, 9], digits: 5, only: 'digits' },
  'bank account': { type: 'BANK_ACCOUNT', characters: [6, 34], digits: 6 },
  'health insurance number': { type: 'HEALTHCARE_NUMBER', characters: [5, 20], digits: 4 },
  'social security number': { type: 'SSN', characters: [7, 16], digits: 5 },
  'passport number': { type: 'PASSPORT_NUMBER', characters: [6, 10], digits: 4 },
  'driving licence': { type: 'DRIVER_LICENSE', characters: [6, 18], digits: 4 },
  vehicle: { type: 'VEHICLE_ID', characters: [5, 17], digits: 2 },
  'company number': { type: 'ORGANIZATION_ID', characters: [7, 16], digits: 6 },
  diagnosis: { type: 'MEDICAL_CODE', characters: [3, 7], digits: 2 },
  'postal code': { type: 'LOCATION_ZIP', characters: [4, 9], digits: 4, only: 'digits' },
  // British and Canadian ones.
  'spelled postal code': { type: 'LOCATION_ZIP', characters: [5, 7], digits: 2 },
  PIN: { type: 'PASSWORD', characters: [4, 8], digits: 4, only: 'digits' },
  // And the like, with letters among the digits.
  'code of a door': { type: 'PASSWORD', characters: [3, 8], digits: 3 },
  'code that is sent': { type: 'PASSWORD', characters: [4, 8], digits: 3 },
  'own code': { type: 'PASSWORD', characters: [4, 8], digits: 4, only: 'digits' },
  'account or customer number': { type: 'ACCOUNT_NUMBER', characters: [5, 18], digits: 5 },
  // Of few characters with letters among them: "K7Q2LM".
  booking: { type: 'NUMERICAL_PII', characters: [4, 14], digits: 1 },
  reference: { type: 'NUMERICAL_PII', characters: [5, 20], digits: 4 },
  // Of what, was said before or is known: of a card, an account, a phone.
  'end of a number': { type: 'NUMERICAL_PII', ...FOUR_DIGITS },
};
