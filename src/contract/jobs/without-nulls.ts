import { z } from '../../lib/zod.ts';

/**
 * A request without the nulls of its optional fields: clients send null for what they leave out. Fields that the schema
 * requires, and unknown values, remain as they are.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  const inner = innerSchema(schema);
  if (inner instanceof z.ZodObject) return typeof value === 'object' ? ofObject(inner, value) : value;
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => withoutNulls(inner.element, item));
  }
  return value;
}

/** What a field contains, whether or not it may be absent; of a union, its object. */
export function innerSchema(schema: unknown): unknown {
  if (mayBeAbsent(schema)) return innerSchema(schema.unwrap());
  if (schema instanceof z.ZodPipe) return innerSchema(schema.def.in);
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options.find((option) => option instanceof z.ZodObject) ?? schema;
}

function ofObject({ shape }: z.ZodObject, value: object | null): unknown {
  if (value === null || Array.isArray(value)) return value;
  const fields: Readonly<Record<string, unknown>> = shape;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => part !== null || !mayBeAbsent(fields[name]))
      .map(([name, part]) => [name, withoutNulls(fields[name], part)]),
  );
}

const mayBeAbsent = (schema: unknown): schema is z.ZodOptional | z.ZodDefault | z.ZodPrefault =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
