import type { Find } from '../found-entity.ts';
import type { MappedText } from '../mapped-text.ts';
import { findAddresses } from './addresses.ts';
import { findBankCodes } from './bank-codes.ts';
import { findCardsAndAccounts } from './cards-and-accounts.ts';
import { findCodesInContext } from './codes-in-context.ts';
import { findForms } from './forms.ts';
import { findNationalIds } from './national-ids.ts';
import { findPhones } from './phones.ts';
import { findSecrets } from './secrets.ts';
import { findSpokenDomains } from './spoken-domains.ts';
import { findUnspaced } from './unspaced.ts';

const RECOGNISERS = [
  findCardsAndAccounts,
  findBankCodes,
  findNationalIds,
  findAddresses,
  findSpokenDomains,
  findPhones,
  findCodesInContext,
  findSecrets,
  findForms,
  findUnspaced,
];

/** All finds of all recognisers in a view; they may overlap. */
export const recognise = (view: MappedText): Find[] => RECOGNISERS.flatMap((find) => find(view));
