/** The line, from 1, in which a text stops being JSON, as far as the browser's error says it; its last one otherwise. */
export function jsonFaultLine(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  const line = /\bline (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /\bposition (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length;
}
