import MiniSearch from 'minisearch';
import { speakerName } from '../../contract/transcripts/voice-name.ts';
import { contentTerms } from '../content-terms.ts';
import type { SpokenSentence } from '../spoken-sentences.ts';

/** Sentences that belong together. */
const PASSAGE = 6;

/**
 * The passages of a long transcript relevant to a prompt (BM25), as many as fit; in order. A prompt that shares no
 * word with it gets passages from all parts.
 *
 * @param maximumTokens of all passages together
 * @param countTokens of a text
 */
export function findPassages(
  sentences: readonly SpokenSentence[],
  prompt: string,
  maximumTokens: number,
  countTokens: (text: string) => number,
): SpokenSentence[] {
  const passages = Array.from({ length: Math.ceil(sentences.length / PASSAGE) }, (_, id) => {
    const own = sentences.slice(id * PASSAGE, (id + 1) * PASSAGE);
    return { id, own, text: own.map(({ text }) => text).join(' '), language: own[0]?.language ?? 'en' };
  });
  const index = new MiniSearch<{ id: number; terms: string }>({
    fields: ['terms'],
    // Both sides are terms already.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  index.addAll(
    passages.map(({ id, text, language }) => ({ id, terms: contentTerms(text, language).join(' ') })),
  );
  const languages = new Set(['en', ...passages.map(({ language }) => language)]);
  const asked = new Set([...languages].flatMap((language) => contentTerms(prompt, language)));
  const found = index.search([...asked].join(' ')).map(({ id }) => Number(id));
  const chosen = new Set<number>();
  let left = maximumTokens;
  for (const id of [...found, ...fromAllOver(passages.length)]) {
    const passage = passages[id];
    if (!passage || chosen.has(id)) continue;
    const tokens = countTokens(passage.text) + PASSAGE * countTokens(`\n${speakerName(0)}: `);
    if (tokens > left) break;
    left -= tokens;
    chosen.add(id);
  }
  return passages.filter(({ id }) => chosen.has(id)).flatMap(({ own }) => own);
}

/** First the ends, then recursively the middles, so that wherever it stops no part is missing for long. */
function fromAllOver(count: number): number[] {
  const order = [0, count - 1];
  for (let step = count / 2; step >= 1; step /= 2) {
    for (let at = step; at < count; at += step) order.push(Math.floor(at));
  }
  return [...new Set(order)];
}
