import any from './any.json' with { type: 'json' };
import {
  type CueFile,
  type CueRow,
  cueFile,
  type PatternCue,
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

/** The words of a use: in one language, or in all. */
export const wordClass = (use: WordClass, language?: string): ReadonlySet<string> =>
  new Set(
    (language === undefined ? Object.values(FILES) : [FILES[language]]).flatMap(
      (file) => file?.words[use]?.split(' ') ?? [],
    ),
  );

const NO_LETTER = '(?![\\p{L}\\p{N}])';

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

/** The rows of a kind in all languages. */
export const allCueRows = <Kind extends CueRow['kind']>(kind: Kind): Rows<Kind> =>
  Object.keys(FILES).flatMap((language) => cueRows(language, kind));
