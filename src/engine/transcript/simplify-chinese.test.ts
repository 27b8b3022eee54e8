import { describe, expect, it } from 'vitest';
import table from './chinese-script.json' with { type: 'json' };
import { simplifyChinese } from './simplify-chinese.ts';

describe('Chinese', () => {
  it.each([
    ['萬古長青', '万古长青'],
    ['扎自己的腳。', '扎自己的脚。'],
    ['奧地利', '奥地利'],
    ['一番風順', '一番风顺'],
  ])('%s is written %s', (traditional, simplified) => {
    expect(simplifyChinese(traditional)).toBe(simplified);
    expect(simplifyChinese(simplified)).toBe(simplified);
  });

  it('leaves everything else alone, and every character one', () => {
    expect(simplifyChinese(' OK, Łódź 12% 한국 ')).toBe(' OK, Łódź 12% 한국 ');
    expect(table.traditional).toHaveLength(table.simplified.length);
    expect(simplifyChinese(table.traditional)).toBe(table.simplified);
  });
});
