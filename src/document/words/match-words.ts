import { firstIndex } from '../../lib/first-index.ts';

/** Most cells of the table that compares words. */
const MOST_CELLS = 10_000_000;
/** Words that must follow each other, and be nowhere else, to divide texts too long for the table. */
const ANCHORS = [5, 4, 3, 2, 1] as const;

/** A place in the first list, and in the second. */
export type Pair = [number, number];

/**
 * Pairs of equal words in order, as many as there can be, equal beginnings and ends first. Texts too long to compare
 * every word with every other, some 3,000 words, are divided where the same rare words are.
 */
export function matchWords(old: readonly string[], wanted: readonly string[]): Pair[] {
  let head = 0;
  while (head < old.length && head < wanted.length && old[head] === wanted[head]) head++;
  let tail = 0;
  const rest = Math.min(old.length, wanted.length) - head;
  while (tail < rest && old[old.length - 1 - tail] === wanted[wanted.length - 1 - tail]) tail++;
  const middle = matchMiddle(
    old.slice(head, old.length - tail),
    wanted.slice(head, wanted.length - tail),
    ANCHORS,
  );
  return [
    ...Array.from({ length: head }, (_, index): Pair => [index, index]),
    ...middle.map(([one, other]): Pair => [one + head, other + head]),
    ...Array.from(
      { length: tail },
      (_, index): Pair => [old.length - tail + index, wanted.length - tail + index],
    ),
  ];
}

function matchMiddle(
  old: readonly string[],
  wanted: readonly string[],
  [length, ...shorter]: readonly number[],
): Pair[] {
  if (old.length === 0 || wanted.length === 0) return [];
  if ((old.length + 1) * (wanted.length + 1) <= MOST_CELLS) return commonWords(old, wanted);
  if (length === undefined) return [];
  const anchors = inOrder(sharedOnce(old, wanted, length));
  const pairs: Pair[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [oldNext, newNext] of [...anchors, [old.length, wanted.length] satisfies Pair]) {
    const between = matchMiddle(old.slice(oldAt, oldNext), wanted.slice(newAt, newNext), shorter);
    for (const [one, other] of between) pairs.push([one + oldAt, other + newAt]);
    if (oldNext < old.length && newNext < wanted.length) pairs.push([oldNext, newNext]);
    [oldAt, newAt] = [oldNext + 1, newNext + 1];
  }
  return pairs;
}

/** Where runs of so many words begin that both texts have exactly once, in order of the second. */
function sharedOnce(old: readonly string[], wanted: readonly string[], length: number): Pair[] {
  const places = onlyPlaces(old, length);
  return [...onlyPlaces(wanted, length)].flatMap(([run, at]): Pair[] => {
    const there = places.get(run) ?? -1;
    return at < 0 || there < 0 ? [] : [[there, at]];
  });
}

/** The place of each run of words; -1 if it is at several. */
function onlyPlaces(words: readonly string[], length: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at++) {
    const run = words.slice(at, at + length).join(' ');
    places.set(run, places.has(run) ? -1 : at);
  }
  return places;
}

/** The most of these pairs that rise in both texts: patience sorting. `pairs` rise in the second. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  /** The smallest end of a rising run of each length, and what is before each pair in its run. */
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([old], index) => {
    const length = firstIndex(ends.length, (run) => (pairs[ends[run] ?? 0]?.[0] ?? 0) >= old);
    before.push(ends[length - 1] ?? -1);
    ends[length] = index;
  });
  const run: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

/** The longest common subsequence, by dynamic programming. */
function commonWords(old: readonly string[], wanted: readonly string[]): Pair[] {
  const width = wanted.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = wanted.length - 1; j >= 0; j--) {
      const down = longest[(i + 1) * width + j] ?? 0;
      const right = longest[i * width + j + 1] ?? 0;
      const both = (longest[(i + 1) * width + j + 1] ?? 0) + 1;
      longest[i * width + j] = old[i] === wanted[j] ? both : Math.max(down, right);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < old.length && j < wanted.length; ) {
    if (old[i] === wanted[j]) pairs.push([i++, j++]);
    else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
