import type { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import type { ReadTranscript } from '../addon.ts';
import { entityReaders, entityText, findEntities } from '../find-entities.ts';
import { findNames } from '../find-names.ts';
import type { namedEntity } from './schema.ts';

export type NamedEntity = z.infer<typeof namedEntity>;

/**
 * All entities of a transcript, in order, in the form of specification §2.8: types from §2.7, seconds of the first
 * and last word. Fixed forms are found in every language; names by a model of the utterance's language or, for
 * English without a model, by a library of words and grammar.
 *
 * @throws AppError `model_missing` if nothing was found and nothing could look for names in any language spoken
 */
export const readTranscript: ReadTranscript<NamedEntity[]> = async ({ utterances }, _request, tools) => {
  const { spans, lookedFor, readers } = await findNames(utterances, tools, {
    models: ['named_entity_recognition'],
    rulesToo: false,
  });
  tools.onFacts({ models: entityReaders(utterances, readers) });
  const unread = [...lookedFor].filter(([, looked]) => looked.size === 0).map(([language]) => language);
  const found = findEntities(utterances, (type) => type, spans).map(({ type, parts, start, end }) => ({
    entity_type: type,
    text: entityText(parts, utterances),
    start,
    end,
  }));
  if (unread.length > 0) {
    const advice = `To find names in ${unread.join(', ')}, install a names model under Models.`;
    if (found.length === 0 && unread.length === lookedFor.size) {
      throw new AppError('model_missing', `Nothing here can look for names. ${advice}`);
    }
    await tools.note(`Only entities with a fixed form, such as dates and numbers, were found. ${advice}`);
  }
  return found;
};
