import { asSentence } from '../../lib/as-sentence.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { shownMessage } from '../texts/shown-message.ts';

/** What an error says to people, in the language that is shown: each fault of what they gave, or the reason. */
export function messageOf(error: unknown): string {
  const { code, details, whole } = toAppError(error);
  return code === 'invalid_request' && details?.length
    ? details.map(asSentence).join(' ')
    : shownMessage(whole);
}
