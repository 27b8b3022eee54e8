import { type Message, msg } from '../../lib/errors/msg.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { z } from '../../lib/zod.ts';
import { innerSchema } from './without-nulls.ts';

/** More than these are counted: a request may be anything. */
const MOST_NAMED = 20;

interface UnknownField {
  /** Path of the object that has it. */
  path: readonly string[];
  name: string;
  /** The fields that the object may have. */
  known: readonly string[];
}

/** A note for each field of a request that its schema does not have, in configurations too, with the field that may be meant. */
export function unknownFields(schema: unknown, request: unknown): Message[] {
  const found = fieldsOf(schema, request, []);
  const more = found.length - MOST_NAMED;
  return [
    ...found.slice(0, MOST_NAMED).map(({ path, name, known }) => {
      const meant = nearestName(name, known);
      const field = [...path, name].join('.');
      return meant === null
        ? msg`The request has the unknown field ${field}, which was ignored.`
        : msg`The request has the unknown field ${field}, which was ignored. Use ${[...path, meant].join('.')} if that is meant.`;
    }),
    ...(more > 0 ? [msg`The request has ${more} more unknown fields, which were ignored.`] : []),
  ];
}

/** The paths of such fields, and those that may be meant, for callers that refuse them. */
export const unknownPaths = (schema: unknown, request: unknown) =>
  fieldsOf(schema, request, []).map(({ path, name, known }) => {
    return { path: [...path, name], meant: nearestName(name, known) };
  });

function fieldsOf(schema: unknown, value: unknown, path: readonly string[]): UnknownField[] {
  const inner = innerSchema(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => fieldsOf(inner.element, item, [...path, String(index)]));
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = inner.shape;
  const known = Object.keys(fields);
  return Object.entries(value).flatMap(([name, part]) => {
    // Null represents a field that is left out.
    if (part === null || part === undefined || Array.isArray(value)) return [];
    return Object.hasOwn(fields, name)
      ? fieldsOf(fields[name], part, [...path, name])
      : { path, name, known };
  });
}
