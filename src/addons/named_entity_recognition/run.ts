import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { WordSpan } from '../../language/entities/found-entity.ts';
import { nameParts } from '../../language/entities/names/name-parts.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { z } from '../../lib/zod.ts';
import type { OnTranscript } from '../addon.ts';
import { entityReaders, entityText, findEntities, type LocatedEntity } from '../find-entities.ts';
import { findNames } from '../find-names.ts';
import { splitNameWord } from '../split-name-word.ts';
import type { namedEntity } from './schema.ts';

/** The given and the family name of a person, where they can be distinguished: they follow the whole name. */
async function partsOfName(
  { type, parts }: LocatedEntity,
  utterances: readonly Utterance[],
): Promise<NamedEntity[]> {
  const spans = type.startsWith('NAME')
    ? parts.map(({ utterance, first, last }): WordSpan => ({ type, utterance, from: first, to: last + 1 }))
    : [];
  const named = (await nameParts(utterances, spans)).filter(
    (part) => part.type !== type && /^NAME_(?:GIVEN|FAMILY)$/.test(part.type),
  );
  return named.flatMap((part) => {
    const words = utterances[part.utterance]?.words.slice(part.from, part.to) ?? [];
    const [first] = words;
    const last = words.at(-1);
    if (!first || !last) return [];
    const text = words.map(({ word }) => splitNameWord(word).name).join(' ');
    return [{ entity_type: part.type, text, start: first.start, end: last.end }];
  });
}

export type NamedEntity = z.infer<typeof namedEntity>;

/**
 * All entities of a transcript, in order, in the form of specification §2.8: types from §2.7, seconds of the first
 * and last word. Fixed forms are found in every language; names by a model of the utterance's language or, for
 * English without a model, by a library of words and grammar.
 *
 * @throws AppError `model_missing` if nothing was found and nothing could look for names in any language spoken
 */
export const onTranscript: OnTranscript<NamedEntity[]> = async ({ utterances }, _request, tools) => {
  const { spans, lookedFor, readers } = await findNames(utterances, tools, {
    models: ['named_entity_recognition'],
    rules: 'otherwise',
  });
  tools.onFacts({ models: entityReaders(utterances, readers) });
  const unread = [...lookedFor].filter(([, looked]) => looked.size === 0).map(([language]) => language);
  const found: NamedEntity[] = [];
  for (const entity of findEntities(utterances, (type) => type, spans)) {
    const { type, parts, start, end } = entity;
    found.push({ entity_type: type, text: entityText(parts, utterances), start, end });
    found.push(...(await partsOfName(entity, utterances)));
  }
  if (unread.length > 0) {
    const advice = msg`To find names in ${{ languages: unread }}, install a names model under Models.`;
    if (found.length === 0 && unread.length === lookedFor.size) {
      throw new AppError('model_missing', msg`Nothing here can look for names. ${advice}`);
    }
    await tools.note(msg`Only entities with a fixed form, such as dates and numbers, were found. ${advice}`);
  }
  const partly = [...lookedFor].filter(
    ([, looked]) => looked.size > 0 && !looked.has('LOCATION') && !looked.has('ORGANIZATION'),
  );
  if (partly.length > 0) {
    const languages = partly.map(([language]) => language);
    await tools.note(
      msg`In ${{ languages }} only people and entities with a fixed form were looked for. \
To find places and organisations, install a names model under Models.`,
    );
  }
  return found;
};
