import { isAddressed } from './said-before-colons.ts';

/** A name before a text, and the text. */
export interface Labelled {
  voice: string;
  text: string;
}

/** Of what people say, the part that shows that somebody listens. */
const ADDRESSED_SHARE = 1 / 3;

/** Whether names that stand there once each may be those of people, not headings: they say something to each other. */
export function areTurns(labels: readonly (Labelled | null)[]): boolean {
  const said = labels.filter((label) => label !== null);
  // What people say in other scripts is not known.
  const isKnown = said.every(({ voice, text }) => !/[^\P{L}\p{Script=Latin}]/u.test(voice + text));
  return !isKnown || said.filter(({ text }) => isAddressed(text)).length >= said.length * ADDRESSED_SHARE;
}

/** What stands before a colon in one sentence with what follows, in small letters, where texts begin with a capital. */
export function sentencesGoOn(texts: readonly string[], labels: readonly (Labelled | null)[]): Set<string> {
  const said = labels.map((label, at) => label?.text ?? texts[at] ?? '');
  const small = said.map((text) => /^\p{Ll}/u.test(text));
  const capital = said.filter((text) => /^\p{Lu}/u.test(text)).length;
  if (small.filter(Boolean).length >= capital) return new Set();
  const begun = new Set(labels.flatMap((label, at) => (label && !small[at] ? label.voice : [])));
  return new Set(labels.flatMap((label) => (label && !begun.has(label.voice) ? label.voice : [])));
}
