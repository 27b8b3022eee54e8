import type { RecognisedSegment } from '../../asr-engine.ts';

/** The model writes Chinese in traditional characters on one window and in simplified ones on the next. */
export async function inOneScript(segments: readonly RecognisedSegment[]): Promise<RecognisedSegment[]> {
  if (!segments.some(({ language }) => language === 'zh')) return [...segments];
  const { simplifyChinese } = await import('../../../transcript/simplify-chinese.ts');
  return segments.map((segment) =>
    segment.language === 'zh'
      ? {
          ...segment,
          words: segment.words.map((word) => ({ ...word, word: simplifyChinese(word.word) })),
        }
      : segment,
  );
}
