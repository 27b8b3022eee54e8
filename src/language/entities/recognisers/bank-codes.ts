import { withWords } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import { IBAN_LENGTHS } from './cards-and-accounts.ts';

const CUE = withWords(
  '(?<![\\p{L}\\p{N}])<bank code>(?:[ ,:=]{1,2}(?!(?:\\p{L} ){4})<bank code link>){0,5}[ ,:="\'?]{1,3}',
  'gu',
);
/** Letters and digits in one word, in groups, or said one by one. */
const VALUE =
  /^(?:[\p{L}\d][ ,.-]{1,2}){7,10}[\p{L}\d](?![\p{L}\p{N}])|^[a-z]{4} ?[a-z]{2} ?[a-z\d]{2}(?: ?[a-z\d]{3})?(?![\p{L}\p{N}])/u;
const BIC = /^[a-z]{4}([a-z]{2})[a-z\d]{2}(?:[a-z\d]{3})?$/;
/** Countries without IBANs. */
const OTHERS = new Set('us ca au nz jp cn hk sg in za mx ar cl co pe ng ke kr tw th my id ph vn'.split(' '));
/** Of a code in letters alone the place has no vowels; words such as "required" have. */
const IS_NO_WORD = /\d|^.{6}[^aeiouy]{2}(?:xxx)?$/;

/** Codes of banks (ISO 9362) behind a word for them. */
export const findBankCodes: Recogniser = ({ text }) => {
  const finds: Find[] = [];
  for (const { 0: cue, index } of text.matchAll(CUE)) {
    const from = index + cue.length;
    const value = longestCode(VALUE.exec(text.slice(from, from + 60))?.[0] ?? '');
    if (value > 0) finds.push({ type: 'ROUTING_NUMBER', from, to: from + value, sureness: SURENESS.form });
  }
  return finds;
};

/** Length of the code at the start of a text: all of it, or eight characters; 0 if there is none. */
function longestCode(said: string): number {
  const isSpelled = /^[\p{L}\d][ ,.-]/u.test(said);
  const characters = [...said.matchAll(/[a-z\d]/g)];
  for (const count of isSpelled ? [11, 8] : [characters.length]) {
    const code = characters.slice(0, count).join('');
    const country = code.length === count ? BIC.exec(code)?.[1] : undefined;
    const isKnown = country && (IBAN_LENGTHS[country] !== undefined || OTHERS.has(country));
    if (isKnown && (isSpelled || IS_NO_WORD.test(code))) return (characters[count - 1]?.index ?? -1) + 1;
  }
  return 0;
}
