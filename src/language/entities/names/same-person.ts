import { withWords } from '../../cues/cues.ts';
import { nameKey } from './known-words.ts';

/** Mentions of people, as written, in the order of the file → the same text for the same person. */
export function samePersons(mentions: readonly string[]): Map<string, string> {
  const names = [...new Set(mentions)];
  const words = new Map(names.map((name) => [name, wordsOf(name)]));
  const count = (name: string) => words.get(name)?.length ?? 0;
  const persons = new Map<string, string>();
  // Longer names first: "Tom O'Connell" says who "Tom" is.
  for (const name of names.toSorted((a, b) => count(b) - count(a))) {
    const own = words.get(name) ?? [];
    const wider = new Set(
      [...persons]
        .filter(([other]) => own.length > 0 && own.every((word) => words.get(other)?.includes(word)))
        .map(([, person]) => person),
    );
    const [only] = wider;
    // Where two people share it, it represents neither.
    persons.set(name, wider.size === 1 && only !== undefined ? only : own.join(' ') || nameKey(name));
  }
  return persons;
}

const TITLE = withWords('^<title of a name>$');

/** Words of a name without titles, marks and possessives; spelled letters are one word. */
function wordsOf(name: string): string[] {
  const words = nameKey(name)
    .replaceAll(/'s\b/g, '')
    .split(/[^\p{L}'-]+/u)
    .map((word) => word.replaceAll(/^['-]+|['-]+$/g, ''))
    .filter((word) => word !== '' && !TITLE.test(word));
  const isSpelled = words.length > 2 && words.every((word) => /^\p{L}$/u.test(word));
  if (isSpelled) return [words.join('')];
  return words.map((word) => (/^\p{L}(?:-\p{L}){2,}$/u.test(word) ? word.replaceAll('-', '') : word));
}
