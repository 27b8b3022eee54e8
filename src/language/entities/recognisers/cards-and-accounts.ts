import { withWords } from '../../cues/cues.ts';
import { isIban, isLuhn } from '../checksums.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import brands from './card-brands.json' with { type: 'json' };
import { type DigitRun, digitRuns } from './digit-runs.ts';
import ibanLengths from './iban-lengths.json' with { type: 'json' };

/** By country: of the registry of ISO 13616, and of countries whose banks write such numbers without being in it. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = ibanLengths;

/** Prefixes and lengths of card brands (ISO/IEC 7812 issuer ranges). */
const BRANDS = brands.map(({ start, lengths }) => ({ start: new RegExp(`^(?:${start})`), lengths }));

/**
 * Hardly issued any more, and the length of barcodes and of phone numbers with country code, one in ten of which
 * passes the check: such a number is a card only beside a word about cards.
 */
const RARE_LENGTH = 13;
const CARD_WORD = withWords('(?<![\\p{L}\\p{N}])<card word>');

/** Length of a card number starting with these digits; undefined if there is none. */
export function cardLength(digits: string): number | undefined {
  for (const { start, lengths } of BRANDS) {
    if (!start.test(digits)) continue;
    const length = lengths.find((count) => digits.length >= count && isLuhn(digits.slice(0, count)));
    if (length !== undefined) return length;
  }
  return undefined;
}

/** Card numbers in a run: each starts and ends at a digit group's border. */
function cardsIn(text: string, run: DigitRun): Find[] {
  const finds: Find[] = [];
  for (let start = 0; start < run.digits.length; start++) {
    if (!run.starts[start]) continue;
    const length = cardLength(run.digits.slice(start));
    if (length === undefined || !run.ends[start + length - 1]) continue;
    const from = run.places[start] ?? 0;
    const to = (run.places[start + length - 1] ?? 0) + 1;
    if (length === RARE_LENGTH && !CARD_WORD.test(text.slice(Math.max(0, from - 50), to + 30))) continue;
    finds.push({ type: 'CREDIT_CARD', from, to, sureness: SURENESS.checksum });
    start += length - 1;
  }
  return finds;
}

/** By country: its two letters, two check digits, and as many characters as its numbers have. */
const GAP = '[ ,.-]{0,2}';
const FORMS = Object.entries(IBAN_LENGTHS).map(
  ([code, length]) => `${[...code, '\\d', '\\d'].join(GAP)}(?:[^a-z\\d]{0,3}[a-z\\d]){${length - 4}}`,
);
const IBAN = new RegExp(`(?<![\\p{L}\\p{N}])(?=(?<v>${FORMS.join('|')})(?![a-z\\d]))`, 'gu');

const ibans = (text: string): Find[] =>
  [...text.matchAll(IBAN)].flatMap(({ index, groups: { v = '' } = {} }) =>
    (isGrouped(v) || !hasWords(v)) && isIban(v.replaceAll(/[^a-z\d]/g, ''))
      ? [{ type: 'BANK_ACCOUNT', from: index, to: index + v.length, sureness: SURENESS.checksum }]
      : [],
  );

/** Groups of four, as on paper, may be letters alone: "MT84 MALT 0110 0001 2345 MTLC AST0 01S". */
function isGrouped(written: string): boolean {
  const groups = written.replace(/^([a-z]{2})[ ,.-]{1,2}(?=\d\d(?!\d))/, '$1').split(/[ ,.-]+/);
  const last = groups.pop() ?? '';
  return groups.length > 2 && last.length <= 4 && groups.every(({ length }) => length === 4);
}

/** Whole words inside are ordinary speech; but a bank's four letters may follow the check digits. */
const hasWords = (written: string): boolean =>
  /[a-z]{2}/.test(
    written
      .slice(2)
      .replace(/^([ ,.-]{0,2}\d[ ,.-]{0,2}\d[ ,.-]{0,2})[a-z]{4}(?![a-z])/, '$1')
      .replaceAll(/[a-z]*\d[a-z\d]*/g, ''),
  );

const BESIDE_CARD = withWords('^<code beside a card>', 'du');

/** Three or four digits beside a card, perhaps behind its expiry, are its code. */
function cardCodes(text: string, cards: readonly Find[]): Find[] {
  return cards.flatMap(({ to }): Find[] => {
    const code = BESIDE_CARD.exec(text.slice(to, to + 120))?.indices?.groups?.v;
    return code ? [{ type: 'CVV', from: to + code[0], to: to + code[1], sureness: SURENESS.context }] : [];
  });
}

/** Card numbers by brand and Luhn check, IBANs; all by checksum. */
export const findCardsAndAccounts: Recogniser = ({ text }) => {
  const runs = digitRuns(text);
  const cards = runs.flatMap((run) => cardsIn(text, run));
  return [...ibans(text), ...cards, ...cardCodes(text, cards)];
};
