import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import type { SpokenParagraph } from '../../../document/spoken-paragraphs.ts';
import type { WordRange } from '../../../document/words/word-range.ts';

/** A word of the text that is read. */
interface ReadWord {
  utterance: number;
  word: number;
}

/** The word at the end of a range; a text that is not near the view has one node for all words. */
function wordAt(node: Node, offset: number, words: readonly { word: string }[]): number {
  const element = node instanceof Element ? node : node.parentElement;
  const own = element?.closest<HTMLElement>('[data-word]')?.dataset.word;
  if (own !== undefined) return Number(own);
  const block = element?.closest('p');
  if (!block) return 0;
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(node, offset);
  let left = before.toString().trimStart().length;
  for (const [index, { word }] of words.entries()) {
    left -= index === 0 ? word.trim().length : word.length;
    if (left <= 0) return index;
  }
  return Math.max(0, words.length - 1);
}

const utteranceOf = (node: Node): number => {
  const element = node instanceof Element ? node : node.parentElement;
  if (element?.closest('[data-beside]')) return -1;
  return Number(element?.closest<HTMLElement>('[data-utterance]')?.dataset.utterance ?? -1);
};

/** The words of the text that are selected while it is read; null if none are. */
export function wordsRead(
  utterances: readonly { words: readonly { word: string }[] }[],
): [ReadWord, ReadWord] | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const [from, to] = [utteranceOf(range.startContainer), utteranceOf(range.endContainer)];
  const [first, last] = [utterances[from], utterances[to]];
  if (!first || !last) return null;
  return [
    { utterance: from, word: wordAt(range.startContainer, range.startOffset, first.words) },
    { utterance: to, word: wordAt(range.endContainer, range.endOffset, last.words) },
  ];
}

/** The same words in the document, which has struck ones besides. */
export function rangeOfRead(
  { paragraphs }: CorrectedTranscript,
  spoken: readonly SpokenParagraph[],
  [from, to]: [ReadWord, ReadWord],
): WordRange | null {
  const placeOf = ({ utterance, word }: ReadWord) => {
    const paragraph = paragraphs.findIndex(({ id }) => id === spoken[utterance]?.id);
    const kept = (paragraphs[paragraph]?.words ?? []).flatMap(({ struck, redacted }, index) =>
      struck || redacted ? [] : [index],
    );
    return { paragraph, word: kept[word] ?? -1 };
  };
  const [start, end] = [placeOf(from), placeOf(to)];
  if (start.word < 0 || end.word < 0) return null;
  return { from: start, end: { paragraph: end.paragraph, word: end.word + 1 } };
}

/** All words of the paragraph whose time has the focus; null if none has. */
export function focusedUtterance(
  utterances: readonly { words: readonly unknown[] }[],
): [ReadWord, ReadWord] | null {
  const utterance = document.activeElement ? utteranceOf(document.activeElement) : -1;
  const last = (utterances[utterance]?.words.length ?? 0) - 1;
  return last < 0
    ? null
    : [
        { utterance, word: 0 },
        { utterance, word: last },
      ];
}
