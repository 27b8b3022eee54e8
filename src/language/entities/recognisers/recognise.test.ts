import { expect, it } from 'vitest';
import { wholeView } from '../mapped-text.ts';
import { recognise } from './recognise.ts';

// An expression that backtracks without end exceeds the time limit of every test.
it.each(['1111.', '06.', '4 1 ', '1, ', 'a ', 'a-', 'a1.', 'a@b.', '+4 ', 'x'])(
  'a long row of the same is read to its end, and finds are in it: %s',
  (piece) => {
    const { text, ...places } = wholeView(piece.repeat(Math.ceil(3000 / piece.length)));
    const outside = recognise({ text, ...places }).filter(({ from, to }) => from >= to || to > text.length);
    expect(outside).toEqual([]);
  },
);
