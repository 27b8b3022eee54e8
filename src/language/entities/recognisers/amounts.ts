import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import { CURRENCY, TIME_UNIT } from './calendar-words.ts';

const { form, context } = SURENESS;

const N = '(?![\\p{L}\\p{N}])';
const rule = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}.,])${source}`, 'dgu');
/** "1,234.50", "1 234,50", "5 point 2". */
const NUMBER = '\\d+(?:[., ]\\d{3})*(?:[.,]\\d+)?(?: ?[\\uE000\\uE007] ?\\d+(?: \\d)*)?';
const SCALE =
  "(?: ?(?:thousand|million|billion|k|m|bn|mille|millions?|milliards?|tausend|mio|millionen|milliarden?|mil|millones?|milioni|milione|miliardi|mila)(?: d(?:e |'|i ))?)?";
const YEARS = '(?:years?|yrs?|ans?|jahre?n?|ano|anos|anni|anno)';
const AGED = '(?:[1-9]\\d?|1[0-2]\\d)';
const WEIGHT = /\b(?:weigh\w*|lost|lose|gain\w*|heavy|baby|of) (?:\w+ )?$/u;

/** "forty second street", "the forty second time" */
const ORDINAL =
  '(?<=0 second) (?:street|st|avenue|ave|road|floor|time|birthday|anniversary|edition|annual|president|place)(?!\\p{L})';

const RULES: readonly PatternRule[] = [
  { type: 'MONEY', pattern: rule(`(?:us|ca|au)?[$€£¥] ?${NUMBER}${SCALE}${N}`), sureness: form },
  { type: 'MONEY', pattern: rule(`${NUMBER}${SCALE} ?[$€£¥]`), sureness: form },
  {
    type: 'MONEY',
    pattern: rule(
      `${NUMBER}${SCALE} ?(?:us |us-|canadian |australian |schweizer |suisses )?${CURRENCY}${N}(?: (?:et|and|und|y|con|e)? ?\\d{1,2} (?:cents?|pence|centimes?|centavos|centimos|centesimi|rappen)${N}| (?:et |and |und |y |con |e )?\\d{1,2}(?=[.,?!]|$))?`,
    ),
    sureness: form,
    notBefore: WEIGHT,
  },
  { type: 'AGE', pattern: rule(`${AGED}[ -]${YEARS}[ -](?:olds?|alt|alte[rnms]?)${N}`), sureness: form },
  { type: 'AGE', pattern: rule(`${AGED} years? of age${N}`), sureness: form },
  { type: 'AGE', pattern: rule(`${AGED} ?-? ?jahrig\\p{L}*`), sureness: form },
  {
    type: 'AGE',
    pattern: rule(
      `(?:aged|age|age of|at the age of|im alter von|l'age de|la edad de) (?:is |was )?(?<v>${AGED}(?: ${YEARS})?)${N}`,
    ),
    sureness: context,
  },
  {
    type: 'AGE',
    pattern: rule(
      `(?:agee?s? de|j'ai|il a|elle a|avait|avais|tu as|vous avez|j'avais|aura|fete ses) (?<v>${AGED} ans)${N}(?! (?:d'|de )(?:experience|contrat|garantie|metier))`,
    ),
    sureness: context,
  },
  { type: 'AGE', pattern: rule(`${AGED} anos de edad${N}`), sureness: form },
  {
    type: 'AGE',
    pattern: rule(
      `(?:tengo|tiene|tienen|tienes|tenia|cumplio|cumplo|cumple|cumplir|de) (?<v>${AGED} anos)${N}(?! de (?:experiencia|garantia|contrato))`,
    ),
    sureness: context,
  },
  {
    type: 'AGE',
    pattern: rule(
      `(?:ho|ha|hai|aveva|avevo|compie|compiuto|compio|di|hanno) (?<v>${AGED} anni)${N}(?! di (?:esperienza|garanzia|contratto))`,
    ),
    sureness: context,
    notBefore: /\b(?:piu|meno|durata|periodo|contratto|prestito|mutuo|garanzia) di $/u,
  },
  {
    type: 'AGE',
    pattern: rule(`(?:turned|turning|turns) (?<v>${AGED})(?=[.,?!]|$| (?:last|this|next|in|on|years?)\\b)`),
    sureness: context,
  },
  {
    type: 'AGE',
    pattern: rule(
      `(?:i am|i'm|he is|he's|she is|she's|she was|he was|i was) (?<v>[1-9]\\d)(?=[.,?!]|$| (?:and|now|when|but)\\b)`,
    ),
    sureness: context,
  },
  {
    type: 'DURATION',
    pattern: rule(
      `(?:(?:\\d+(?:[.,]\\d+)?|\\d+ ?[\\uE000\\uE007] ?\\d+)(?: (?:and a half|et demie?|und eine halbe|y medio|y media|e mezzo|e mezza))?[ -]${TIME_UNIT}${N}(?!${ORDINAL})|half an hour|une demi-heure|demi-heure|eine halbe stunde|1 halbe stunde|media hora|mezz'ora|mezz'? ?ora)(?:,?(?: (?:and|et|und|y|e))? \\d+ ${TIME_UNIT}${N})?(?: (?:and a half|et demie?|y media?o?|e mezz[oa]))?`,
    ),
    sureness: form,
  },
  {
    type: 'DOSE',
    pattern: rule(
      `${NUMBER} ?(?:mg|milligram(?:me)?s?|milligramm|miligramos|milligrammi|mcg|micrograms?|ml|millilit(?:er|re)s?|iu)${N}`,
    ),
    sureness: form,
  },
  {
    type: 'BLOOD_TYPE',
    pattern: rule(
      `(?:blood (?:type|group)|groupe sanguin|blutgruppe|grupo sanguineo|gruppo sanguigno)[^.?!]{0,12}? (?<v>(?:ab|a|b|o|0)(?: ?(?:\\+|-|\\uE006|\\uE002|positive|negative|positif|negatif|positiv|negativ|positivo|negativo))?)${N}`,
    ),
    sureness: context,
  },
];

/** Money, ages, durations, doses, blood types. */
export const findAmounts: Recogniser = (view) => findPatterns(view, RULES);
