import { ERROR_OCCASIONS } from '../../lib/errors/error-occasions.ts';
import { ERROR_TABLE } from '../../lib/errors/error-table.ts';
import { type ErrorCode, isErrorCode } from '../../lib/errors/errors.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import * as examples from './examples.ts';
import type { JsonSchema } from './schema-components.ts';

/** A JSON body of a named shape, with examples. */
export const json = (name: string, values: Record<string, unknown>) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${name}` },
    examples: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
  },
});

/** Name of the response for an error. */
const responseName = (code: ErrorCode) =>
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

/** An optional parameter of requests. */
export const parameter = <Schema>(
  where: 'query' | 'header',
  name: string,
  description: string,
  schema: Schema,
) => ({
  name,
  in: where,
  required: false,
  description,
  schema,
});

export const pathId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** One response for each status in the error table. */
export function errorResponses(): Record<string, JsonSchema> {
  const codes = Object.keys(ERROR_TABLE).filter(isErrorCode);
  return Object.fromEntries(codes.map((code) => [responseName(code), errorResponse(code)]));
}

function errorResponse(code: ErrorCode): JsonSchema {
  const { remedy, status } = ERROR_TABLE[code];
  const headers: Record<string, JsonSchema> = {
    ...((code === 'too_many_requests' || code === 'too_large') && {
      'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
    }),
    ...(code === 'method_not_allowed' && { Allow: { schema: { type: 'string' } } }),
    ...(code === 'range_not_satisfiable' && { 'Content-Range': { schema: { type: 'string' } } }),
  };
  const example = status === 400 ? examples.badRequest : status === 404 ? examples.notFound : null;
  return {
    description: `${ERROR_OCCASIONS[code]} ${inEnglish(remedy)}`,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: json('ErrorResponse', example ? { error: example } : {}),
  };
}

const audio = {
  'audio/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

/** The bytes of stored audio, whole or in part. */
export const audioOperation = (operationId: string, summary: string) => ({
  operationId,
  summary,
  description: 'On the app’s own pages an `<audio>` element can use this URL as its `src` without a key.',
  tags: ['Audio'],
  parameters: [
    pathId,
    parameter('header', 'range', 'A single byte range (RFC 9110), such as `bytes=0-1023`.', {
      type: 'string',
    }),
    parameter('header', 'if-none-match', 'The `ETag` of an earlier response.', { type: 'string' }),
  ],
  responses: {
    200: { description: 'The stored audio.', content: audio },
    206: {
      description: 'The requested range.',
      headers: { 'Content-Range': { schema: { type: 'string' } } },
      content: audio,
    },
    304: { description: '`If-None-Match` names the audio that is stored.' },
    ...errors('not_found', 'range_not_satisfiable'),
  },
});
