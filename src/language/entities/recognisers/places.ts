import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';

const { form, context } = SURENESS;
const N = '(?![\\p{L}\\p{N}])';
const rule = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${source}`, 'dgu');

const STATES =
  '(?:al|ak|az|ar|ca|co|ct|de|fl|ga|hi|ia|id|il|ks|ky|la|ma|md|mi|mn|mo|ms|mt|nc|nd|ne|nh|nj|nm|nv|ny|oh|ok|pa|ri|sc|sd|tn|tx|ut|va|vt|wa|wi|wv|wy|ms|dc|alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|d\\.?c\\.?)';
const DEGREES = '[-\\uE002]? ?\\d{1,3}(?: ?[.\\uE000\\uE007] ?\\d(?: ?\\d){2,7})';
const EAST =
  '(?: ?(?:degrees? |grad |grados |gradi |degres )?(?:north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste|ovest|[nsewo])\\b)';

const RULES: readonly PatternRule[] = [
  {
    type: 'LOCATION_COORDINATE',
    pattern: /(?<![\p{L}\p{N}.])-?\d{1,3}\.\d{3,8} ?, ?-?\d{1,3}\.\d{3,8}(?![\p{L}\p{N}])/dgu,
    sureness: form,
  },
  {
    type: 'LOCATION_COORDINATE',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.])${DEGREES}°?${EAST},?(?: (?:and|et|und|y|e))? ?${DEGREES}°?${EAST}`,
      'dgu',
    ),
    sureness: form,
  },
  {
    type: 'LOCATION_COORDINATE',
    pattern:
      /(?<![\p{L}\p{N}])\d{1,3}° ?\d{1,2}['′] ?(?:\d{1,2}(?:\.\d+)?["″] ?)?[nsewo],? ?\d{1,3}° ?\d{1,2}['′] ?(?:\d{1,2}(?:\.\d+)?["″] ?)?[nsewo](?![\p{L}\p{N}])/dgu,
    sureness: form,
  },
  {
    type: 'LOCATION_COORDINATE',
    pattern: rule(
      `(?:latitude|longitude|breitengrad|langengrad|latitud|longitud|latitudine|longitudine)(?: (?:is|of|est|ist|es|e|di|de))?:? (?<v>${DEGREES})${N}`,
    ),
    sureness: context,
  },
  {
    type: 'LOCATION_ZIP',
    pattern: rule(
      `(?:gir ?0aa|[a-pr-uwyz](?:[a-hk-y]?\\d{1,2}|\\d[a-hjkps-uw]|[a-hk-y]\\d[abehmnprv-y]) ?\\d ?[abd-hjlnp-uw-z] ?[abd-hjlnp-uw-z])${N}`,
    ),
    sureness: form,
  },
  {
    type: 'LOCATION_ZIP',
    pattern: rule(`[abceghj-nprstvxy]\\d[abceghj-nprstv-z] ?\\d[abceghj-nprstv-z]\\d${N}`),
    sureness: form,
  },
  {
    type: 'LOCATION_ZIP',
    pattern: rule(`${STATES},? (?<v>\\d{5}(?:-\\d{4})?|\\d(?: \\d){4})${N}`),
    sureness: context,
  },
];

/** Coordinates and postal codes by their form; place names are left to a model. */
export const findPlaces: Recogniser = (view) => findPatterns(view, RULES);
