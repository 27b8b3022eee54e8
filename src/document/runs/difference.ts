import type {
  CorrectedHead,
  CorrectedTranscript,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';

/** What makes one state of a document of another one: little, where little was edited. */
export interface Difference {
  /** Everything but paragraphs, where it differs. */
  head: Partial<CorrectedHead>;
  /** Ids of the paragraphs in order; null if they are the same. */
  order: string[] | null;
  /** Paragraphs that are new or differ. */
  paragraphs: Paragraph[];
}

/**
 * What a document has otherwise than any of some earlier states of it. Parts are compared by identity, as edits leave what they
 * do not change.
 */
export function differenceFrom(
  earlier: readonly CorrectedTranscript[],
  document: CorrectedTranscript,
): Difference {
  const { paragraphs, ...head } = document;
  const known = earlier.map((state) => new Map(state.paragraphs.map((one) => [one.id, one])));
  const isSame = (one: Paragraph) => known.every((byId) => byId.get(one.id) === one);
  const isOrdered = earlier.every(
    (state) =>
      state.paragraphs.length === paragraphs.length &&
      state.paragraphs.every(({ id }, index) => id === paragraphs[index]?.id),
  );
  const changed = Object.entries(head).filter(([name, value]) =>
    earlier.some((state) => Reflect.get(state, name) !== value),
  );
  return {
    head: Object.fromEntries(changed),
    order: isOrdered ? null : paragraphs.map(({ id }) => id),
    paragraphs: paragraphs.filter((one) => !isSame(one)),
  };
}

/** The document with a difference. On another state than it was made from, all of its paragraphs are in the result, too. */
export function withDifference(
  document: CorrectedTranscript,
  { head, order, paragraphs }: Difference,
): CorrectedTranscript {
  const byId = new Map([...document.paragraphs, ...paragraphs].map((one) => [one.id, one]));
  const ids = order ?? document.paragraphs.map(({ id }) => id);
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const left = paragraphs.filter(({ id }) => !ids.includes(id));
  return {
    ...document,
    ...head,
    next: Math.max(document.next, head.next ?? 0),
    paragraphs: left.length === 0 ? ordered : [...ordered, ...left].sort((a, b) => a.start - b.start),
  };
}
