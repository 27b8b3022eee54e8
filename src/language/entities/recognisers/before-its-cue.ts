import { type Find, SURENESS } from '../found-entity.ts';
import { type ContextWords, NO_SECRET, SECRET_STOPS, SECRET_WORDS, VERBS } from './context-words.ts';

const DETERMINER =
  'my|your|his|her|our|their|the|a|an|mon|ma|votre|ton|ta|notre|le|la|l|mein|meine|ihre?|unsere?|der|die|das|mi|su|tu|nuestro|nuestra|el|il|lo|mio|mia|suo|sua|il mio|la mia|il suo|la sua';
const POINTING =
  "that's|that is|that was|that would be|this is|it's|it is|which is|those are|these are|is|was|are|c'est|ce sont|cela est|est|das ist|das war|dies ist|ist|war|lautet|eso es|ese es|esa es|es|era|son|questo e|questa e|quello e|quella e|e|è|sono|for|as|pour|comme|fur|als|para|como|per|come";
/** Words that narrow what a cue names: "my new bank PIN". */
const NARROWER =
  "(?:(?:new|old|current|full|own|bank|phone|card|customer|nouveau|neue|alte|nueva|nuova)'?s? )?";

/**
 * What stands between a value and the words that say what it is, said after it: "4271, that's my PIN"; part of a
 * folded pattern.
 */
export const BEFORE_CUE = `[ ,.;:!\\u2013-]{1,4}(?:(?:and|so|yes|yeah|um|uh|oui|ja|si|und|et|y) )?(?:${POINTING}) (?:(?:${DETERMINER}) )?${NARROWER}`;

const TAIL = new RegExp(`${BEFORE_CUE}$`, 'u');
/** Letters of the text before a cue that its value is sought in. */
const FURTHEST = 96;

/** A run of digits, and of letters among them, up to its end. */
const RUN =
  /(?:[a-z]{0,3}\d[a-z\d]*|(?<![\p{L}\p{N}'])[a-z](?![\p{L}\p{N}']))(?:[ ,./\-\uE002\uE004]{1,3}(?:[a-z]{0,3}\d[a-z\d]*|[a-z](?![\p{L}\p{N}'])))*$/u;

type CodeAt = (text: string, from: number, context: ContextWords) => number | undefined;

/**
 * The code that was said just before the words that say what it is.
 *
 * @param cue where these words start
 * @param codeAt end of the code of that kind that starts at a place
 */
export function codeBefore(
  text: string,
  cue: number,
  context: ContextWords,
  codeAt: CodeAt,
): { from: number; to: number } | undefined {
  const first = Math.max(0, cue - FURTHEST);
  const before = text.slice(first, cue);
  const tail = TAIL.exec(before);
  const run = tail && RUN.exec(before.slice(0, tail.index));
  if (!tail || !run) return undefined;
  const to = first + tail.index;
  // The longest that ends there: other numbers may precede it.
  for (const { index } of run[0].matchAll(/[a-z\d]+/gu)) {
    const from = first + run.index + index;
    if (codeAt(text, from, context) === to) return { from, to };
  }
  return undefined;
}

/** Nothing secret: "that is my password", "what is your login". */
const POINTER =
  /^(?:that|this|it|what|which|where|who|here|there|so|and|but|or|yes|no|now|he|she|they|we|you|i|one|none|nothing|something|anything|everything|birthday|name|qui|que|quoi|ce|cela|ca|was|das|dies|es|wer|wie|wo|que|cual|cuales|eso|esto|es[ae]|est[ae]|quels?|quelles?|welche[rs]?|qual[ei]?|che|cosa|questo|questa|quello|quella|ecco)$/u;

const SECRETS = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: new RegExp(
    `(?<=^|[.,!?;:\\n] ?|(?:wi-?fi|w-?lan) (?:is|ist|est|es|e|è) )(?:(?:it's|it is|c'est|das ist|es ist|es|e|è) )?(?<v>(?:(?!${SECRET_STOPS}|${VERBS}(?![\\p{L}\\p{N}]))[^\\s,;:!?"»”¿¡]+ ){0,4}?(?!${SECRET_STOPS})[^\\s,;:!?"»”¿¡]{2,})(?:, (?:that's|that is|that was|c'est|das ist|das war|eso es|esa es|questo e|questa e|quella e)|\\.? (?:is|was|est|ist|war|es|era|e|è)) (?:${DETERMINER}) ${NARROWER}(?:${words})(?![\\p{L}\\p{N}])`,
    'dgu',
  ),
}));

/** "that's blue horse 42 for the wifi": a value with digits, as a remark has none there. */
const FOR_CUE = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:that's|it's|that is|it is|c'est|das ist|es|e|è) (?<v>(?:(?!${SECRET_STOPS})[^\\s,;:!?"»”]+ ){0,4}[^\\s,;:!?"»”]*\\d[^\\s,;:!?"»”]*) (?:for|as|pour|comme|fur|als|para|como|per|come) (?:${DETERMINER}) ${NARROWER}(?:(?:wi-?fi|wlan) )?(?:${words})(?![\\p{L}\\p{N}])`,
    'dgu',
  ),
}));

/** Passwords and user names that are said before the words for them: "blue horse seven is my password". */
export function secretsBefore(text: string): Find[] {
  return [...SECRETS, ...FOR_CUE].flatMap(({ type, pattern }) =>
    [...text.matchAll(pattern)].flatMap((found): Find[] => {
      const [from, end] = found.indices?.groups?.v ?? [0, 0];
      const value = text.slice(from, end).replace(/[.,!?;:'"]+$/u, '');
      const words = value.split(' ');
      if (words.some((word) => POINTER.test(word)) || words.every((word) => NO_SECRET.has(word))) return [];
      // Before a name: it is written with a capital where it begins the sentence.
      return [{ type, from, to: from + value.length, sureness: SURENESS.form }];
    }),
  );
}
