import { foldText } from '../entities/fold-text.ts';
import { cueFile, type Talk } from './cue-schema.ts';
import { formSource, NO_LETTER } from './cues.ts';
import de from './talk/talk-de.json' with { type: 'json' };
import en from './talk/talk-en.json' with { type: 'json' };
import es from './talk/talk-es.json' with { type: 'json' };
import fr from './talk/talk-fr.json' with { type: 'json' };
import it from './talk/talk-it.json' with { type: 'json' };

/** Files of their own, since only add-ons that read meetings need them. */
const FILES = new Map<string, unknown>(Object.entries({ de, en, es, fr, it }));

/** Forms without a value are one expression; a value's group may be in each expression once. */
function compiled(language: string, forms: readonly string[]): RegExp[] {
  const isValued = (form: string) => form.includes('_');
  const plain = forms.filter((form) => !isValued(form)).map((form) => formSource(form, language));
  const valued = forms.filter(isValued).map((form) => formSource(form, language));
  const sources = [...(plain.length > 0 ? [plain.join('|')] : []), ...valued];
  return sources.map((source) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})${NO_LETTER}`, 'dgu'));
}

const tables = new Map<string, RegExp[]>();

function formsOf(language: string, of: Talk, is: boolean): RegExp[] {
  const key = `${language} ${of} ${is}`;
  const known = tables.get(key);
  if (known) return known;
  const { cues } = cueFile.parse(FILES.get(language) ?? { cues: [], words: {} });
  const rows = cues.filter((row) => row.kind === 'talk' && row.of === of && (row.is ?? true) === is);
  const made = compiled(
    language,
    rows.flatMap((row) => ('forms' in row ? row.forms : [])),
  );
  tables.set(key, made);
  return made;
}

/** Languages whose talk is known. */
export const hasTalk = (language: string): boolean => FILES.has(language);

/** A sentence as the forms read it: folded, without the marks at its end; as long as the original up to there. */
export const talkText = (sentence: string): string => foldText(sentence).replace(/[\s\p{P}]+$/u, '');

type Range = readonly [from: number, to: number];

const matches = (text: string, forms: readonly RegExp[]): Range[] =>
  forms.flatMap((form) =>
    [...text.matchAll(form)].map((match) => match.indices?.groups?.v ?? match.indices?.[0] ?? [0, 0]),
  );

/**
 * Where a sentence is of this use: the longest of the first matches. Null where it is not, or only within what looks so and is not.
 *
 * @param text from `talkText`
 */
export function talkIn(text: string, language: string, of: Talk): Range | null {
  const not = matches(text, formsOf(language, of, false));
  const found = matches(text, formsOf(language, of, true)).filter(
    ([from, to]) => !not.some((other) => other[0] < to && other[1] > from),
  );
  return found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? null;
}
