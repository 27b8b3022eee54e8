import { withWords } from '../../cues/cues.ts';
import { type Find, SURENESS } from '../found-entity.ts';
import { type ContextWords, NO_SECRET, SECRET_WORDS } from './context-words.ts';

const TAIL = withWords('<that is>$');
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
const POINTER = withWords('^<pointer>$');

/** Passwords before the words for them, and those with digits, as a remark has none there: "that's blue horse 42 for the wifi". */
const BEFORE = SECRET_WORDS.flatMap(({ type, words }) => {
  const cue = `<determiner> (?:<narrower>(?:'?s)? )?(?:(?:wi-?fi|wlan) )?(?:${words})(?![\\p{L}\\p{N}])`;
  const word = '[^\\s,;:!?"»”¿¡]';
  return [
    "(?<=^|[.,!?;:\\n] ?|(?:wi-?fi|w-?lan) (?:is|ist|est|es|e|è) )(?:(?:it's|it is|c'est|das ist|es ist|es|e|è) )?" +
      `(?<v>(?:(?!<ends secret>(?!')|<is>)${word}+ ){0,4}?(?!<ends secret>(?!'))${word}{2,})(?:,|\\.?) <pointing> ${cue}`,
    `(?<![\\p{L}\\p{N}])<pointing> (?<v>(?:(?!<ends secret>(?!'))${word}+ ){0,4}${word}*\\d${word}*) <pointing> ${cue}`,
  ].map((source) => ({ type, pattern: withWords(source, 'dgu') }));
});

/** Passwords and user names that are said before the words for them: "blue horse seven is my password". */
export function secretsBefore(text: string): Find[] {
  return BEFORE.flatMap(({ type, pattern }) =>
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
