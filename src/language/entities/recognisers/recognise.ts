import type { Find } from '../found-entity.ts';
import type { MappedText } from '../mapped-text.ts';
import { findAddresses } from './addresses.ts';
import { findAmounts } from './amounts.ts';
import { findBankCodes } from './bank-codes.ts';
import { findCardsAndAccounts } from './cards-and-accounts.ts';
import { findCodesInContext } from './codes-in-context.ts';
import { findDates } from './dates.ts';
import { findNationalIds } from './national-ids.ts';
import { findPhones } from './phones.ts';
import { findPlaces } from './places.ts';
import { findSecrets } from './secrets.ts';
import { findSpokenDomains } from './spoken-domains.ts';
import { findStreets } from './streets.ts';
import { findTimes } from './times.ts';
import { findUnspacedCodes } from './unspaced-codes.ts';
import { findUnspacedNames } from './unspaced-names.ts';

const RECOGNISERS = [
  findCardsAndAccounts,
  findBankCodes,
  findNationalIds,
  findAddresses,
  findSpokenDomains,
  findPhones,
  findCodesInContext,
  findSecrets,
  findDates,
  findTimes,
  findAmounts,
  findPlaces,
  findStreets,
  findUnspacedCodes,
  findUnspacedNames,
];

/** All finds of all recognisers in a view; they may overlap. */
export const recognise = (view: MappedText): Find[] => RECOGNISERS.flatMap((find) => find(view));
