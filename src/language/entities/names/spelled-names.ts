import { spelledLetter } from '../letter-names.ts';
import type { NameRange, NameReading } from './name-reading.ts';

/** Single letters of a spelled name. */
const LEAST_LETTERS = 3;

/** Letters said one by one, by the radio alphabet, or joined by hyphens: "P R I Y A". */
export function spelledNames({ tokens }: NameReading, isName: (joined: string) => boolean): NameRange[] {
  const found: NameRange[] = [];
  let from = 0;
  const close = (to: number) => {
    const joined = tokens
      .slice(from, to)
      .map(({ whole }) => spelledLetter(whole))
      .join('');
    if (to - from >= LEAST_LETTERS && isName(joined)) found.push({ from, to });
  };
  for (const [at, { whole }] of tokens.entries()) {
    if (spelledLetter(whole) !== null) continue;
    close(at);
    from = at + 1;
    if (/^\p{L}(?:-\p{L}){2,}$/u.test(whole) && isName(whole.replaceAll('-', ''))) {
      found.push({ from: at, to: at + 1 });
    }
  }
  close(tokens.length);
  return found;
}
