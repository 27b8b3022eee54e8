/** A text with who says it. */
interface Labelled {
  voice: string | null;
  text: string;
}

/** "Ada Lovelace: Good morning", as transcripts have it, and as a row of captions may begin. */
const LABEL = /^\s*(?:>>\s*)?([\p{L}\p{N}][\p{L}\p{M}\p{N} ._'’&()·-]{0,48}?)\s?:\s+(?=\S)/u;
const MOST_WORDS = 5;
const NUMBERED = /^(?:channel \d+ · )?speaker[ _]?\d+$/iu;

const labelOf = (text: string): string | null => {
  const label = LABEL.exec(text)?.[1]?.trim() ?? null;
  return label === null || label.split(/\s+/u).length > MOST_WORDS ? null : label;
};

/**
 * Takes names before a colon off the texts. "Note: this matters" is no name, so what stands before a colon is one only
 * if it is "Speaker 2", in capitals, or stands there at least twice.
 */
export function takeLabels(texts: readonly string[]): Labelled[] {
  const labels = texts.map(labelOf);
  const counts = new Map<string, number>();
  for (const label of labels) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  const isName = (label: string) =>
    NUMBERED.test(label) || (counts.get(label) ?? 0) > 1 || /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u.test(label);
  return texts.map((text, index) => {
    const label = labels[index] ?? null;
    return label !== null && isName(label)
      ? { voice: label, text: text.replace(LABEL, '') }
      : { voice: null, text };
  });
}
