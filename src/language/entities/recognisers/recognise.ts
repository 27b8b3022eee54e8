import type { Find } from '../found-entity.ts';
import type { MappedText } from '../mapped-text.ts';
import { findAddresses } from './addresses.ts';
import { findCardsAndAccounts } from './cards-and-accounts.ts';
import { findCodesInContext } from './codes-in-context.ts';
import { findCodes, findForms, findOpenSecrets } from './forms.ts';
import { findPhones } from './phones.ts';
import { findSecrets } from './secrets.ts';

const RECOGNISERS = [
  findCardsAndAccounts,
  findCodes,
  findAddresses,
  findPhones,
  findCodesInContext,
  findOpenSecrets,
  findSecrets,
  findForms,
];

/** All finds of all recognisers in a view; they may overlap. */
export const recognise = (view: MappedText): Find[] => RECOGNISERS.flatMap((find) => find(view));
