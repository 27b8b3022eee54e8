import { ERROR_TABLE } from '../../lib/errors/error-table.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';

/** A JSON body of a named shape, with examples. */
export const json = (name: string, values: Record<string, unknown>) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${name}` },
    examples: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
  },
});

/** Name of the response for an error. */
export const responseName = (code: ErrorCode) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Errors that every authenticated request can return. */
const ALWAYS: ErrorCode[] = [
  'unauthorized',
  'conflict',
  'too_many_requests',
  'cancelled',
  'internal',
  'storage_full',
];

/** The responses for errors that an operation can return. */
export const errors = (...codes: ErrorCode[]) =>
  Object.fromEntries(
    [...codes, ...ALWAYS].map((code) => [
      String(ERROR_TABLE[code].status),
      { $ref: `#/components/responses/${responseName(code)}` },
    ]),
  );

export const pathId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
