import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { AIMS } from './house-aims.ts';
import { measureHouse, wideFunctions } from './measure-house.ts';

const house = measureHouse(PROJECT_ROOT);

it.each(AIMS)('$name: at most $held', ({ value, held }) => {
  expect(value(house)).toBeGreaterThan(-1);
  expect(value(house)).toBeLessThanOrEqual(held);
});

it('no bound is below its aim', () => {
  expect(AIMS.filter(({ aim, held }) => held < aim)).toEqual([]);
});

it('functions of five parameters are found, in every form', () => {
  const text = [
    'function one(a, b, c, d, e) {}',
    'const two = (a, b, c, d, e) => a;',
    'class Three { four(a, b, c, d, e = 1) {} five(a, b, c, d) {} }',
    'type Six = (a: 1, b: 2, c: 3, d: 4, e: 5) => void;',
  ].join('\n');
  expect(wideFunctions(text)).toEqual(['one:1', 'two:2', 'four:3']);
});
