import { jsPDF } from 'jspdf';
import { formatClock } from '../../../lib/format-clock.ts';
import { type Block, blocksOf } from '../blocks.ts';
import type { ExportView } from '../export-view.ts';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 64 };
const SIZE = { title: 20, chapter: 14, text: 11, small: 9 };
const LEADING = 1.45;

/** Windows-1252, which the fonts that every PDF reader has are written in; the signs above U+00FF by hand. */
const WRITABLE = /^[\n\u{20}-\u{7E}\u{A0}-\u{FF}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;

/** Other spaces and hyphens than those of the fonts, as these. */
const plain = (text: string): string =>
  text.replaceAll(/[\u{2002}-\u{200A}\u{202F}]/gu, ' ').replaceAll(/[\u{2010}\u{2011}]/gu, '-');

/**
 * The letters of a text that the PDF's fonts lack, each once, at most five. A text that has any is printed by the browser instead, which
 * has fonts for all scripts.
 */
export function lettersMissing(view: ExportView): string[] {
  const texts = blocksOf(view, 'off').flatMap((block) =>
    block.kind === 'chapter' ? [block.title] : [block.voice ?? '', ...block.lines.map(({ text }) => text)],
  );
  const missing = new Set<string>();
  for (const text of [view.options.title ?? '', ...texts]) {
    if (WRITABLE.test(plain(text))) continue;
    for (const letter of plain(text)) if (!WRITABLE.test(letter)) missing.add(letter);
  }
  return [...missing].slice(0, 5);
}

/** Writes downwards, and begins a page where the last one is full. */
class Pages {
  readonly pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  #y = PAGE.margin;

  get page(): number {
    return this.pdf.getNumberOfPages();
  }

  /** Room for so many points, else a new page. */
  need(points: number): void {
    if (this.#y + points <= PAGE.height - PAGE.margin) return;
    this.pdf.addPage();
    this.#y = PAGE.margin;
  }

  space(points: number): void {
    this.#y += points;
  }

  /** Text in lines of its own. */
  write(text: string, size: number, style: 'normal' | 'bold', colour = 20): void {
    this.pdf.setFont('helvetica', style).setFontSize(size).setTextColor(colour);
    const lines: string[] = this.pdf.splitTextToSize(plain(text), PAGE.width - 2 * PAGE.margin);
    for (const line of lines) {
      this.need(size * LEADING);
      this.pdf.text(line, PAGE.margin, this.#y + size);
      this.#y += size * LEADING;
    }
  }
}

function writeBlock(pages: Pages, block: Block, stamps: boolean): void {
  if (block.kind === 'chapter') {
    pages.space(SIZE.text);
    // Not alone at the end of a page.
    pages.need(SIZE.chapter * LEADING + 4 * SIZE.text * LEADING);
    pages.write(block.title, SIZE.chapter, 'bold');
    pages.space(SIZE.text / 3);
    return;
  }
  const label = [stamps ? formatClock(block.start) : null, block.voice]
    .filter((part) => part !== null)
    .join('   ');
  if (label !== '') {
    pages.need(SIZE.small * LEADING + 2 * SIZE.text * LEADING);
    pages.write(label, SIZE.small, 'bold', 90);
  }
  for (const { text } of block.lines) pages.write(text, SIZE.text, 'normal');
  pages.space(SIZE.text * 0.7);
}

/**
 * A PDF with real text: a paragraph for each of the transcript's, its time and speaker above it, chapters as bookmarks, numbered pages.
 * Call `lettersMissing` first: its fonts have the letters of western Europe alone.
 */
export function writePdf(view: ExportView): Uint8Array<ArrayBuffer> {
  const { title = 'Transcript', timestamps = 'paragraph' } = view.options;
  const pages = new Pages();
  const { pdf } = pages;
  pdf.setProperties({ title, creator: 'Earshot' });
  const [first] = view.paragraphs;
  if (first) pdf.setLanguage(first.language as Parameters<typeof pdf.setLanguage>[0]);
  pages.write(title, SIZE.title, 'bold');
  pages.space(SIZE.text);
  const root = pdf.outline.add(null, plain(title), { pageNumber: 1 });
  for (const block of blocksOf(view, timestamps)) {
    writeBlock(pages, block, timestamps !== 'off');
    if (block.kind === 'chapter') pdf.outline.add(root, plain(block.title), { pageNumber: pages.page });
  }
  for (let page = 1; page <= pages.page; page++) {
    pdf.setPage(page);
    pdf.setFont('helvetica', 'normal').setFontSize(SIZE.small).setTextColor(90);
    pdf.text(`${page} / ${pages.page}`, PAGE.width / 2, PAGE.height - PAGE.margin / 2, { align: 'center' });
  }
  return new Uint8Array(pdf.output('arraybuffer'));
}
