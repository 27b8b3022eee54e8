/** A word of an utterance, as frames see it. */
interface FrameWord {
  whole: string;
  endsPhrase: boolean;
}

/** Words around what is sought: "habe mit _ gesprochen", "geboren am ... in _". */
export type Frame = readonly string[];

export interface FrameMatch {
  from: number;
  /** Undefined where nothing of the frame follows it. */
  to?: number;
  /** Place of `...`. */
  gap?: readonly [from: number, to: number];
}

export const isFrame = (phrase: string): boolean => phrase.split(' ').includes('_');
export const framesOf = (phrases: readonly string[]): Frame[] =>
  phrases.filter(isFrame).map((phrase) => phrase.split(' '));

const MOST_SOUGHT = 3;
const MOST_BETWEEN = 7;

/** Place of what a frame seeks, if the frame begins at a place. */
export function frameAt(
  words: readonly FrameWord[],
  place: number,
  [part, ...rest]: Frame,
  found: FrameMatch = { from: place },
): FrameMatch | null {
  if (part === undefined) return found;
  const own = words[place];
  if (!own) return null;
  if (part === '_' && rest.length === 0) return { ...found, from: place };
  const isOpen = part === '_' || part === '...';
  if (!isOpen) {
    const fits = own.whole === part && !(own.endsPhrase && rest.length > 0);
    return fits ? frameAt(words, place + 1, rest, found) : null;
  }
  for (let count = 1; count <= (part === '_' ? MOST_SOUGHT : MOST_BETWEEN); count++) {
    if (part === '_' && words[place + count - 1]?.endsPhrase) return null;
    const to = place + count;
    const next: FrameMatch = part === '_' ? { ...found, from: place, to } : { ...found, gap: [place, to] };
    const match = frameAt(words, to, rest, next);
    if (match) return match;
  }
  return null;
}
