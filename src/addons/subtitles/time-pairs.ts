import table from './break-words.json' with { type: 'json' };

/** Words that are one of these alternatives, which have spaces between them. */
export const wholeWord = (alternatives: string): RegExp =>
  new RegExp(`^(?:${alternatives.replaceAll(' ', '|')})$`, 'u');

const DAY = wholeWord(table.day);
const PART_OF_DAY = wholeWord(table.partOfDay);
const IBERIAN_DAY = wholeWord(table.iberianDay);
const SPAN = wholeWord(table.span);
const PAST_OR_FUTURE = wholeWord(table.pastOrFuture);
/** May also be prepositions, or begin a phrase: "two years before the war". */
const BEFORE_OR_AFTER = wholeWord(table.beforeOrAfter);
/** What is said of a span to come or gone is before it. */
const NEXT_OR_LAST = wholeWord(table.nextOrLast);

/** How closely two words without marks, in lower case, are one expression of time: "hier soir", "two years ago", "la semana pasada". */
export function timeTie(left: string, right: string): 'close' | 'loose' | null {
  if (DAY.test(left) && PART_OF_DAY.test(right)) return 'close';
  if (IBERIAN_DAY.test(left) && /^(?:por|de|à)$/u.test(right)) return 'loose';
  if (NEXT_OR_LAST.test(left) && (SPAN.test(right) || PART_OF_DAY.test(right))) return 'close';
  if (!SPAN.test(left)) return null;
  if (PAST_OR_FUTURE.test(right)) return 'close';
  return BEFORE_OR_AFTER.test(right) ? 'loose' : null;
}
