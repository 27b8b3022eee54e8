import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';

const { form, context } = SURENESS;
const N = '(?![\\p{L}\\p{N}])';
const rule = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${source}`, 'dgu');

const STATES =
  '(?:al|ak|az|ar|ca|co|ct|de|fl|ga|ia|id|il|ks|ky|la|ma|md|mi|mn|mo|ms|mt|nc|nd|ne|nh|nj|nm|nv|ny|oh|ok|pa|ri|sc|sd|tn|tx|ut|va|vt|wa|wi|wv|wy|alabama|alaska|arizona|california|colorado|florida|georgia|illinois|indiana|massachusetts|michigan|minnesota|nevada|new jersey|new york|ohio|oregon|pennsylvania|texas|utah|virginia|washington)';
const DEGREES = '[-\\uE002]? ?\\d{1,3}(?: ?[.\\uE000\\uE007] ?\\d(?: ?\\d){2,7})';
const EAST =
  '(?: ?(?:degrees? |grad |grados |gradi |degres )?(?:north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste|ovest|[nsewo])\\b)';
const NAME_WORDS = "(?:(?!and |or |et |und |y |e )\\p{L}[\\p{L}'.-]* ){1,4}?";

const RULES: readonly PatternRule[] = [
  {
    type: 'LOCATION_COORDINATE',
    pattern: /(?<![\p{L}\p{N}.])-?\d{1,3}\.\d{3,8} ?, ?-?\d{1,3}\.\d{3,8}(?![\p{L}\p{N}])/dgu,
    sureness: form,
  },
  {
    type: 'LOCATION_COORDINATE',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.])${DEGREES}${EAST},?(?: (?:and|et|und|y|e))? ?${DEGREES}${EAST}`,
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
  {
    type: 'LOCATION_ADDRESS_STREET',
    pattern: rule(
      `\\d[\\d ]{0,5}[a-z]? ${NAME_WORDS}(?:streets?|st|avenue|ave|road|rd|lane|ln|drive|boulevard|blvd|court|terrace|crescent|highway|square)${N}`,
    ),
    sureness: context,
  },
  {
    type: 'LOCATION_ADDRESS_STREET',
    pattern: rule(
      `\\d[\\d ]{0,3}(?: ?bis| ?ter)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allee|quai)(?: (?:de la|de l'|des|du|de|d'|la|le|saint|sainte))*[ -]?\\p{L}[\\p{L}'-]+`,
    ),
    sureness: context,
  },
  {
    type: 'LOCATION_ADDRESS_STREET',
    pattern: rule(`\\p{L}{3,}(?:strasse|straße|str\\.|gasse|allee|platz|weg) \\d[\\d ]{0,3}(?: ?[a-f])?${N}`),
    sureness: context,
  },
  {
    type: 'LOCATION_ADDRESS_STREET',
    pattern: rule(
      `(?:calle|avenida|plaza|paseo|via|viale|piazza|corso|vicolo),? ${NAME_WORDS}(?:numero )?\\d[\\d ]{0,3}${N}`,
    ),
    sureness: context,
  },
];

/** Coordinates, postal codes and streets by their form; place names are left to a model. */
export const findPlaces: Recogniser = (view) => findPatterns(view, RULES);
