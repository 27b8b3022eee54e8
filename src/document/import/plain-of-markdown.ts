/** Signs that a backslash keeps from being markup. */
const ESCAPED = /\\([\\`*_{}[\]<>#|~!&$=+.)-])/g;

/** The text of a transcript in Markdown: without headings, rules and quotes, and with stamps as they stand in a plain text. */
export const plainOfMarkdown = (content: string): string =>
  content
    .replaceAll(/^#{1,6}[ \t].*$/gm, '')
    .replaceAll(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '')
    .replaceAll(/^>[ \t]?/gm, '')
    .replaceAll(/^`([\d:.]+)`[ \t]/gm, '[$1] ')
    .replaceAll(/\\$/gm, '')
    .replaceAll(ESCAPED, '$1');
