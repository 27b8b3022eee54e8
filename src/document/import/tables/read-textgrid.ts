import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { passagesOf, type RecognisedPart, segmentsOfWords } from '../json/recognised-segments.ts';
import { wordsOfSpans } from '../json/spoken-words.ts';
import { inOneRow } from '../text/join-rows.ts';
import { wholeOf } from '../vocabulary/patterns.ts';
import words from '../vocabulary/texts.json' with { type: 'json' };
import { withNobody } from '../voices/own-names.ts';

const { patterns } = words;

interface Tier {
  name: string;
  intervals: { start: number; end: number; text: string }[];
}

/** Praat reads what is alone: numbers, texts in quotes and flags; all else is for people. Long and short form are then the same. */
const TOKEN = /"([^"]*(?:""[^"]*)*)"|(?<!\S)(-?\d[\d.eE+-]*)(?!\S)|![^\n]*/gu;
const WORDS = /^(?:(.*\S)\s*[-–_/]\s*)?words?$/iu;
const SOUNDS = new RegExp(String.raw`(?:^|[\s_/-])(?:${patterns.tiersOfSounds.join('|')})$`, 'iu');
/** A tier that is called by what it has, not by who speaks. */
const NAMELESS = wholeOf(['', ...patterns.tiersOfNobody]);

/** A silence after which words are another passage; seconds. */
const PAUSE = 0.6;

/** The tiers of a file, and whether all of them are whole. */
function tiersOf(content: string): { tiers: Tier[]; isWhole: boolean } {
  const tokens = Array.from(content.matchAll(TOKEN)).flatMap(
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

const wordsIn = ({ intervals }: Tier, voice: string | null): RecognisedPart[] =>
  intervals.map(({ text: word, ...times }) => ({ word, ...times, confidence: null, voice }));

const unspaced = (text: string): string => text.replaceAll(/\s+/gu, '');

/** The intervals of a Praat TextGrid: a tier for each speaker, with its words beside it if the file has them. Throws AppError 400. */
export function readTextGrid(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const { tiers: all, isWhole } = tiersOf(content);
  const tiers = all.filter((tier) => !SOUNDS.test(tier.name) && tier.intervals.length > 0);
  if (tiers.length === 0) throw badImport(name, null, msg`it is no TextGrid with text, or not all of it`);
  if (!isWhole) notes.add(null, msg`The file is cut off or broken: what follows was left out`);
  const texts = tiers.filter((tier) => !WORDS.test(tier.name));
  /** By whose words a tier has; empty if it does not say so. */
  const ofWords = new Map(
    tiers.flatMap((tier) => {
      const owner = WORDS.exec(tier.name);
      return owner ? [[owner[1] ?? '', tier]] : [];
    }),
  );
  const found = texts.flatMap((tier) => {
    const voice = NAMELESS.test(tier.name) ? null : tier.name;
    const owner = [tier.name, ...(texts.length === 1 ? [''] : [])].find((one) => ofWords.has(one)) ?? '';
    const beside = texts.length === 1 || owner !== '' ? ofWords.get(owner) : undefined;
    if (beside) ofWords.delete(owner);
    const words = beside ? wordsIn(beside, voice) : [];
    const parts = wordsOfSpans(tier.intervals, words);
    return tier.intervals.map((interval, at) => {
      const own = parts[at] ?? [];
      const areAll = unspaced(own.map(({ word }) => word).join('')) === unspaced(interval.text);
      return { ...interval, voice, words: areAll ? own : [] };
    });
  });
  const alone = [...ofWords].flatMap(([owner, tier]) =>
    segmentsOfWords(wordsIn(tier, NAMELESS.test(owner) ? null : owner), '', { pause: PAUSE }),
  );
  return withNobody(passagesOf([...found, ...alone], notes, inOneRow));
}
