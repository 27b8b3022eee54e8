import { captionRules } from '../../addons/subtitles/caption-rules.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { makeCues } from '../../addons/subtitles/make-cues.ts';
import { subtitlesConfig } from '../../addons/subtitles/schema.ts';
import type { Word } from '../../contract/transcripts/utterance.ts';
import type { SpokenParagraph } from '../spoken-paragraphs.ts';
import type { ExportOptions } from './export-options.ts';

/** A transcript in another language. */
interface Other {
  paragraphs: readonly SpokenParagraph[];
  /** Who says a paragraph, as the cues call them. */
  voiceOf: (paragraph: SpokenParagraph) => string | null;
}

/** Cues with the same in further languages: below the first in each cue, or as cues of their own at the top. */
export function cuesBeside(
  cues: readonly Cue[],
  beside: readonly Other[],
  { captions = subtitlesConfig.parse({}), layout = 'stacked' }: ExportOptions,
): readonly Cue[] {
  if (beside.length === 0) return cues;
  const rules = { ...captionRules(captions), maximumMs: Number.POSITIVE_INFINITY };
  const rowsOf = (cue: Cue, paragraph: SpokenParagraph, words: readonly Word[]): string[] => {
    if (words.length === 0) return [];
    // The order of words is that of their language, so they are laid out as if they were said evenly.
    const start = cue.startMs / 1000;
    const each = (cue.endMs - cue.startMs) / 1000 / words.length;
    const even = words.map((word, at) => ({
      ...word,
      start: start + at * each,
      end: start + (at + 1) * each,
    }));
    const spoken = { ...paragraph, start, end: cue.endMs / 1000, words: even };
    return makeCues([spoken], rules).flatMap(({ rows }) => rows);
  };
  const further: string[][] = cues.map(() => []);
  for (const { paragraphs, voiceOf } of beside) {
    for (const paragraph of paragraphs) {
      const own = cuesOf(cues, paragraph, voiceOf(paragraph));
      for (const [at, words] of shared(
        paragraph.words,
        own.slice(1).map((index) => (cues[index]?.startMs ?? 0) / 1000),
      ).entries()) {
        const index = own[at] ?? -1;
        const cue = cues[index];
        if (cue) further[index]?.push(...rowsOf(cue, paragraph, words));
      }
    }
  }
  return cues.flatMap((cue, index): Cue[] => {
    const rows = further[index] ?? [];
    if (rows.length === 0) return [cue];
    if (layout === 'stacked') return [{ ...cue, rows: [...cue.rows, ...rows] }];
    return [{ ...cue, rows, place: 'top' }, cue];
  });
}

/** The indexes of the cues while a paragraph is said: of its voice, where a cue has that; at least the nearest one. */
function cuesOf(cues: readonly Cue[], { start, end }: SpokenParagraph, voice: string | null): number[] {
  const [startMs, endMs] = [start * 1000, end * 1000];
  const all = cues.map((cue, index) => ({
    index,
    isOwn: cue.voice === voice,
    distance: Math.max(cue.startMs - endMs, startMs - cue.endMs),
  }));
  const own = all.filter(({ isOwn }) => isOwn);
  const from = own.length > 0 ? own : all;
  const during = from.filter(({ distance }) => distance < 0);
  const nearest = from.reduce<(typeof all)[number] | null>(
    (best, one) => (best === null || one.distance < best.distance ? one : best),
    null,
  );
  return (during.length > 0 ? during : nearest ? [nearest] : []).map(({ index }) => index);
}

const ENDS_CLAUSE = /[.,;:!?…。，、]["'”’»)]*$/u;

/**
 * Words cut where each of these times has the fewest words on its wrong side: words of a translation are in its own order, with the times of
 * the words that they translate. Marks are good places to cut.
 */
function shared(words: readonly Word[], times: readonly number[]): Word[][] {
  const cuts = [0];
  for (const time of times) {
    let best = cuts.at(-1) ?? 0;
    // Words after the cut that are said before it.
    let wrong = words.slice(best).filter(({ start }) => start < time).length;
    let least = wrong - (isGood(best) ? 0.5 : 0);
    for (let cut = best; cut < words.length; cut++) {
      wrong += (words[cut]?.start ?? 0) < time ? -1 : 1;
      const cost = wrong - (isGood(cut + 1) ? 0.5 : 0);
      if (cost < least) [best, least] = [cut + 1, cost];
    }
    cuts.push(best);
  }
  return cuts.map((cut, index) => words.slice(cut, cuts[index + 1] ?? words.length));

  function isGood(cut: number): boolean {
    return cut === words.length || ENDS_CLAUSE.test(words[cut - 1]?.word ?? '');
  }
}
