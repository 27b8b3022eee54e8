import { secondsOf } from './cue-times.ts';

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

const STAMPED = /^((?:[ \t]*\[\d[\d:.]*\])+)[ \t]*(.*)$/;

/** Lyrics in order of time: a line stands at each of its stamps, and one without a text ends the one before. */
function plainOfLyrics(content: string): string {
  const offset = Number(/^\[offset:\s*([+-]?\d+)\]/im.exec(content)?.[1] ?? 0) / 1000;
  const lines = content
    .replaceAll(/<\d[\d:.]*>[ \t]?/g, '')
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const [, stamps = '', text = ''] = STAMPED.exec(line) ?? [];
      return stamps.split(/[[\]\s]+/).flatMap((stamp) => {
        const time = secondsOf(stamp);
        return time === null ? [] : [{ time: Math.max(0, time - offset), text }];
      });
    })
    .toSorted((a, b) => a.time - b.time);
  return lines
    .flatMap(({ time, text }, index) => {
      const next = lines[index + 1]?.time;
      const stamp = next === undefined ? time.toFixed(3) : `${time.toFixed(3)} - ${next.toFixed(3)}`;
      return text === '' ? [] : [`[${stamp}] ${text}`];
    })
    .join('\n');
}

/** The plain text of a file in a format that is nearly one: Markdown or LRC by the end of its name, or text as it is. */
export function plainText(name: string, content: string): string {
  if (/\.(?:md|markdown)$/i.test(name)) return plainOfMarkdown(content);
  return /\.lrc$/i.test(name) ? plainOfLyrics(content) || content : content;
}
