import { toAppError } from '../../lib/errors.ts';
import { translateMessage } from '../texts/texts.ts';

/** What an error says to people, in the language that is shown. */
export const messageOf = (error: unknown): string => translateMessage(toAppError(error).message);
