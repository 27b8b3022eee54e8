import type {
  CorrectedHead,
  CorrectedTranscript,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';

/** Lists that a change replaces whole. */
export type Lists = Pick<
  CorrectedHead,
  'speakers' | 'notes' | 'chapters' | 'cues' | 'caption_style' | 'imported' | 'invitation'
>;

/**
 * One edit of a document: some paragraphs replace others, and lists are replaced. Paragraphs are never changed in
 * place, so a change and its inverse share what remains the same.
 */
export interface Change {
  /** Index of the first replaced paragraph, how many are, and by which. */
  at: number;
  remove: number;
  insert: readonly Paragraph[];
  lists?: Partial<Lists>;
  /** Number of the next new id, if the change used some. */
  next?: number;
}

/** A change of lists alone. */
export const listChange = (lists: Partial<Lists>, next?: number): Change => ({
  at: 0,
  remove: 0,
  insert: [],
  lists,
  ...(next !== undefined && { next }),
});

const listsOf = (document: CorrectedTranscript): Lists => {
  const { speakers, notes, chapters, cues, caption_style, imported, invitation = null } = document;
  return { speakers, notes, chapters, cues, caption_style, imported, invitation };
};

/** A change of the whole document into another one. */
export const replaceAll = (document: CorrectedTranscript, other: CorrectedTranscript): Change => {
  return {
    at: 0,
    remove: document.paragraphs.length,
    insert: other.paragraphs,
    lists: listsOf(other),
    next: Math.max(other.next, document.next),
  };
};

export const isEmpty = ({ remove, insert, lists }: Change): boolean =>
  remove === 0 && insert.length === 0 && Object.keys(lists ?? {}).length === 0;

/** Applies a change to a document, which remains as it is; returns the new one and what undoes it. */
export function applyChange(
  document: CorrectedTranscript,
  { at, remove, insert, lists = {}, next = document.next }: Change,
): { document: CorrectedTranscript; inverse: Change } {
  const removed = document.paragraphs.slice(at, at + remove);
  const paragraphs =
    remove === 0 && insert.length === 0
      ? document.paragraphs
      : [...document.paragraphs.slice(0, at), ...insert, ...document.paragraphs.slice(at + remove)];
  const kept = Object.entries(listsOf(document)).filter(([name]) => name in lists);
  return {
    document: { ...document, ...lists, next, paragraphs },
    // Ids are not given out again: `next` only grows.
    inverse: { at, remove: insert.length, insert: removed, lists: Object.fromEntries(kept) },
  };
}

/**
 * The change that replaces each paragraph for which `replace` returns another one; null if there is none. Paragraphs
 * between the first and the last of them are replaced by themselves.
 */
export function changeParagraphs(
  document: CorrectedTranscript,
  replace: (paragraph: Paragraph, index: number) => Paragraph,
): Change | null {
  const changed = document.paragraphs.map(replace);
  const differs = (paragraph: Paragraph, index: number) => paragraph !== document.paragraphs[index];
  const first = changed.findIndex(differs);
  if (first === -1) return null;
  const last = changed.findLastIndex(differs);
  return { at: first, remove: last - first + 1, insert: changed.slice(first, last + 1) };
}
