import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transcriptionLanguageCode } from '../../src/contract/transcripts/language-code.ts';
import { PII_ENTITY_TYPES } from '../../src/contract/transcripts/pii-entity-type.ts';
import { z } from '../../src/lib/zod.ts';

/** A row of a table in this folder: a sentence, and what must be found in it. */
export type PersonalDataCase = Omit<z.output<typeof row>, 'missed'> & {
  table: string;
  line: number;
  isSealed: boolean;
  isKnownMiss: boolean;
};

const COLUMNS = ['language', 'sentence', 'labels', 'asked', 'missed'] as const;

const list = (text: string, by: string): string[] => (text === '' ? [] : text.split(by));

const row = z.strictObject({
  language: transcriptionLanguageCode,
  /** Turns of two speakers, separated by " / ". */
  sentence: z.string().min(1),
  /** "NAME_1:Ann Lee | AGE_1:35 years", in order; none if the sentence is harmless. */
  labels: z
    .string()
    .transform((text) => list(text, ' | '))
    .pipe(z.array(z.string().regex(/^[A-Z_]+_\d+:\S/u))),
  /** Types that are asked for; everything if there are none. */
  asked: z
    .string()
    .transform((text) => list(text, ' '))
    .pipe(z.array(z.enum(PII_ENTITY_TYPES))),
  /** "yes" where rules alone are known not to find exactly these. */
  missed: z.enum(['', 'yes']).transform((text) => text === 'yes'),
});

/**
 * Sealed: the first byte of the sentence's SHA-256 divides by five. Nobody reads these rows while rules are written,
 * and no command prints them.
 */
export const isSealed = (sentence: string): boolean =>
  (createHash('sha256').update(sentence).digest()[0] ?? 0) % 5 === 0;

function readTable(path: string): PersonalDataCase[] {
  const table = basename(path, '.tsv');
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  if (head !== COLUMNS.join('\t'))
    throw new Error(`${table}.tsv: the first line must be ${COLUMNS.join(', ')}.`);
  const seen = new Set<string>();
  return lines.map((text, index) => {
    const line = index + 2;
    const cells = text.split('\t');
    const parsed = row.safeParse(Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? ''])));
    if (!parsed.success || cells.length > COLUMNS.length)
      throw new Error(
        `${table}.tsv, line ${line}: ${parsed.error ? z.prettifyError(parsed.error) : 'too many columns'}`,
      );
    const { missed, ...data } = parsed.data;
    const { language, sentence, asked } = data;
    const key = [language, sentence, ...asked].join('\t');
    if (seen.has(key)) throw new Error(`${table}.tsv, line ${line}: the sentence is there twice.`);
    seen.add(key);
    return { ...data, table, line, isKnownMiss: missed, isSealed: isSealed(sentence) };
  });
}

/** All cases of all tables. */
export const readCases = (): PersonalDataCase[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readTable(join(import.meta.dirname, name)));
