import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/min';
import { withWords } from '../../cues/cues.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import dialledNumbers from './dialled-numbers.json' with { type: 'json' };

/** Countries whose numbers are dialled without a country code, tried in this order, and what is seldom anything else. */
const COUNTRIES = Object.entries(dialledNumbers).map(([country, form]) => ({
  country: country as CountryCode,
  dialled: new RegExp(`^(?:${form})$`),
}));

/** Digits in groups, with brackets and a written or spoken plus. */
const CANDIDATE = /(?<![\p{L}\p{N}])(?:[+\uE006] ?)?\(?\d(?:[ ().,/\-\uE002]{0,3}\d){6,18}(?![\p{L}\p{N}])/gu;

const CONTEXT = withWords('<no letter before>(?:<call>|<number of mine>)[^?!]{0,50}$');
/** Words for other numbers. */
const OTHER = withWords('<no letter before><other number>[^.?!]{0,32}$');

const isValid = (number: string, country?: CountryCode): boolean =>
  parsePhoneNumber(number, country)?.isValid() ?? false;

/** Maximum digits without a country code, and with one given without a plus. */
const MOST_NATIONAL = 12;
const MOST_PLAIN = 13;
/** Fewest digits of a number with its country's code that no plan of numbers has. */
const LEAST_INTERNATIONAL = 9;

function surenessOf(digits: string, isInternational: boolean, hasContext: boolean): number | undefined {
  // A plus before a number valid in its country: nothing else is written that way, whatever checksum it may match.
  if (isInternational) {
    if (isValid(`+${digits}`)) return SURENESS.checksum;
    // A digit may be misheard.
    return hasContext && digits.length >= LEAST_INTERNATIONAL ? SURENESS.context : undefined;
  }
  if (digits.startsWith('00') && isValid(`+${digits.slice(2)}`)) return SURENESS.form;
  const isMeant = hasContext && digits.length <= MOST_PLAIN;
  for (const { country, dialled } of COUNTRIES) {
    const isDialled = dialled.test(digits);
    // libphonenumber's rules are slow and therefore come last.
    if ((isDialled || isMeant) && isValid(digits, country))
      return isDialled ? SURENESS.form : SURENESS.context;
  }
  return isMeant && (digits.length <= MOST_NATIONAL || isValid(`+${digits}`)) ? SURENESS.context : undefined;
}

/** "…, extension 82", behind a number. */
const EXTENSION = withWords(
  '^,? <extension>(?: <number word>)? (?:<is> )?\\d(?: ?\\d){0,4}<no letter behind>',
);
const LONGEST_EXTENSION = 40;

/** Final digit groups that may belong to what follows the number. */
const MOST_LEFT = 4;

function phoneAt(text: string, from: number, to: number): Find | undefined {
  const before = text.slice(Math.max(0, from - 60), from);
  const isInternational = /[+\uE006]/u.test(text[from] ?? '');
  if (!isInternational && OTHER.test(before)) return undefined;
  const hasContext = CONTEXT.test(before);
  let end = to;
  for (let left = 0; left <= MOST_LEFT; left++) {
    const digits = text.slice(from, end).replaceAll(/\D/g, '');
    if (digits.length < 7) return undefined;
    const sureness = digits.length <= 15 ? surenessOf(digits, isInternational, hasContext) : undefined;
    if (sureness !== undefined) return { type: 'PHONE_NUMBER', from, to: end, sureness };
    end = from + text.slice(from, end).replace(/[^\d]*\d+$/u, '').length;
    if (end <= from) return undefined;
  }
  return undefined;
}

/**
 * Phone numbers by libphonenumber's rules: international ones; those of the five languages' countries, if they look
 * like numbers that are dialled there; others after a word about calling.
 */
export const findPhones: Recogniser = ({ text }) => {
  const finds: Find[] = [];
  const candidate = new RegExp(CANDIDATE);
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const last = finds.at(-1);
    const found = phoneAt(text, match.index, candidate.lastIndex);
    // Digits right behind a number are more likely an extension or a date than what the word about calling referred
    // to.
    const isAlone = !last || /[^ ().,/\-\uE002]/u.test(text.slice(last.to, match.index));
    if (!found || (!isAlone && found.sureness === SURENESS.context)) continue;
    const extension = EXTENSION.exec(text.slice(found.to, found.to + LONGEST_EXTENSION))?.[0].length ?? 0;
    finds.push({ ...found, to: found.to + extension });
    candidate.lastIndex = found.to + extension;
  }
  return finds;
};
