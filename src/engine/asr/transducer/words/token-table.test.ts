import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../lib/errors/errors.ts';
import { parseTokenTable } from './token-table.ts';

describe('parseTokenTable', () => {
  it('reads tokens, their spaces and the blank, wherever it stands', () => {
    expect(parseTokenTable('<unk> 0\n▁THE 1\nS 2\n▁ 3\n<|en|> 4\n<blk> 5\n')).toEqual({
      names: ['<unk>', '▁THE', 'S', '▁', '<|en|>', '<blk>'],
      pieces: ['', ' THE', 'S', ' ', '', ''],
      blank: 5,
    });
    expect(parseTokenTable('<blk> 0\r\n▁a 1\r\n').blank).toBe(0);
  });

  it.each(['', '<!doctype html>', '▁a 0\n▁b 1', 'a x\n<blk> 1', 'word'])('rejects %j', (text) => {
    expect(() => parseTokenTable(text)).toThrow(AppError);
  });
});
