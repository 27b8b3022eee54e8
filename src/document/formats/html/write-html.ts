import type { Word } from '../../../contract/transcripts/utterance.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import { directionOf } from '../../../lib/text-direction.ts';
import { type Block, blocksOf, type Line, textOf } from '../blocks.ts';
import type { ExportView } from '../export-view.ts';
import { xml } from '../xml.ts';
import { audioSource } from './audio-source.ts';
import { PAGE_SCRIPT, PAGE_SCRIPT_SHA256 } from './page-script.ts';
import { PAGE_STYLE, PAGE_STYLE_SHA256 } from './page-style.ts';

/** Only the page's own script and style run; sound may come from anywhere, also from a file beside the page. */
const POLICY =
  `default-src 'none'; script-src '${PAGE_SCRIPT_SHA256}'; style-src '${PAGE_STYLE_SHA256}'; media-src * data: blob: file:; base-uri ` +
  `'none'; form-action 'none'`;

/** Whole milliseconds without needless zeros: "12.34". */
const seconds = (value: number) => String(Math.round(value * 1000) / 1000);

/** Words carry their times, so that a click finds them and a quote knows its place. */
const words = (line: Line, isHighlighted: (word: Word) => boolean): string =>
  line.words
    .map((one, index) => {
      const { word, start } = one;
      const before = index > 0 && /^\s/u.test(word) ? ' ' : '';
      const text = xml(word).trim();
      return `${before}<span data-t="${seconds(start)}">${isHighlighted(one) ? `<mark>${text}</mark>` : text}</span>`;
    })
    .join('');

function section(block: Block, index: number, stamps: boolean): string {
  if (block.kind === 'chapter') return `<h2 dir="auto">${xml(block.title)}</h2>\n`;
  const direction = directionOf(block.language, textOf(block.lines));
  const label =
    block.voice === null ? '' : `<p dir="${direction}"><strong>${xml(block.voice)}</strong></p>\n`;
  const rows = block.lines.map((line) => {
    const at = formatClock(line.start);
    const stamp = stamps
      ? `<a href="#t=${seconds(line.start)}"><time datetime="PT${seconds(line.start)}S">${at}</time></a> `
      : '';
    return `<p dir="${direction}">${stamp}${words(line, block.isHighlighted)}</p>\n`;
  });
  const others = block.beside.flatMap(({ language, lines }) =>
    lines.map(
      (line) =>
        `<p class="beside" lang="${xml(language)}" dir="${directionOf(language, line.text)}">${words(line, () => false)}</p>\n`,
    ),
  );
  const voice = block.voice === null ? '' : ` data-voice="${xml(block.voice)}"`;
  return `<section id="p${index}" lang="${xml(block.language)}"${voice}>\n${label}${[...rows, ...others].join('')}</section>\n`;
}

/**
 * A page that needs nothing but itself: the transcript with a player for the given recording, where a click on a word
 * plays it, links lead to times, and a selection can be copied as a quote with its link. Without a recording it is the
 * text with its links. Printing it makes the PDF.
 */
export function writeHtml(view: ExportView): string {
  const { title = 'Transcript', audio, timestamps = 'paragraph' } = view.options;
  const player =
    audio === undefined
      ? ''
      : `<audio controls preload="metadata" src="${xml(audioSource(audio))}" aria-label="Recording"></audio>\n`;
  const sections = blocksOf(view, timestamps).map((block, index) =>
    section(block, index, timestamps !== 'off'),
  );
  const first = view.paragraphs[0];
  return `<!doctype html>
<html lang="${xml(first?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1 dir="auto">${xml(title)}</h1>
${player}</header>
<main>
${sections.join('') || '<p>There are no words in this transcript.</p>\n'}</main>
<button type="button" id="quote" lang="en" hidden>Copy quote</button>
<p id="notice" lang="en" role="status"></p>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** The same text for the clipboard: paragraphs with speakers in bold, no script and no style. */
export function writeHtmlFragment(view: ExportView): string {
  const { timestamps = 'off' } = view.options;
  return blocksOf(view, timestamps)
    .map((block) => {
      if (block.kind === 'chapter') return `<h2>${xml(block.title)}</h2>`;
      const rows = block.lines.map(({ start, text }, index) => {
        const stamp = timestamps === 'off' ? '' : `[${formatClock(start)}] `;
        const label = block.voice === null || index > 0 ? '' : `<strong>${xml(block.voice)}:</strong> `;
        return `${stamp}${label}${xml(text)}`;
      });
      for (const { lines } of block.beside) rows.push(...lines.map(({ text }) => xml(text)));
      return `<p lang="${xml(block.language)}" dir="${directionOf(block.language, textOf(block.lines))}">${rows.join('<br>')}</p>`;
    })
    .join('\n');
}
