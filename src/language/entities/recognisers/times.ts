import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';

const { form, context } = SURENESS;

const N = '(?![\\p{L}\\p{N}])';
const HOUR = '(?:2[0-4]|1\\d|0?\\d)';
const MINUTE = '(?:[0-5]\\d|0 ?\\d|\\d)';
const rule = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}:.,/$€£])${source}`, 'dgu');

const PART_EN = '(?: (?:in the (?:morning|afternoon|evening)|\uE001 night|at night|tonight))';
const PART =
  "(?: (?:du matin|du soir|de l'apres-midi|(?:uhr )?(?:morgens|abends|nachmittags|nachts|frueh)|(?:de|por) la (?:manana|tarde|noche)|di (?:mattina|sera|notte|pomeriggio)|del (?:mattino|pomeriggio)))";

const RULES: readonly PatternRule[] = [
  {
    type: 'TIME',
    pattern: rule(
      `${HOUR}:[0-5]\\d(?::[0-5]\\d)?(?: ?[ap]\\.? ?m\\b\\.?| uhr\\b|${PART_EN}|${PART})?(?![\\p{N}:])`,
    ),
    sureness: form,
  },
  {
    type: 'TIME',
    pattern: rule(`(?:1[0-2]|0?[1-9])(?:[ :.]?${MINUTE})? ?[ap](?:\\. ?m\\b\\.?| ?m${N})`),
    sureness: form,
  },
  {
    type: 'TIME',
    pattern: rule(`${HOUR} ?h(?: ?[0-5]\\d)?${N}(?!/| [a-z](?![\\p{L}\\p{N}']))`),
    sureness: form,
    // "k x 21 h j o" is spelled; "il y a 2 h" is not.
    notBefore: /(?<![\p{L}\p{N}'])[b-df-xz](?: [a-z])? $/u,
  },
  {
    type: 'TIME',
    pattern: rule(
      `${HOUR} heures? (?:${MINUTE}${N}|et (?:demie?|quart)|moins (?:le quart|${MINUTE}${N})|(?:\uE002 ?)(?:le quart|${MINUTE}${N}))${PART}?`,
    ),
    sureness: form,
  },
  {
    type: 'TIME',
    pattern: rule(
      `(?:a|à|vers|des|jusqu'a|depuis|il est|avant|apres|pour) (?<v>${HOUR} heures?${PART}?)${N}`,
    ),
    sureness: context,
  },
  { type: 'TIME', pattern: rule(`${HOUR}(?:[.:]\\d\\d)? uhr(?: ${MINUTE}${N})?${PART}?`), sureness: form },
  {
    type: 'TIME',
    pattern: rule(`(?:halb|(?:viertel|\\d{1,2}(?: minuten)?) (?:nach|vor)) ${HOUR}${N}`),
    sureness: form,
  },
  {
    type: 'TIME',
    pattern: rule(
      `(?:half past|(?:a )?quarter (?:past|to)|\\d{1,2}(?: minutes?)? past|\\d{1,2} to(?= \\d{1,2} (?:in the|[ap]\\.? ?m\\b))) ${HOUR}${N}${PART_EN}?`,
    ),
    sureness: form,
  },
  { type: 'TIME', pattern: rule(`${HOUR} o'? ?clock${PART_EN}?`), sureness: form },
  { type: 'TIME', pattern: rule(`${HOUR}(?: [0-5]\\d)?${PART_EN}`), sureness: form },
  {
    type: 'TIME',
    pattern: rule(
      `(?:a|son|desde|hasta|sobre|para|de|entre) (?:las?) (?<v>${HOUR}(?: (?:y|\uE002|menos) (?:media|cuarto|${MINUTE}${N})| (?:[0-5]\\d)${N})?(?: en punto| en \uE000)?${PART}?)(?![\\p{L}\\p{N}]|:\\d)`,
    ),
    sureness: context,
  },
  {
    type: 'TIME',
    pattern: rule(
      `(?:alle|dalle|verso le|entro le|dopo le|delle|ore|sono le) (?:ore )?(?<v>(?:ore )?${HOUR}(?: (?:e|meno|\uE002) (?:mezza|mezzo|un quarto|1 quarto|${MINUTE}${N})| [0-5]\\d${N})?${PART}?)(?![\\p{L}\\p{N}]|:\\d)`,
    ),
    sureness: context,
    notAfter: /^ (?:persone|cose|volte|ragazze|case|\p{L}+e\b)/u,
  },
  {
    type: 'TIME',
    pattern: rule(
      `(?:\uE001|at|around|until|till|by|um|gegen|ab) (?<v>(?:1[0-2]|[1-9])(?: [0-5]\\d)?)(?=[.,?!]|$| (?:today|tomorrow|on|tonight|and|please|sharp|for|or)\\b)`,
    ),
    sureness: context,
    notAfter: /^[.,]\d/u,
  },
  {
    type: 'TIME',
    pattern: rule(`(?:midnight|noon|midi|minuit|mitternacht|mediodia|medianoche|mezzogiorno|mezzanotte)${N}`),
    sureness: form,
    notBefore: /\b(?:apres|du) ?-?$/u,
  },
];

/** Times of day, in clock notation and spoken, in five languages. */
export const findTimes: Recogniser = (view) => findPatterns(view, RULES);
