import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { passagesOf, type RecognisedPart, segmentsOfWords } from '../json/recognised-segments.ts';
import { wordsOfSpans } from '../json/spoken-words.ts';
import { inOneRow } from '../text/join-rows.ts';
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';

interface Tier {
  name: string;
  intervals: { start: number; end: number; text: string }[];
}

/** The tiers of a file, and whether all of them are whole. */
function tiersOf(content: string): { tiers: Tier[]; isWhole: boolean } {
  const tokens = Array.from(content.matchAll(MARKS.praatToken)).flatMap(
    ([, text, number]) => text?.replaceAll('""', '"') ?? (number === undefined ? [] : Number(number)),
  );
  const tiers: Tier[] = [];
  let next = tokens.findIndex((token) => token === 'IntervalTier' || token === 'TextTier');
  while (next >= 0 && next < tokens.length) {
    const [kind, name, , , size] = tokens.slice(next, next + 5);
    if (typeof size !== 'number') return { tiers, isWhole: false };
    next += 5;
    const tier: Tier = { name: String(name), intervals: [] };
    tiers.push(tier);
    const width = kind === 'IntervalTier' ? 3 : 2;
    for (let left = size; left > 0; left--, next += width) {
      const [start, end, label] = tokens.slice(next, next + width);
      if (typeof start !== 'number' || next + width > tokens.length) return { tiers, isWhole: false };
      // A tier of points has no intervals.
      if (typeof end !== 'number' || typeof label !== 'string' || label.trim() === '') continue;
      tier.intervals.push({ start, end, text: label.trim() });
    }
  }
  return { tiers, isWhole: true };
}

/** The words of a tier, as parts of segments. */
const wordsIn = (tier: Tier | undefined, voice: string | null): RecognisedPart[] =>
  (tier?.intervals ?? []).map(({ text: word, ...times }) => ({ word, ...times, confidence: null, voice }));

/** The intervals of a Praat TextGrid: a tier for each speaker, with its words beside it if the file has them. Throws AppError 400. */
export function readTextGrid(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const { tiers: all, isWhole } = tiersOf(content);
  const tiers = all.filter((tier) => !MARKS.soundTier.test(tier.name) && tier.intervals.length > 0);
  if (tiers.length === 0) throw badImport(name, null, msg`it is no TextGrid with text, or not all of it`);
  if (!isWhole) notes.add(null, msg`The file is cut off or broken: what follows was left out`);
  const voiceOf = (name: string) => (MARKS.namelessTier.test(name) ? null : name);
  /** By whose words a tier has; empty if its name has no owner. */
  const ofWords = new Map(
    tiers.flatMap((tier) => {
      const owner = MARKS.wordTier.exec(tier.name);
      return owner ? [[owner[1] ?? '', tier]] : [];
    }),
  );
  const texts = tiers.filter((tier) => !MARKS.wordTier.test(tier.name));
  const found = texts.flatMap(({ name: tier, intervals }) => {
    const voice = voiceOf(tier);
    const owner = texts.length === 1 && !ofWords.has(tier) ? '' : tier;
    const parts = wordsOfSpans(intervals, wordsIn(ofWords.get(owner), voice));
    ofWords.delete(owner);
    return intervals.map((interval, at) => ({ ...interval, voice, words: parts[at] ?? [] }));
  });
  const alone = [...ofWords].flatMap(([owner, tier]) =>
    segmentsOfWords(wordsIn(tier, voiceOf(owner)), '', { pause: LIMITS.tierPause }),
  );
  return passagesOf([...found, ...alone], notes, inOneRow);
}
