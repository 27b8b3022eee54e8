import { memoised } from '../../lib/memoised.ts';
import digitWords from '../entities/digit-words.json' with { type: 'json' };
import { foldText } from '../entities/fold-text.ts';
import any from './any.json' with { type: 'json' };
import {
  type CueFile,
  type CueRow,
  cueFile,
  KIND_CUES,
  type NumberWords,
  PARTS,
  type PatternCue,
  type Place,
  patternSource,
  type WordClass,
} from './cue-schema.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import { ANY_MARK } from './token-parts.ts';

/** By transcription language code; `any` is of all of them. Names are read in each of these. */
const FILES: Readonly<Record<string, CueFile>> = Object.fromEntries(
  Object.entries({ en, fr, de, es, it, pt, nl, any }).map(([language, file]) => [
    language,
    cueFile.parse(file),
  ]),
);

const DIGIT_WORDS: Readonly<Record<string, string>> = digitWords;
export const CUE_LANGUAGES: readonly string[] = Object.keys(FILES).filter((language) => language !== 'any');

type RowOf<Kind, Row = CueRow> = Row extends { kind: infer Own } ? (Kind extends Own ? Row : never) : never;
type Rows<Kind extends CueRow['kind']> = RowOf<Kind>[];

/** The rows of a kind in a language's file. */
export const cueRows = <Kind extends CueRow['kind']>(language: string, kind: Kind): Rows<Kind> =>
  (FILES[language]?.cues ?? []).filter((row): row is RowOf<Kind> & CueRow => row.kind === kind);

type Announcing = Extract<CueRow, { side: unknown }>;
type CueFilter = Partial<Pick<Announcing, 'side' | 'strength'>>;

/** The phrases of a kind in a language, as far as they are of this side and strength. */
export const cuePhrases = (
  language: string,
  kind: Announcing['kind'],
  { side, strength }: CueFilter = {},
): string[] =>
  (FILES[language]?.cues ?? []).flatMap((row) =>
    row.kind === kind &&
    'side' in row &&
    (side ?? row.side) === row.side &&
    (strength ?? row.strength) === row.strength
      ? row.cues
      : [],
  );

/** The words of a use: in one language, or in all. */
export const wordClass = memoised((use: WordClass, language?: string): ReadonlySet<string> => {
  const files = language === undefined ? Object.values(FILES) : [FILES[language]];
  const rows = files.flatMap((file) => file?.words[use] ?? []);
  return new Set(rows.flatMap((row) => row.split(' ')).map((word) => word.replaceAll('_', ' ')));
});

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
const IN_PART = /(?<!\(\?|\\k)<((?:own |native |spelled |at )?)([a-z][a-zA-Z ]+)>/gu;

/** Languages of a form: of the file that it is in, whose classes `<own …>` names, and of what is said; all if they are missing. */
export interface Scope {
  own?: string;
  native?: string;
}

/** A form as an expression in which its references are left; its value is the group `v`. */
export function templateOf(form: string): string {
  let isValue = false;
  const pieces = form.split(PIECE).map((piece) => {
    if (piece === '_') {
      isValue = !isValue;
      return isValue ? '(?<v>' : ')';
    }
    if (/^!?</.test(piece)) return piece.startsWith('!') ? `(?!${piece.slice(1)})` : piece;
    return patternSource(piece).replaceAll('#', '\\d');
  });
  return pieces.join('');
}

/** Matches nothing. */
export const NEVER = '[]';

const oneOf = (words: Iterable<string>): string =>
  `(?:${[...words].sort((a, b) => b.length - a.length).join('|') || NEVER})${NO_LETTER}`;

/** What a reference refers to: an expression, in which there may be others. */
export function referred(prefix: string, name: string, { own, native = '' }: Scope): string {
  if (prefix === 'at ') return placeSource(name as Place, native);
  const part = PARTS[name];
  if (part !== undefined && prefix === '') return part;
  const cue = KIND_CUES[name];
  if (cue?.kind === 'digit') return oneOf(smallNumbers());
  if (cue?.kind === 'secret')
    return `(?:${cuesSource(allCueRows('secret').flatMap((row) => (row.type === cue.type ? row.cues : [])))})`;
  if (cue) return announcedSource(cue, native);
  const language = prefix === 'own ' ? own : prefix === 'native ' ? native : undefined;
  const words = [...wordClass(name as WordClass, language)];
  if (words.length === 0 && prefix !== 'native ')
    throw new Error(`No words of the class "${name}" in ${language ?? 'any language'}.`);
  return oneOf(words.map((word) => (prefix === 'spelled ' ? [...word].join(' ') : patternSource(word))));
}

const smallNumbers = (): string[] =>
  CUE_LANGUAGES.flatMap((language) =>
    foldText(DIGIT_WORDS[language] ?? '')
      .split(' ')
      .slice(1)
      .flatMap((ways) => ways.split('|')),
  );

/** The cues of a kind. Before the last word of those of a home, and of a clinic before its name, nothing ends: "wohne jetzt in". */
function announcedSource(
  { kind, ...only }: { kind: Announcing['kind'] } & CueFilter,
  native: string,
): string {
  const isOpen = kind === 'home' || kind === 'country' || (kind === 'facility' && only.side === 'before');
  const between = kind === 'facility' ? '' : '(?:<beforeTownCue> ){0,2}';
  const phrases = cuePhrases(native, kind, only).map((phrase) =>
    isOpen ? phrase.replace(/[^ ]+$/u, `${between}<unended>$&`) : phrase,
  );
  return oneOf(phrases);
}

/**
 * A regular expression over folded text.
 *
 * @param source in which `<name>` is a part of a form, or a word of a class
 * @param own language of the classes; all if it is missing
 */
export const withWords = (source: string, flags = 'u', own?: string): RegExp =>
  new RegExp(expanded(source, own === undefined ? {} : { own }), flags);

/** What is made of each reference, by its languages: what several expressions have in common is made once. */
const made = new Map<string, unknown>();

/** A source in which a function has replaced the references. */
export function shared<Made>(
  use: string,
  reference: string,
  scope: Scope,
  make: (source: string) => Made,
): Made {
  const key = [use, reference, scope.own, scope.native].join();
  const known = made.get(key) as Made | undefined;
  if (known !== undefined) return known;
  const [, prefix = '', name = ''] = new RegExp(IN_PART, 'u').exec(reference) ?? [];
  const own = make(referred(prefix, name, scope));
  made.set(key, own);
  return own;
}

/** An expression with what its references refer to. */
export const expanded = (source: string, scope: Scope = {}): string =>
  source.replaceAll(IN_PART, (own) => shared('source', own, scope, (part) => expanded(part, scope)));

const END = `(?=${ANY_MARK}|\\s|$)`;
/** Past the rest of a word: its marks and its key. */
const SPACE = `(?:${ANY_MARK}\\S*)?\\s`;

/** A letter of a word, without the flag `u`: to compile `\\p{L}` takes most of the time of an expression. */
const WORD_LETTER = '[^\\s!-@[-`{-¿×÷\\u2000-\\u206F\\uE000-\\uF8FF]';

/** What an expression over folded text is over words. */
export const overWords = (source: string): string =>
  source.replaceAll(NO_LETTER, END).replaceAll('\\p{L}', WORD_LETTER).replaceAll(' ', SPACE);

/** A form over words as an expression in which its references are left; its match is what is between its two `_`. */
export function wordTemplate(form: string): string {
  const [before, value, after] = form.split('_').map(templateOf);
  return `(?<=\\s${before})${value}(?=${after}${END})`;
}

/** Where the first row for a place that fits says that a word is it; a language's own rows are before those of all. */
export const placeSource = (place: Place, language: string): string =>
  [language, 'any']
    .flatMap((own) =>
      cueRows(own, 'place').flatMap(({ of, is = true, forms }) =>
        of.includes(place) ? forms.map((form) => ({ is, template: wordTemplate(form), own })) : [],
      ),
    )
    .reduceRight((rest, { is, template, own }) => {
      const source = overWords(expanded(template, { own, native: language }));
      return is ? `(?:(?=${source})|${rest})` : `(?!${source})${rest}`;
    }, NEVER);

/** The rows of a kind in all languages. */
export const allCueRows = <Kind extends CueRow['kind']>(kind: Kind): Rows<Kind> =>
  Object.keys(FILES).flatMap((language) => cueRows(language, kind));
