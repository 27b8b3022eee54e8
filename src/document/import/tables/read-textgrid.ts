import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import type { Word } from '../../../contract/transcripts/utterance.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport } from '../bad-import.ts';
import type { ImportNotes } from '../import-notes.ts';
import { joinMarks } from '../json/join-marks.ts';
import { goesOn, joinRows } from '../text/join-rows.ts';
import { withNobody } from '../voices/nobody.ts';

interface Interval {
  start: number;
  end: number;
  text: string;
}

interface Tier {
  name: string;
  intervals: Interval[];
}

/** Praat reads what stands alone: numbers, texts in quotes and flags; all else is for people. Long and short form are then the same. */
const TOKEN = /"([^"]*(?:""[^"]*)*)"|(?<!\S)(-?\d[\d.eE+-]*)(?!\S)|![^\n]*/gu;
const WORDS = /^(?:(.*\S)\s*[-–_/]\s*)?words?$/iu;
const SOUNDS = /(?:^|[\s_/-])(?:phones?|phonemes?|syllables?)$/iu;
/** A tier that is called by what it has, not by who speaks. */
const NAMELESS =
  /^(?:transcript(?:ion)?|utterances?|sentences?|segments?|text|ortho(?:graphy)?|silences?)$/iu;
/** Whose words a tier has; empty if it does not say so. */
const ownerOf = ({ name }: Tier): string => WORDS.exec(name)?.[1] ?? '';
const voiceOf = (name: string): string | null => (name === '' || NAMELESS.test(name) ? null : name);

/** A silence after which words are another passage; seconds. */
const PAUSE = 0.6;

type Token = string | number;

const tokensOf = (content: string): Token[] =>
  Array.from(
    content.matchAll(TOKEN),
    ([, text, number]) => text?.replaceAll('""', '"') ?? (number === undefined ? null : Number(number)),
  ).filter((token) => token !== null);

/** The tiers of a file, and whether all of them are whole. */
function tiersOf(tokens: readonly Token[]): { tiers: Tier[]; isWhole: boolean } {
  let next = tokens.findIndex((token) => token === 'IntervalTier' || token === 'TextTier');
  const tiers: Tier[] = [];
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

const wordOf = ({ start, end, text }: Interval, before: Interval | undefined): Word => ({
  word: before ? goesOn(before.text, text) : text,
  start,
  end,
  confidence: 1,
});

const passage = (
  { start, end, text }: Interval,
  voice: string | null,
  words: readonly Interval[],
): ImportedPassage => ({
  start,
  end,
  text,
  rows: null,
  voice,
  channel: 0,
  language: null,
  words: words.length > 0 ? words.map((word, index) => wordOf(word, words[index - 1])) : null,
});

/** Words with the marks that have intervals of their own. */
const withMarks = (words: readonly Interval[], text: string): Interval[] =>
  joinMarks(
    words.map(({ text: word, ...times }) => ({ word, ...times })),
    text,
  ).map(({ word, ...times }) => ({ text: word, ...times }));

/** Words alone: parted where nobody speaks. */
function passagesOfWords(words: readonly Interval[], voice: string | null): ImportedPassage[] {
  const groups: Interval[][] = [];
  for (const word of withMarks(words, '')) {
    const last = groups.at(-1);
    if (last && word.start - (last.at(-1)?.end ?? 0) < PAUSE) last.push(word);
    else groups.push([word]);
  }
  return groups.map((group) =>
    passage(
      {
        start: group[0]?.start ?? 0,
        end: group.at(-1)?.end ?? 0,
        text: joinRows(group.map(({ text }) => text)),
      },
      voice,
      group,
    ),
  );
}

const unspaced = (text: string): string => text.replaceAll(/\s+/gu, '');

/** The words of each passage: those whose middle lies in it. Both are in order. */
function passagesWithWords(tier: Tier, words: readonly Interval[], voice: string | null): ImportedPassage[] {
  let next = 0;
  return tier.intervals.map((interval) => {
    const own: Interval[] = [];
    for (let word = words[next]; word && (word.start + word.end) / 2 < interval.end; word = words[++next]) {
      if ((word.start + word.end) / 2 >= interval.start) own.push(word);
    }
    const isWhole = unspaced(own.map(({ text }) => text).join('')) === unspaced(interval.text);
    return passage(interval, voice, isWhole ? withMarks(own, interval.text) : []);
  });
}

/** The intervals of a Praat TextGrid: a tier for each speaker, with its words beside it if the file has them. Throws AppError 400. */
export function readTextGrid(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const { tiers: all, isWhole } = tiersOf(tokensOf(content));
  const tiers = all.filter((tier) => !SOUNDS.test(tier.name) && tier.intervals.length > 0);
  if (tiers.length === 0) throw badImport(name, null, msg`it is no TextGrid with text, or not all of it`);
  if (!isWhole) notes.add(null, msg`The file is cut off or broken: what follows was left out`);
  const texts = tiers.filter((tier) => !WORDS.test(tier.name));
  const left = new Set(tiers.filter((tier) => WORDS.test(tier.name)));
  const found = texts.flatMap((tier) => {
    const words = [...left].find(
      (other) => ownerOf(other) === tier.name || (!ownerOf(other) && texts.length === 1),
    );
    if (words) left.delete(words);
    return passagesWithWords(tier, words?.intervals ?? [], voiceOf(tier.name));
  });
  const alone = [...left].flatMap((tier) => passagesOfWords(tier.intervals, voiceOf(ownerOf(tier))));
  return withNobody([...found, ...alone]);
}
