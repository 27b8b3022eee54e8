import type { z } from '../../lib/zod.ts';
import { invalidParameters } from './invalid-parameters.ts';
import { validationErrors } from './validation-errors.ts';

/** Parses a query in which nothing may be unknown or repeated. Throws 400. */
export function parseQuery<Shape extends z.ZodType>(shape: Shape, query: [string, string][]): z.infer<Shape> {
  const repeated = query.filter(([name], index) => query.findIndex(([other]) => other === name) !== index);
  const parsed = shape.safeParse(Object.fromEntries(query), { reportInput: true });
  const faults = [
    ...repeated.map(([name]) => `${name} must be given once`),
    ...(parsed.success ? [] : validationErrors(parsed.error)),
  ];
  if (!parsed.success || faults.length > 0) throw invalidParameters(faults);
  return parsed.data;
}
