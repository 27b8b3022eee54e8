import type { z } from '../../lib/zod.ts';

type Issue = z.core.$ZodIssue;

const plural = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;

function bound(
  issue: { origin: string; inclusive?: boolean },
  limit: number | bigint,
  least: boolean,
): string {
  const side = least ? 'at least' : 'at most';
  if (issue.origin === 'array') return `must have ${side} ${plural(limit, 'item')}`;
  if (issue.origin === 'string') return `must have ${side} ${plural(limit, 'character')}`;
  return `must be ${side} ${limit}`;
}

/** Readable names of zod's types, where they differ. */
const TYPE_NAMES: Record<string, string> = {
  Blob: 'a file',
  array: 'an array',
  int: 'an integer',
  object: 'an object',
  record: 'an object',
};

function describe(issue: Issue): string {
  if (/^(must|is) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return bound(issue, issue.minimum, true);
    case 'too_big':
      return bound(issue, issue.maximum, false);
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an http or https URL' : `must be a valid ${issue.format}`;
    default:
      return `must be valid: ${issue.message}`;
  }
}

/** The issues of the union branch that came closest: the one that failed deepest, then the one with the fewest. */
function nearestBranch(branches: Issue[][]): Issue[] {
  const depth = (issues: Issue[]) => issues.reduce((most, { path }) => Math.max(most, path.length), 0);
  return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
}

function flatten(issues: readonly Issue[], prefix: PropertyKey[]): string[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      return flatten(nearestBranch(issue.errors), path);
    return [`${path.length > 0 ? path.map(String).join('.') : 'body'} ${describe(issue)}`];
  });
}

/** One string per error: the dotted path of the field, then `must …` or `is required`. Parse with `reportInput`. */
export function validationErrors(error: z.ZodError): string[] {
  return flatten(error.issues, []);
}
