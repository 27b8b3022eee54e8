import type { CorrectedWord, Note, Paragraph } from '../../../contract/transcripts/corrected-transcript.ts';
import { wordOffsets } from '../../../document/edits/edit-text.ts';
import type { Match } from '../../../document/reading/find-text.ts';
import { hasDoubtfulSpeaker, UNSURE } from '../../../document/words/unsure-words.ts';
import { append } from '../../../lib/append.ts';
import { firstIndex } from '../../../lib/first-index.ts';
import { rangeIn } from '../text/text-caret.ts';
import { MARKS_MOVE, type Paint, paintWords } from './paint-words.ts';

/** What is marked in a transcript. */
export interface PaintedText {
  paragraphs: readonly Paragraph[];
  notes: readonly Note[];
  showUnsure: boolean;
  /** In order. */
  matches: readonly Match[];
  current: Match | null;
  /** The characters of a paragraph that are selected, if a selection goes over several. */
  selected: ((index: number, length: number) => [number, number] | null) | null;
}

const OF_WORDS = ['struck', 'redacted', 'unsure', 'doubtful', 'whose', 'noted'] as const;
type WordPaint = (typeof OF_WORDS)[number];
type Ranges<Kind extends Paint> = Record<Kind, Range[]>;

/** Below this, an unsure word is doubtful. */
const DOUBTFUL = 0.5;

/** Marks of one block, made from these. */
interface BlockMarks {
  paragraph: Paragraph;
  notes: readonly Note[];
  showUnsure: boolean;
  ranges: Ranges<WordPaint>;
}

/** Whether blocks report by themselves that they come near the view. */
const TELLS = 'oncontentvisibilityautostatechange' in document.documentElement;

/**
 * Marks the words of the blocks that are near the view, before the next frame. A key stroke changes one paragraph, and
 * only the marks of that one are made anew.
 */
export class WordPainter {
  readonly #blocks = new Map<string, HTMLElement>();
  readonly #near = new Set<HTMLElement>();
  readonly #made = new WeakMap<HTMLElement, BlockMarks>();
  readonly #painted = new Map<Paint, readonly Range[]>();
  readonly #observer: IntersectionObserver | null;
  readonly #read: () => PaintedText;
  #frame = 0;

  /** `read` gives what is to be marked when it is painted. */
  constructor(read: () => PaintedText) {
    this.#read = read;
    const see = (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) this.#come(target as HTMLElement, isIntersecting);
    };
    this.#observer = TELLS ? null : new IntersectionObserver(see, { rootMargin: '300px 0px' });
  }

  /** The block of a paragraph. */
  blockOf(paragraph: string | undefined): HTMLElement | null {
    return (paragraph !== undefined && this.#blocks.get(paragraph)) || null;
  }

  /** Marks a block from now on, whenever it is near the view; returns what ends it. */
  observe(block: HTMLElement): () => void {
    const id = block.dataset.paragraph ?? '';
    this.#blocks.set(id, block);
    // The row is what the browser skips while it is away.
    const row = block.closest('li') ?? block;
    const onChange = (event: Event) =>
      this.#come(block, !(event as ContentVisibilityAutoStateChangeEvent).skipped);
    if (this.#observer) this.#observer.observe(block);
    else row.addEventListener('contentvisibilityautostatechange', onChange);
    return () => {
      this.#observer?.unobserve(block);
      row.removeEventListener('contentvisibilityautostatechange', onChange);
      this.#near.delete(block);
      if (this.#blocks.get(id) === block) this.#blocks.delete(id);
    };
  }

  /** Paints before the next frame. */
  schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  /** The range of a word in its block; null if the block is not there. */
  wordRange(paragraph: Paragraph | undefined, at: number): Range | null {
    const block = this.blockOf(paragraph?.id);
    return block && paragraph ? rangeOf(block, paragraph.words[at], wordOffsets(paragraph)[at + 1]) : null;
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer?.disconnect();
    for (const paint of [...OF_WORDS, 'found', 'current', 'heard', 'selected'] as const)
      paintWords(paint, []);
  }

  #come(block: HTMLElement, isNear: boolean): void {
    if (isNear) this.#near.add(block);
    else this.#near.delete(block);
    this.schedule();
  }

  #paint(): void {
    const text = this.#read();
    const indices = new Map(text.paragraphs.map(({ id }, index) => [id, index]));
    const marks: Ranges<Exclude<Paint, 'heard'>> = {
      ...noRanges(),
      found: [],
      current: [],
      selected: [],
    };
    for (const block of this.#near) {
      const index = indices.get(block.dataset.paragraph ?? '') ?? -1;
      const paragraph = text.paragraphs[index];
      if (!paragraph) continue;
      const { ranges } = this.#marksOf(block, paragraph, text);
      for (const paint of OF_WORDS) append(marks[paint], ranges[paint]);
      const chosen = text.selected?.(index, block.textContent?.length ?? 0);
      const selected = chosen && rangeIn(block, ...chosen);
      if (selected) marks.selected.push(selected);
      for (const match of matchesIn(text.matches, index)) {
        const range = rangeIn(block, match.from, match.to);
        if (range) marks[match === text.current ? 'current' : 'found'].push(range);
      }
    }
    for (const [paint, ranges] of Object.entries(marks)) this.#set(paint as Paint, ranges);
  }

  #set(paint: Paint, ranges: readonly Range[]): void {
    const before = this.#painted.get(paint) ?? [];
    const same = before.length === ranges.length && ranges.every((range, index) => range === before[index]);
    if (same && MARKS_MOVE) return;
    this.#painted.set(paint, ranges);
    paintWords(paint, ranges);
  }

  #marksOf(block: HTMLElement, paragraph: Paragraph, { notes, showUnsure }: PaintedText): BlockMarks {
    const known = this.#made.get(block);
    if (known?.paragraph === paragraph && known.notes === notes && known.showUnsure === showUnsure)
      return known;
    const ranges = noRanges();
    const offsets = wordOffsets(paragraph);
    for (const [at, word] of paragraph.words.entries()) {
      const paints = paintsOf(word, paragraph.channel, notes, showUnsure);
      const range = paints.length > 0 ? rangeOf(block, word, offsets[at + 1]) : null;
      for (const paint of range ? paints : []) if (range) ranges[paint].push(range);
    }
    const made = { paragraph, notes, showUnsure, ranges };
    this.#made.set(block, made);
    return made;
  }
}

const noRanges = (): Ranges<WordPaint> => ({
  ...{ struck: [], redacted: [], unsure: [], doubtful: [], whose: [], noted: [] },
});

const rangeOf = (block: HTMLElement, word: CorrectedWord | undefined, to = 0): Range | null =>
  rangeIn(block, to - (word?.word.trim().length ?? 0), to);

function paintsOf(
  word: CorrectedWord,
  channel: number,
  notes: readonly Note[],
  showUnsure: boolean,
): WordPaint[] {
  const middle = (word.start + word.end) / 2;
  const isNoted = ({ kind, start, end, channel: only }: Note) =>
    kind === 'highlight' && middle >= start && middle < end && (only ?? channel) === channel;
  return [
    ...(word.struck ? (['struck'] as const) : []),
    ...(word.redacted ? (['redacted'] as const) : []),
    ...(showUnsure && hasDoubtfulSpeaker(word) ? (['whose'] as const) : []),
    ...(showUnsure && word.confidence < UNSURE
      ? [word.confidence < DOUBTFUL ? ('doubtful' as const) : ('unsure' as const)]
      : []),
    ...(notes.some(isNoted) ? (['noted'] as const) : []),
  ];
}

/** The matches in one paragraph. */
function matchesIn(matches: readonly Match[], index: number): readonly Match[] {
  const at = (paragraph: number) =>
    firstIndex(matches.length, (one) => (matches[one]?.paragraph ?? 0) >= paragraph);
  return matches.slice(at(index), at(index + 1));
}
