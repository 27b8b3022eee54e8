import { strToU8, zipSync } from 'fflate';
import { formatClock } from '../../../lib/format-clock.ts';
import { isRightToLeft, readsFromRight } from '../../../lib/text-direction.ts';
import { type Block, blocksOf, runsOf, textOf } from '../blocks.ts';
import type { ExportView } from '../export-view.ts';
import { XML_HEAD, xml } from '../xml.ts';
import { CONTENT_TYPES, coreProperties, DOCUMENT_LINKS, PACKAGE_LINKS, STYLES, WORD } from './docx-parts.ts';

/** The same document makes the same bytes; a zip knows no time before 1980. */
const ANY_TIME = new Date(2000, 0, 1);

/** Latin, Far Eastern and right-to-left languages have attributes of their own. */
function languageTag(language: string): string {
  if (isRightToLeft(language)) return `<w:lang w:bidi="${xml(language)}"/>`;
  const attribute = ['zh', 'ja', 'ko'].includes(language) ? 'eastAsia' : 'val';
  return `<w:lang w:${attribute}="${xml(language)}"/>`;
}

const run = (properties: string, text: string) =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;

const LINE_BREAK = '<w:r><w:br/></w:r>';

const placed = (style: string, turned: boolean, rows: readonly string[]) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${turned ? '<w:bidi/>' : ''}</w:pPr>${rows.join(LINE_BREAK)}</w:p>`;

function heading(style: string, text: string): string {
  const turned = readsFromRight(text);
  return placed(style, turned, [run(turned ? '<w:rtl/>' : '', text)]);
}

function paragraph(block: Block, stamps: boolean): string {
  if (block.kind === 'chapter') return heading('Heading1', block.title);
  const { voice, language, lines, isHighlighted } = block;
  const turned = readsFromRight(textOf(lines), language);
  const rtl = turned ? '<w:rtl/>' : '';
  const rows = lines.map((line, index) => {
    const { start } = line;
    const stamp = stamps
      ? run('<w:rStyle w:val="Timestamp"/>', `[${formatClock(start)}]`) + run('', ' ')
      : '';
    // Bold of its own too: some programs drop character styles that they do not know.
    const bold = `<w:rStyle w:val="Speaker"/><w:b/><w:bCs/>${rtl}`;
    const label = voice === null || index > 0 ? '' : run(bold, `${voice}:`) + run(rtl, ' ');
    const runs = runsOf(line, isHighlighted).map(({ text, highlighted }) =>
      run(`${highlighted ? '<w:highlight w:val="yellow"/>' : ''}${rtl}${languageTag(language)}`, text),
    );
    return `${stamp}${label}${runs.join('')}`;
  });
  const others = block.beside.map((other) => {
    const mark = readsFromRight(textOf(other.lines), other.language) ? '<w:rtl/>' : '';
    const texts = other.lines.map(({ text }) => run(`${mark}${languageTag(other.language)}`, text));
    return placed('Translation', mark !== '', texts);
  });
  return [placed('Utterance', turned, rows), ...others].join('');
}

/**
 * A Word document: title, chapters as headings, a paragraph for each of the transcript's, its speaker in bold, highlights in yellow. Stamps
 * are before paragraphs or before their sentences.
 */
export function writeDocx(view: ExportView): Uint8Array<ArrayBuffer> {
  const { title, timestamps = 'off' } = view.options;
  const body = [
    ...(title ? [heading('Title', title)] : []),
    ...blocksOf(view, timestamps).map((block) => paragraph(block, timestamps !== 'off')),
  ];
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" ' +
    'w:footer="708" w:gutter="0"/></w:sectPr>';
  const text = `${XML_HEAD}<w:document xmlns:w="${WORD}"><w:body>${body.join('')}${page}</w:body></w:document>`;
  const parts = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': PACKAGE_LINKS,
    'word/document.xml': text,
    'word/styles.xml': STYLES,
    'word/_rels/document.xml.rels': DOCUMENT_LINKS,
    'docProps/core.xml': coreProperties(title ?? 'Transcript', view.about.edited_at),
  };
  const files = Object.entries(parts).map(([name, part]) => [name, strToU8(part)] as const);
  return zipSync(Object.fromEntries(files), { mtime: ANY_TIME });
}
