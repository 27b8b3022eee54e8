import { toAppError } from '../../lib/errors/errors.ts';
import { shownMessage } from '../texts/shown-message.ts';

/** What an error says to people, in the language that is shown. */
export const messageOf = (error: unknown): string => shownMessage(toAppError(error).whole);
