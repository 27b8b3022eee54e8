import type { Translated } from '../../language/text/text-models.ts';
import groups from './given-names.json' with { type: 'json' };

/** Given names by their forms in several languages. */
const GROUP_OF: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => group.split(' ').map((name): [string, string] => [name, group])),
);

/** A word with a capital; what follows a name of a ruler or a saint is a number. */
const NAME = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]+(?![\p{L}\p{M}])(?! [IVX]+\b)/gu;

type Names = Pick<Translated, 'text' | 'words'>;

/**
 * Calls people as the original does: models translate given names, such as Maria into Mary. A name is put back where the original has another
 * form of it, and not that one.
 */
export function withOwnNames<Made extends Names>(source: string, made: Made): Made {
  const own = new Set(source.match(NAME));
  const forms = new Map([...own].flatMap((name) => (GROUP_OF.has(name) ? [[GROUP_OF.get(name), name]] : [])));
  if (forms.size === 0) return made;
  let text = '';
  let end = 0;
  const moves: { at: number; by: number }[] = [];
  for (const { 0: name, index } of made.text.matchAll(NAME)) {
    const wanted = own.has(name) ? undefined : forms.get(GROUP_OF.get(name));
    if (wanted === undefined) continue;
    text += made.text.slice(end, index) + wanted;
    end = index + name.length;
    moves.push({ at: end, by: wanted.length - name.length });
  }
  if (moves.length === 0) return made;
  const moved = (place: number) =>
    place + moves.reduce((sum, { at, by }) => (place >= at ? sum + by : sum), 0);
  return {
    ...made,
    text: text + made.text.slice(end),
    ...(made.words && {
      words: made.words.map((word) => ({ ...word, start: moved(word.start), end: moved(word.end) })),
    }),
  };
}
