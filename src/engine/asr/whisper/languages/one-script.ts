import type { ChineseScript } from '../../../../contract/transcripts/chinese-script.ts';
import type { RecognisedSegment, RecognisedWord } from '../../asr-engine.ts';

/** The model writes Chinese in traditional characters on one window and in simplified ones on the next. */
export async function inOneScript(
  segments: readonly RecognisedSegment[],
  script: ChineseScript = 'simplified',
): Promise<RecognisedSegment[]> {
  if (!segments.some(({ language }) => language === 'zh')) return [...segments];
  const { inScript } = await import('../../../transcript/chinese-scripts.ts');
  const write = await inScript(script);
  return segments.map((segment) =>
    segment.language === 'zh' ? { ...segment, words: rewritten(segment.words, write) } : segment,
  );
}

/** Which traditional character represents a simplified one depends on its neighbours, so words are written together. */
function rewritten(words: readonly RecognisedWord[], write: (text: string) => string): RecognisedWord[] {
  const written = [...write(words.map(({ word }) => word).join(''))];
  let at = 0;
  return words.map((word) => {
    const from = at;
    at += [...word.word].length;
    return { ...word, word: written.slice(from, at).join('') };
  });
}
