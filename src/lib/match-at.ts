/** The match of a sticky expression (flag `y`) at an index; null if it matches nothing there. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
