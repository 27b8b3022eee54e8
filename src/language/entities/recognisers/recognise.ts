import type { Find } from '../found-entity.ts';
import type { MappedText } from '../mapped-text.ts';
import { findCardsAndAccounts } from './cards-and-accounts.ts';
import { findCodesInContext } from './codes-in-context.ts';
import { findForms } from './forms.ts';
import { findPhones } from './phones.ts';

const RECOGNISERS = [findCardsAndAccounts, findPhones, findCodesInContext, findForms];

/** All finds of all recognisers in a view; they may overlap. */
export const recognise = (view: MappedText): Find[] => RECOGNISERS.flatMap((find) => find(view));
