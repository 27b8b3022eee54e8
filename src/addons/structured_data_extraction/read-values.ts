import { z } from '../../lib/zod.ts';

/** Values by class; null if nothing was found. */
export type Extracted = Record<string, string[] | null>;

const scalar = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const values = z.union([
  z.null().transform((): string[] => []),
  scalar.transform((value) => [value]),
  z.array(z.union([z.null(), scalar])).transform((list) => list.filter((value) => value !== null)),
]);
const noted = z.record(z.string(), values);

/**
 * Parses an answer's JSON object: a list of strings per class, where the model may also have written one string, a
 * number or nothing. Ignores other classes.
 *
 * @returns the values, or what is wrong with the answer, worded for the model
 */
export function readValues(
  answer: string,
  classes: readonly string[],
): { values: Extracted } | { fault: string } {
  const begin = answer.indexOf('{');
  const end = answer.lastIndexOf('}');
  if (begin < 0 || end < begin) return { fault: 'It has no JSON object.' };
  let json: unknown;
  try {
    json = JSON.parse(answer.slice(begin, end + 1));
  } catch (error) {
    return { fault: `It is not valid JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
  const parsed = noted.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `The value of "${issue?.path.join('.')}" must be a list of strings, or null.` };
  }
  const byName = new Map(Object.entries(parsed.data).map(([name, list]) => [name.toLowerCase(), list]));
  return {
    values: Object.fromEntries(
      classes.map((name) => {
        const found = (byName.get(name.toLowerCase()) ?? []).filter((value) => value !== '');
        return [name, found.length > 0 ? found : null];
      }),
    ),
  };
}

/** Merges the values of several parts, in order, without duplicates. */
export function mergeValues(classes: readonly string[], parts: readonly Extracted[]): Extracted {
  return Object.fromEntries(
    classes.map((name) => {
      const all = new Set(parts.flatMap((part) => part[name] ?? []));
      return [name, all.size > 0 ? [...all] : null];
    }),
  );
}
