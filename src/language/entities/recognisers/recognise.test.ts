import { describe, expect, it } from 'vitest';
import { wholeView } from '../mapped-text.ts';
import { recognise } from './recognise.ts';

describe('a long row of the same', () => {
  it.each(['1111.', '06.', '4 1 ', '1, ', 'a ', 'a-', 'a1.', 'a@b.', '+4 ', 'x'])(
    'is read in linear time: %s',
    (piece) => {
      recognise(wholeView(piece.repeat(10)));
      const before = performance.now();
      recognise(wholeView(piece.repeat(Math.ceil(3000 / piece.length))));
      expect(performance.now() - before).toBeLessThan(1500);
    },
  );
});
