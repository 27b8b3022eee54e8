import type { SpeakerEntity, SpeakerFinds } from './find-in-speaker-text.ts';
import { viewText, writtenSpan } from './mapped-text.ts';
import { spelledLetters, spelledPieces } from './recognisers/spelling-words.ts';

/** Shorter ones are too often something else. */
const LEAST_LETTERS = 4;

/** Words and signs that people say once more, as a whole or letter by letter. */
const REPEATED: ReadonlySet<string> = new Set(['PASSWORD', 'USERNAME']);

/**
 * Repetitions of passwords and user names by anybody, said or spelled ("swordfish seven", "s w o r d f i s h 7"): each
 * gets the label of the one it repeats.
 */
export function findRepeatedSecrets(streams: readonly SpeakerFinds[]): SpeakerEntity[][] {
  const secrets = new Map<string, SpeakerEntity>();
  for (const { spoken, entities } of streams) {
    for (const entity of entities) {
      const letters = REPEATED.has(entity.type) ? spelledLetters(viewText(spoken, entity)) : '';
      if (letters.length >= LEAST_LETTERS && !secrets.has(letters)) secrets.set(letters, entity);
    }
  }
  if (secrets.size === 0) return streams.map(() => []);
  return streams.map((stream) => repetitionsIn(stream, secrets));
}

function repetitionsIn(
  { spoken, entities }: SpeakerFinds,
  secrets: ReadonlyMap<string, SpeakerEntity>,
): SpeakerEntity[] {
  const pieces = [...spelledPieces(spoken.text)];
  const found: SpeakerEntity[] = [];
  for (let first = 0; first < pieces.length; first++) {
    const last = [...secrets]
      .map(([letters]) => lastPiece(pieces, first, letters))
      .find((at) => at !== undefined);
    const from = pieces[first]?.from;
    const to = last === undefined ? undefined : pieces[last]?.to;
    if (from === undefined || to === undefined || last === undefined) continue;
    const said = pieces
      .slice(first, last + 1)
      .map(({ letters }) => letters)
      .join('');
    const secret = secrets.get(said);
    const span = writtenSpan(spoken, from, to);
    // Whole entities inside give way to it: a name that is part of a user name.
    const isTaken = entities.some(
      (entity) =>
        entity.from < span.to &&
        entity.to > span.from &&
        (REPEATED.has(entity.type) || entity.from < span.from || entity.to > span.to),
    );
    if (secret && !isTaken) found.push({ ...secret, ...span });
    first = last;
  }
  return found;
}

/** Where the letters end that begin with a piece; undefined if it says something else. */
function lastPiece(
  pieces: readonly { letters: string }[],
  first: number,
  letters: string,
): number | undefined {
  let rest = letters;
  for (let at = first; at < pieces.length; at++) {
    const own = pieces[at]?.letters ?? '';
    if (!rest.startsWith(own)) return undefined;
    rest = rest.slice(own.length);
    if (rest === '') return at;
  }
  return undefined;
}
