import type { TimedToken } from '../recognisers/recogniser.ts';
import { findSound, HOP_SECONDS } from './find-word-ends.ts';

/** A token counts as this many letters at least: a comma is a pause. */
const LEAST_LETTERS = 0.5;

/** Times tokens of a model without times: each takes as much of the window's sound (mono, 16 kHz) as it has letters. */
export function spreadTokens(tokens: readonly Omit<TimedToken, 'time'>[], pcm: Float32Array): TimedToken[] {
  const sounding = findSound(pcm).flatMap((sounds, hop) => (sounds ? [hop] : []));
  const letters = tokens.map(({ text }) =>
    Math.max(text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0, LEAST_LETTERS),
  );
  const all = letters.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return tokens.map((token, index) => {
    const hop = sounding[Math.floor((before / all) * sounding.length)] ?? 0;
    before += letters[index] ?? 0;
    return { ...token, time: hop * HOP_SECONDS };
  });
}
