import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { plainWord } from '../words/retime-words.ts';

/** Words of a channel, with the paragraph of each. */
export interface Stream {
  words: CorrectedWord[];
  plain: string[];
  /** Id of the paragraph of each. */
  homes: string[];
}

export function streamOf({ paragraphs }: CorrectedTranscript, channel: number): Stream {
  const own = paragraphs.filter((paragraph) => paragraph.channel === channel);
  const words = own.flatMap((paragraph) => paragraph.words);
  return {
    words,
    plain: words.map(({ word }) => plainWord(word)),
    homes: own.flatMap((paragraph) => paragraph.words.map(() => paragraph.id)),
  };
}
