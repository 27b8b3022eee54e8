import fc from 'fast-check';
import { z } from 'zod';
import { description } from './validate-by-schema.ts';

/** The JSON Schema keywords that the description uses for requests. */
const schemaNode = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  minItems: z.int().default(0),
  minLength: z.int().default(0),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  format: z.string().optional(),
});
type SchemaNode = z.infer<typeof schemaNode>;

const schemas = new Map<string, unknown>(Object.entries(description.components.schemas));

/** Values allowed by a schema of the description. `addresses` are used for every URI. */
export function arbitraryFromSchema(schema: unknown, addresses: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const node = schemaNode.parse(schema);
  const inner = (part: unknown) => arbitraryFromSchema(part, addresses);
  if (node.$ref !== undefined) return inner(schemas.get(node.$ref.split('/').at(-1) ?? ''));
  if (node.anyOf) return fc.oneof(...node.anyOf.map(inner));
  if (node.enum) return fc.constantFrom(...node.enum);
  switch (node.type) {
    case 'object':
      return objects(node, inner);
    case 'array':
      return fc.array(inner(node.items), { minLength: node.minItems, maxLength: node.minItems + 3 });
    case 'string':
      return node.format === 'uri' ? addresses : fc.string({ minLength: node.minLength, maxLength: 12 });
    case 'integer':
      return fc.integer({ min: node.minimum ?? -100, max: Math.min(node.maximum ?? 100, 100) });
    case 'number':
      return fc.double({ min: node.minimum ?? -100, max: node.maximum ?? 100, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(node: SchemaNode, inner: (part: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!node.properties) {
    return fc.dictionary(fc.string({ maxLength: 8 }), inner(node.additionalProperties), { maxKeys: 3 });
  }
  const entries = Object.entries(node.properties).map(([name, part]) => {
    const value = inner(part);
    const field = node.required.includes(name) ? value : fc.option(value, { nil: undefined, freq: 1 });
    return [name, field] as const;
  });
  // JSON omits undefined values.
  return fc.record(Object.fromEntries(entries)).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, part]) => pathsIn(part, [...path, key]))];
}

const REMOVED = Symbol('removed');

function withChange(value: unknown, [key, ...rest]: Path, change: unknown): unknown {
  if (key === undefined) return change === REMOVED ? null : change;
  if (Array.isArray(value))
    return value.map((part, index) => (index === key ? withChange(part, rest, change) : part));
  const copy = Object.fromEntries(Object.entries(value ?? {}));
  if (rest.length === 0 && change === REMOVED) delete copy[key];
  else copy[key] = withChange(copy[key], rest, change);
  return copy;
}

const junk = fc.oneof(
  fc.constantFrom(REMOVED, null, true, 0, -1, 1.5, 31, '', 'x', [], {}, [null], [[]], { a: 1 }),
  fc.jsonValue({ maxDepth: 1 }).filter((value) => typeof value !== 'number'),
);

/** The same values with one or two places changed to anything, mostly invalid. */
export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 2 });
  return fc.tuple(values, changes).map(([value, list]) =>
    list.reduce((current, [choice, change]) => {
      const paths = pathsIn(current);
      return withChange(current, paths[choice % paths.length] ?? [], change);
    }, value),
  );
}
