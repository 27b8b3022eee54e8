import { describe, expect, it } from 'vitest';
import { z } from '../../lib/zod.ts';
import { preRecordedRequest } from '../jobs/pre-recorded-request.ts';
import { validationErrors } from './validation-errors.ts';

function errorsOf(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : validationErrors(parsed.error);
}

describe('validation errors', () => {
  const wordings: [string, z.ZodType, unknown, string][] = [
    ['a missing field', z.object({ a: z.string() }), {}, 'a is required'],
    ['a missing choice', z.object({ a: z.enum(['b']) }), {}, 'a is required'],
    ['a missing union', z.object({ a: z.union([z.string(), z.array(z.string())]) }), {}, 'a is required'],
    ['null for a string', z.object({ a: z.string() }), { a: null }, 'a must be a string'],
    ['a wrong boolean', z.object({ a: z.boolean() }), { a: 'true' }, 'a must be a boolean'],
    ['a wrong number', z.object({ a: z.number() }), { a: '1' }, 'a must be a number'],
    ['a fraction', z.object({ a: z.int() }), { a: 1.5 }, 'a must be an integer'],
    ['no list', z.object({ a: z.array(z.string()) }), { a: {} }, 'a must be an array'],
    ['no object', z.object({ a: z.object({}) }), { a: 1 }, 'a must be an object'],
    ['no record', z.object({ a: z.record(z.string(), z.string()) }), { a: 1 }, 'a must be an object'],
    ['a wrong choice', z.object({ a: z.enum(['b', 'c']) }), { a: 'd' }, 'a must be one of b, c'],
    ['too small a number', z.object({ a: z.number().min(1) }), { a: 0 }, 'a must be at least 1'],
    ['too large a number', z.object({ a: z.number().max(5) }), { a: 6 }, 'a must be at most 5'],
    [
      'too short a list',
      z.object({ a: z.array(z.string()).min(1) }),
      { a: [] },
      'a must have at least 1 item',
    ],
    [
      'too long a list',
      z.object({ a: z.array(z.int()).max(2) }),
      { a: [1, 2, 3] },
      'a must have at most 2 items',
    ],
    ['an empty text', z.object({ a: z.string().min(1) }), { a: '' }, 'a must have at least 1 character'],
    ['no address', z.object({ a: z.url() }), { a: 'x' }, 'a must be an http or https URL'],
    ['another format', z.object({ a: z.uuid() }), { a: 'x' }, 'a must be a valid uuid'],
    ['its own words', z.object({ a: z.string().regex(/y/, 'must rhyme') }), { a: 'x' }, 'a must rhyme'],
    [
      'words of another kind',
      z.object({ a: z.string().refine(() => false, 'no rhyme') }),
      { a: 'x' },
      'a must be valid: no rhyme',
    ],
    ['a body that is none', z.object({}), null, 'body must be an object'],
  ];
  it.each(wordings)('has words for %s', (_, schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual([expected]);
  });

  it('start with the dotted path of the field, through objects and lists', () => {
    const schema = z.object({ a: z.array(z.object({ b: z.record(z.string(), z.int()) })) });
    expect(errorsOf(schema, { a: [{ b: {} }, { b: { c: 'x' } }] })).toEqual(['a.1.b.c must be a number']);
  });

  it('of a union are those of the closest branch', () => {
    const schema = z.object({ a: z.union([z.string(), z.object({ b: z.int(), c: z.int() })]) });
    expect(errorsOf(schema, { a: { b: 1, c: 'x' } })).toEqual(['a.c must be a number']);
    expect(errorsOf(schema, { a: 7 })).toHaveLength(1);
  });

  it('are one string per error, each with a path and must or is required', () => {
    const errors = errorsOf(preRecordedRequest, {
      audio_url: 1,
      model: 2,
      language_config: { languages: ['xx', 3], code_switching: 4 },
      custom_vocabulary_config: { vocabulary: [5, { value: '' }] },
      subtitles_config: { formats: [], maximum_rows_per_caption: 1.5 },
    });
    expect(errors).toHaveLength(9);
    for (const error of errors) expect(error).toMatch(/^[a-z_]+(\.[a-z0-9_]+)* (must |is required)/);
  });
});
