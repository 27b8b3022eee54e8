import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { isIban } from '../../language/entities/checksums.ts';
import { IBAN_LENGTHS } from '../../language/entities/recognisers/cards-and-accounts.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string): string =>
  redactUtterances([utteranceOf(said, 'en')], undefined).utterances[0]?.text ?? '';

/** An account of a country, with the check digits that it must have. */
function accountOf(country: string, length: number, account: string): string {
  const rest = account.repeat(9).slice(0, length - 4);
  const check = Array.from({ length: 97 }, (_, at) => String(at + 2).padStart(2, '0'));
  const fitting = check.find((digits) => isIban(`${country}${digits}${rest}`.toLowerCase()));
  return `${country}${fitting}${rest}`;
}

const inGroups = (account: string): string => (account.match(/.{1,4}/g) ?? []).join(' ');

describe('an IBAN', () => {
  it.each(Object.entries(IBAN_LENGTHS))('of %s is found, with %i letters and digits', (country, length) => {
    for (const account of ['30410273', 'BANK0123450067A8', '01MTLCAST0029']) {
      const iban = accountOf(country.toUpperCase(), length, account);
      expect(redacted(`It is ${iban}.`), iban).toBe('It is [BANK_ACCOUNT_1].');
      expect(redacted(`My IBAN is ${inGroups(iban)}.`), iban).toBe('My IBAN is [BANK_ACCOUNT_1].');
    }
  });

  it.each(caseRows<string>(import.meta.url, 'bankPrints'))('as a bank prints it: %s', (iban) => {
    expect(redacted(`Please pay to ${iban} today.`)).toBe('Please pay to [BANK_ACCOUNT_1] today.');
  });

  it('with a wrong digit is none, nor are words in groups of four', () => {
    expect(redacted('The box says OM810180000001299123457.')).not.toContain('BANK_ACCOUNT');
    expect(redacted('It goes at 20 past with that many more than what they have.')).toBe(
      'It goes at 20 past with that many more than what they have.',
    );
  });
});
