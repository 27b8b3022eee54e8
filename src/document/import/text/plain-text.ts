/** Signs that a backslash keeps from being markup. */
const ESCAPED = /\\([\\`*_{}[\]<>#|~!&$=+.)-])/g;

/** The text of a transcript in Markdown: without headings, rules and quotes, and with stamps as they stand in a plain text. */
const plainOfMarkdown = (content: string): string =>
  content
    .replaceAll(/^#{1,6}[ \t](?!.*\d:\d{2}).*$/gm, '')
    .replaceAll(/^#{1,6}[ \t]/gm, '')
    .replaceAll(/^[ \t]*[-*+][ \t]+(?=\*\*|[[(`]?\d)/gm, '')
    .replaceAll(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '')
    .replaceAll(/^>[ \t]?/gm, '')
    .replaceAll(/(?<!\\)(\*\*|__)(?=\S)([^*_\n]+)\1/g, '$2')
    .replaceAll(/(?<![\\\p{L}\p{N}])([*_])(?=\S)([^*_\n]+)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/(?<!\\)\[([^\][\n]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^`([\d:.]+)`[ \t]/gm, '[$1] ')
    .replaceAll(/\\$/gm, '')
    .replaceAll(ESCAPED, '$1');

/** The plain text of a file in a format that is nearly one: Markdown by the end of its name, or text as it is. */
export const plainText = (name: string, content: string): string =>
  /\.(?:md|markdown)$/i.test(name) ? plainOfMarkdown(content) : content;
