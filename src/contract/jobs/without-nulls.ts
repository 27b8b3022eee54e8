import { z } from '../../lib/zod.ts';

/**
 * A request without the nulls of its optional fields: clients send null for what they leave out. Fields that the schema
 * requires, and values that it does not know, stay as they are.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodObject) return typeof value === 'object' ? ofObject(schema, value) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return withoutNulls(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodPipe) return withoutNulls(schema.def.in, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => withoutNulls(schema.element, item));
  }
  if (schema instanceof z.ZodUnion) {
    const [object] = schema.options.filter((option) => option instanceof z.ZodObject);
    return object ? withoutNulls(object, value) : value;
  }
  return value;
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

const mayBeAbsent = (schema: unknown): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
