import { describe, expect, it } from 'vitest';
import type { CorpusClip } from './corpus-clips.ts';
import { errorsOf, sumParts } from './corpus-parts.ts';

const clip = (changes: Partial<CorpusClip> = {}): CorpusClip => ({
  file: 'a.wav',
  path: '/a.wav',
  language: 'en',
  texts: ['at two thirty', 'at 2:30'],
  kinds: ['read'],
  seconds: 3,
  derived: false,
  plain: { text: 'at too dirty', language: 'en' },
  ...changes,
});

describe('the corpus', () => {
  it('counts errors by the nearest reference, in words of the first', () => {
    expect(errorsOf(clip(), 'At 2:30.')).toEqual({ words: 3, ours: 0, plain: 2 });
  });

  it('counts characters in scripts without spaces', () => {
    const chinese = clip({ language: 'zh', texts: ['葡萄牙'], plain: { text: '葡萄', language: 'zh' } });
    expect(errorsOf(chinese, '葡萄牙')).toEqual({ words: 3, ours: 0, plain: 1 });
  });

  it('sums parts by language, length and kind, and keeps what was made from other clips apart', () => {
    const errors = { words: 10, ours: 1, plain: 2 };
    const sums = sumParts([
      { clip: clip(), errors },
      { clip: clip({ language: 'fi', seconds: 40, kinds: ['read', 'long'] }), errors },
      { clip: clip({ derived: true, kinds: ['mixed'] }), errors },
    ]);
    expect(sums[0]).toEqual({ name: 'all', clips: 2, words: 20, ours: 2, plain: 4 });
    expect(sums.map(({ name, clips }) => `${name} ${clips}`)).toEqual([
      'all 2',
      '30 s and more 1',
      'language en 1',
      'long 1',
      'made from others: mixed 1',
      'other languages 1',
      'read 2',
      'under 4 s 1',
    ]);
  });
});
