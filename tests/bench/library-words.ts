import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { InvertedIndex } from '../../src/client/library/inverted-index.ts';
import { wordTokens } from '../../src/client/library/word-tokens.ts';
import { foldLetters } from '../../src/lib/fold-letters.ts';
import type { Figure } from '../runner/figure.ts';

const MANY = 5000;
/** Ten minutes of speech. */
const WORDS = 1500;
const VOCABULARY = 20_000;

const SPEAKERS = 'Speaker 1\nSpeaker 2';

/** Memory of the index of all words, beside that of MiniSearch's own, in Node: words as frequent as in a language. */
export async function libraryWords(): Promise<Figure[]> {
  const ours = heldBy(() => {
    const index = new InvertedIndex();
    for (const { id, text } of texts())
      index.set(id, { name: `episode-${id}.mp3`, labels: '', notes: SPEAKERS, text });
    index.trim();
    return index;
  });
  const theirs = heldBy(() => {
    const index = new MiniSearch({
      fields: ['name', 'speakers', 'text'],
      tokenize: wordTokens,
      processTerm: (word) => foldLetters(word) || null,
    });
    for (const { id, text } of texts())
      index.add({ id, name: `episode-${id}.mp3`, speakers: SPEAKERS, text });
    return index;
  });
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'library',
    name: `the words of ${MANY} recordings: ${name}`,
    value,
    unit: 'MB',
    ...rest,
  });
  return [figure('the index', ours, { atMost: 50 }), figure("MiniSearch's own", theirs)];
}

function* texts(): Generator<{ id: string; text: string }> {
  let seed = 1;
  for (let number = 0; number < MANY; number++) {
    const words = Array.from({ length: WORDS }, () => {
      seed = (seed * 48271) % 2147483647;
      // Few words make most of a text.
      return `w${Math.floor(VOCABULARY ** (seed / 2147483647)).toString(36)}`;
    });
    yield { id: String(number), text: `needle${number}x ${words.join(' ')}` };
  }
}

/** Megabytes that stay in memory with what is made. */
function heldBy(make: () => object): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  const held = process.memoryUsage().heapUsed - before;
  // Kept until here.
  return Object.keys(made).length >= 0 ? held / 1e6 : 0;
}
