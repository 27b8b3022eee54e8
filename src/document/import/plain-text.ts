/** Signs that a backslash keeps from being markup. */
const ESCAPED = /\\([\\`*_{}[\]<>#|~!&$=+.)-])/g;

/** The text of a transcript in Markdown: without headings, rules and quotes, and with stamps as they stand in a plain text. */
const plainOfMarkdown = (content: string): string =>
  content
    .replaceAll(/^#{1,6}[ \t].*$/gm, '')
    .replaceAll(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '')
    .replaceAll(/^>[ \t]?/gm, '')
    .replaceAll(/^`([\d:.]+)`[ \t]/gm, '[$1] ')
    .replaceAll(/\\$/gm, '')
    .replaceAll(ESCAPED, '$1');

/** Lyrics: without what is told of the song, and with the stamps of lines alone. */
const plainOfLyrics = (content: string): string =>
  content
    .replaceAll(/^\[[a-z#]+:[^\]\n]*\][ \t]*$/gim, '')
    .replaceAll(/<\d[\d:.]*>[ \t]?/g, '')
    .replaceAll(/^(\[[\d:.]+\])(?=\S)/gm, '$1 ');

/** The plain text of a file in a format that is nearly one: Markdown or LRC by the end of its name, or text as it is. */
export function plainText(name: string, content: string): string {
  if (/\.(?:md|markdown)$/i.test(name)) return plainOfMarkdown(content);
  return /\.lrc$/i.test(name) ? plainOfLyrics(content) : content;
}
