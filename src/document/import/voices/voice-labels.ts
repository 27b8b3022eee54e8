import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { lineReader } from '../text/line-layouts.ts';
import data from '../vocabulary/lines.json' with { type: 'json' };
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { areTurns, inCapitals, isBracketedName, isLike, isNumbered, isSaid, type Labelled } from './names.ts';

const readLabel = lineReader(data.labels);
const readBracketed = lineReader(data.bracketed);
/** A name and its text, of which the colon has no space behind it. */
const readJoined = lineReader(data.joined);

/** "[Ada] Hello", where about every second text or more begins so; "[Music] Hello" is none. Null where such brackets are no names. */
function bracketedNames(texts: readonly string[]): (Labelled | null)[] | null {
  const labels = texts.map((text) => labelBy(readBracketed, text, isBracketedName));
  const count = labels.filter((label) => label !== null).length;
  const spoken = texts.filter((text) => !/^\s*[[(<][^\][()<>]*[\])>]\s*$/u.test(text)).length;
  return count > 1 && count >= spoken * LIMITS.bracketedTexts ? labels : null;
}

function labelBy(read: typeof readLabel, text: string, is: (voice: string) => boolean): Labelled | null {
  const { voice = '', text: said = '' } = read(text) ?? {};
  const name = voice.trim();
  return is(name) ? { voice: name, text: said } : null;
}

const isLabel = (voice: string): boolean =>
  /[\p{L}\p{Extended_Pictographic}]/u.test(voice) && voice.split(/\s+/u).length <= LIMITS.labelWords;

/** What may be names before texts. Without a space behind their colon, such as "Lehrer:Innen", they need nearly all texts to have such. */
function labelsOf(texts: readonly string[]): (Labelled | null)[] {
  const labels = texts.map((text) => labelBy(readLabel, text, isLabel));
  const joined = texts.map((text, at) => (labels[at] ? null : labelBy(readJoined, text, isLabel)));
  const names = joined.flatMap((label) => label?.voice ?? []);
  const areNames = names.length >= texts.length * LIMITS.unspacedNames && new Set(names).size > 1;
  return areNames ? labels.map((label, at) => label ?? joined[at] ?? null) : labels;
}

/**
 * The names that are before texts. "Note: this matters" is no name, so what is before a colon is one only if it is "Speaker 2", or
 * is there at least twice, or is in capitals in a file that has such names; anything like a name in a file that
 * has names, or where nearly every text has one, and they come again or say something to each other.
 *
 * @param title the most texts that may be before the first name and are no speech
 */
export function findLabels(texts: readonly string[], title = 0): (Labelled | null)[] {
  const names = bracketedNames(texts);
  const found = labelsOf(texts).map((label, at) => names?.[at] ?? label);
  const said = found.filter((label) => label !== null);
  const isNone = ({ voice }: Labelled) => !isNumbered(voice) && isSaid(voice);
  const labels = found.map((label) => (label && isNone(label) ? null : label));
  const all = labels.filter((label) => label !== null);
  const counts = new Map<string, number>();
  for (const { voice } of all) counts.set(voice, (counts.get(voice) ?? 0) + 1);
  const isAgain = ({ voice }: Labelled) => (counts.get(voice) ?? 0) > 1;
  const begins = labels.findIndex((label) => label !== null);
  const count = texts.length - (said.length - all.length) - Math.min(title, Math.max(0, begins));
  const capitals = all.filter(({ voice }) => inCapitals(voice));
  const hasCapitals =
    new Set(capitals.map(({ voice }) => voice)).size > 1 || capitals.length >= count * LIMITS.namedTexts;
  const isName = (label: Labelled) =>
    isNumbered(label.voice) || isAgain(label) || (hasCapitals && inCapitals(label.voice));
  const named = all.filter(isName).length;
  const likely = all.filter((label) => isName(label) || isLike(label.voice)).length;
  const isLikely = likely > 1 && likely >= count * LIMITS.likelyNames && (named > 0 || areTurns(labels));
  const isUsual = named >= count * LIMITS.namedTexts;
  return labels.map((label, at) => {
    if (!label || names?.[at] || isNumbered(label.voice)) return label;
    if (isName(label) || (isLikely && isLike(label.voice))) return label;
    return isUsual && isLike(label.voice) && !/^\d{1,2}:\d/.test(label.text) ? label : null;
  });
}

/** A row of a cue, or a part of one, that one voice says. */
export interface VoicedRow {
  text: string;
  /** Whether a mark says that it is another voice than the one before. */
  isChange: boolean;
}

const without = (mark: RegExp, row: string): VoicedRow => ({
  text: row.replace(mark, ''),
  isChange: mark.test(row),
});

/** The rows of a cue that is a dialogue: at least two begin with a dash. Null for any other. */
function dialogue(rows: readonly string[]): VoicedRow[] | null {
  const parts = rows.flatMap((row) => (MARKS.dash.test(row) ? row.split(MARKS.dashInside) : [row]));
  return parts.filter((part) => MARKS.dash.test(part)).length > 1
    ? parts.map((part) => without(MARKS.dash, part))
    : null;
}

/**
 * The rows of cues without the marks of captions that say where the voice changes: ">>", and dashes where a cue has two voices. Other
 * texts keep such signs.
 */
export function voiceChanges(cues: readonly (readonly string[])[]): VoicedRow[][] {
  const hasArrows = cues.some((rows) => rows.some((row) => MARKS.arrows.test(row)));
  const dialogues = cues.map(dialogue);
  const hasDialogues = dialogues.some((rows) => rows !== null);
  return cues.map((rows, index) => {
    if (hasArrows)
      return rows.flatMap((row) => row.split(MARKS.arrowsInside)).map((row) => without(MARKS.arrows, row));
    const [first, ...others] = rows;
    const isAnswer = hasDialogues && first !== undefined && others.every((row) => !MARKS.dash.test(row));
    const single = () =>
      rows.map((row, at) =>
        isAnswer && at === 0 ? without(MARKS.dash, row) : { text: row, isChange: false },
      );
    return dialogues[index] ?? single();
  });
}

/** The same of lines of a text, of which each is a passage: dashes where about every second line or more begins with one. */
export function lineChanges(lines: readonly string[]): VoicedRow[][] {
  const dashed = lines.filter((line) => MARKS.dash.test(line)).length;
  if (dashed < 2 || dashed < lines.length * LIMITS.dashedLines)
    return voiceChanges(lines.map((line) => [line]));
  return lines.map((line) => line.split(MARKS.dashInside).map((part) => without(MARKS.dash, part)));
}

/** What programs change of a name: capitals, marks and spaces. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();

/** The name before a text, with its colon, if it is that of the voice; empty otherwise. */
function ownLabel(text: string, voice: string): string {
  // A name may have a colon.
  if (text.startsWith(`${voice}: `)) return `${voice}: `;
  const [label = '', name = ''] = MARKS.ownLabel.exec(text) ?? [];
  return plain(name) !== '' && plain(name) === plain(voice) ? label : '';
}

/** The words of a passage without a label before its text; null if it ends within one. */
export function withoutLabel(words: ImportedPassage['words'], label: string): ImportedPassage['words'] {
  let said = '';
  const last = (words ?? []).findIndex(({ word }) => {
    said += word;
    return plain(said).length >= plain(label).length;
  });
  const isColon = /^\s*[:：]\s*$/u.test(words?.[last + 1]?.word ?? '');
  return plain(said) === plain(label) ? (words?.slice(last + (isColon ? 2 : 1)) ?? null) : null;
}

/** A passage without the name of who speaks before its text, which the file has in a field, too. */
export function withoutOwnName(passage: ImportedPassage): ImportedPassage {
  const { voice, text, rows, words } = passage;
  const label = voice === null ? '' : ownLabel(text, voice);
  // A name and nothing else is what is said.
  if (voice === null || label === '' || label.length === text.length) return passage;
  const [first = '', ...others] = rows ?? [];
  const rest = first.slice(ownLabel(first, voice).length);
  return {
    ...passage,
    text: text.slice(label.length),
    rows: rows && (rest === '' ? others : [rest, ...others]),
    words: withoutLabel(words, label),
  };
}

/** Who speaks where a file has a field for it that is empty. */
export const NOBODY = '';

/** Passages of a format with a field for who speaks in each of them: where others have it, an empty one is nobody. */
export const withNobody = (passages: readonly ImportedPassage[]): ImportedPassage[] =>
  passages.some(({ voice }) => voice !== null)
    ? passages.map((passage) => ({ ...passage, voice: passage.voice ?? NOBODY }))
    : [...passages];
