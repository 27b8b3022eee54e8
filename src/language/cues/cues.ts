import any from './any.json' with { type: 'json' };
import {
  type CueFile,
  type CueRow,
  cueFile,
  type NumberWords,
  PARTS,
  type PatternCue,
  patternSource,
  REFERENCE,
  SECRET_CUES,
  type WordClass,
} from './cue-schema.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** By transcription language code; `any` is of all of them. Names are read in each of these. */
const FILES: Readonly<Record<string, CueFile>> = Object.fromEntries(
  Object.entries({ en, fr, de, es, it, pt, nl, any }).map(([language, file]) => [
    language,
    cueFile.parse(file),
  ]),
);

export const CUE_LANGUAGES: readonly string[] = Object.keys(FILES).filter((language) => language !== 'any');

type RowOf<Kind, Row = CueRow> = Row extends { kind: infer Own } ? (Kind extends Own ? Row : never) : never;
type Rows<Kind extends CueRow['kind']> = RowOf<Kind>[];

/** The rows of a kind in a language's file. */
export const cueRows = <Kind extends CueRow['kind']>(language: string, kind: Kind): Rows<Kind> =>
  (FILES[language]?.cues ?? []).filter((row): row is RowOf<Kind> & CueRow => row.kind === kind);

type Announcing = Extract<CueRow, { side: unknown }>;

/** The phrases of a kind in a language, as far as they are of this side and strength. */
export const cuePhrases = (
  language: string,
  kind: Announcing['kind'],
  { side, strength }: Partial<Pick<Announcing, 'side' | 'strength'>> = {},
): string[] =>
  (FILES[language]?.cues ?? []).flatMap((row) =>
    row.kind === kind &&
    'side' in row &&
    (side ?? row.side) === row.side &&
    (strength ?? row.strength) === row.strength
      ? row.cues
      : [],
  );

const classes = new Map<string, ReadonlySet<string>>();

/** The words of a use: in one language, or in all. */
export function wordClass(use: WordClass, language?: string): ReadonlySet<string> {
  const key = `${use} ${language ?? ''}`;
  const known = classes.get(key);
  if (known) return known;
  const files = language === undefined ? Object.values(FILES) : [FILES[language]];
  const rows = files.flatMap((file) => file?.words[use] ?? []);
  const words = new Set(rows.flatMap((row) => row.split(' ')).map((word) => word.replaceAll('_', ' ')));
  classes.set(key, words);
  return words;
}

/** Number words of a language. */
export const languageNumbers = (language: string): NumberWords | undefined => FILES[language]?.numbers;
/** Characters of `SPOKEN` by the words for them. */
export const languageSymbols = (language: string): Readonly<Record<string, string>> =>
  FILES[language]?.symbols ?? {};

export const NO_LETTER = '(?![\\p{L}\\p{N}])';

function cueSource(cue: PatternCue): string {
  if (typeof cue === 'string') return patternSource(cue);
  const { behind, opens, followedBy, notFollowedBy } = cue;
  const words = behind === undefined ? [] : [`${patternSource(behind)} `];
  const before = opens ? ['^', '[.,!?;:] ?', ...words] : words.map((one) => `(?:^|[ '])${one}`);
  return [
    before.length > 0 ? `(?<=${before.join('|')})` : '',
    patternSource(cue.cue),
    followedBy === undefined ? '' : `(?= ${patternSource(followedBy)}${NO_LETTER})`,
    notFollowedBy === undefined ? '' : `(?! ${patternSource(notFollowedBy)}${NO_LETTER})`,
  ].join('');
}

/** Cues of several languages as part of a regular expression over folded text. */
export const cuesSource = (cues: readonly PatternCue[]): string => cues.map(cueSource).join('|');

const PIECE = /(!?<[^<>]+>|_)/u;
const IN_PART = /(?<!\(\?|\\k)<([a-z][a-z ]+)>/gu;

/**
 * A form as part of a regular expression over folded text; its value is the group `v`.
 *
 * @param language of the file that it is in, whose classes `<own …>` names
 */
export function formSource(form: string, language: string): string {
  let isValue = false;
  const pieces = form.split(PIECE).map((piece) => {
    if (piece === '_') {
      isValue = !isValue;
      return isValue ? '(?<v>' : ')';
    }
    const [, not, own, name] = REFERENCE.exec(piece) ?? [];
    if (name === undefined) return patternSource(piece).replaceAll('#', '\\d');
    const source = referenceSource(name, own ? language : undefined);
    return not ? `(?!${source})` : source;
  });
  return pieces.join('');
}

function referenceSource(name: string, language?: string): string {
  const part = PARTS[name];
  if (part !== undefined) return expanded(part, language);
  const secret = SECRET_CUES[name];
  if (secret)
    return `(?:${cuesSource(allCueRows('secret').flatMap(({ type, cues }) => (type === secret ? cues : [])))})`;
  const words = [...wordClass(name as WordClass, language)].sort((a, b) => b.length - a.length);
  if (words.length === 0)
    throw new Error(`No words of the class "${name}" in ${language ?? 'any language'}.`);
  return `(?:${words.map(patternSource).join('|')})${NO_LETTER}`;
}

/**
 * A regular expression over folded text.
 *
 * @param source in which `<name>` is a part of a form, or a word of a class
 * @param language of the classes; all if it is missing
 */
export const withWords = (source: string, flags = 'u', language?: string): RegExp =>
  new RegExp(expanded(source, language), flags);
export const expanded = (source: string, language?: string): string =>
  source.replaceAll(IN_PART, (_, name: string) => referenceSource(name, language));

/** The rows of a kind in all languages. */
export const allCueRows = <Kind extends CueRow['kind']>(kind: Kind): Rows<Kind> =>
  Object.keys(FILES).flatMap((language) => cueRows(language, kind));
