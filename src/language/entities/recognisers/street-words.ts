/** Words of addresses in English, German, French, Spanish and Italian, folded; parts of patterns. */

/** Whole words: alternatives separated by spaces. */
const any = (words: string): string => `(?:${words.split(' ').join('|')})`;

const END = '(?![\\p{L}\\p{N}])';

/** Words that are part of no street's name, or end it. */
const STOP = any(
  'the a an of on in to into onto down up across along over from my your our his her their its this that these those and or but so is are was were be been at by for with without off per about than more less other same wrong next then when where which who it he she they we you i ' +
    'minutes? hours? days? weeks? months? years? seconds? miles? kilomet(?:er|re)s? met(?:er|re)s? feet foot blocks? people persons? cars? percent dollars? pounds? euros? cents? times items? chairs? pages? points? units? degrees way lane lanes flight email mail zoom bus train line ' +
    "et ou a à au aux dans en sur pour par avec chez depuis pres est sont c'est il elle je nous vous mais puis demain aujourd'hui hier " +
    'und oder aber mit von vom zu zum zur bei beim nach seit ist sind war ich er sie wir ihr es auf ein eine einen uhr jahre? minuten stunden tagen? wochen monate euro kilometer ' +
    'y o u con para por sin sobre antes despues luego mientras desde hasta hacia es son yo que las? los? una? unos ' +
    'e ed oppure per da dal dalla alle? alla al ai dalle nel nella fra tra sono io lui lei che gli? i un uno una verso dopo prima ore',
);

/** A word of a street's name. */
const WORD = `(?!${STOP}${END})(?:\\p{L}{1,3}\\.(?=[ -])|\\p{L}[\\p{L}'-]*)`;
/** "de la", "des", "degli": before a word of a name. */
const PARTICLE =
  "(?:(?:de la|de las|de los|de le|della|dello|delle|degli|dei|del|di|do|da|des|du|de|la|le|les|el|los|las|in|san|santa|santo|saint|sainte|st|ste) |(?:de l|dell|d|l)')";

/** Streets with the number before them. */
export const EN_STREET = any(
  'streets? st avenue ave road rd lane ln drive boulevard blvd court terrace crescent highway hwy square parkway pkwy',
);
const EN_MORE = any(
  'place circle way trail close row mews gardens grove hill walk alley plaza loop pike turnpike rise crossing',
);
export const EN_NAME = `(?:(?:${WORD}|\\d{1,3} ?(?:st|nd|rd|th|º)|\\d?\\d0 second) ){1,4}?`;
const QUARTER = '(?: (?:nw|ne|sw|n\\.? ?w\\.?|n\\.? ?e\\.?|s\\.? ?w\\.?|s\\.e\\.)(?![\\p{L}\\p{N}]))?';
export const EN_NUMBERED = `\\d[\\d ]{0,5}(?:[a-z]|-\\d{1,3})? (?:${EN_NAME}(?:${EN_STREET}|${EN_MORE})\\.?${END}${QUARTER}|avenue of the \\p{L}+|broadway${END})`;

/** "5 The Mews": a street that is called by its kind alone. */
export const EN_THE = `\\d{1,3}[a-z]?,? the ${any('mews green avenue crescent close grove hill square terrace parade lane street drive gardens quay walk rise row way orchard paddock spinney courtyard maltings meadows poplars elms oaks limes hollies beeches willows cedars paddocks')}${END}`;

const FR_TYPE = any(
  'rue avenue av\\. boulevard bd\\.? bld place chemin impasse allee quai route cours square passage sentier faubourg residence ruelle esplanade promenade voie villa rond-point',
);
export const FR_NAME = `${FR_TYPE} ${PARTICLE}{0,3}(?:\\d{1,2} )?${WORD}(?:[ -]${PARTICLE}{0,2}${WORD}){0,3}`;
export const FR_NUMBERED = `\\d[\\d ]{0,3}(?: ?(?:bis|ter|quater)${END}|[a-d]${END})?,? ${FR_NAME}`;

const ROMANCE_TYPE = any(
  'calle avenida avda\\.? av\\. paseo plaza pza\\.? carretera ctra\\.? ronda travesia camino glorieta callejon rambla alameda ' +
    'via viale v\\.le piazza p\\.zza piazzale corso c\\.so largo vicolo lungomare lungotevere contrada borgo salita strada',
);
const HOUSE = `(?:(?:numero|num\\.?|nº|n\\.º|n\\.?|nr\\.?|civico) ?)?\\d[\\d ]{0,3}(?:(?: ?/ ?[a-d]| ?(?:[b-d]|a(?! \\p{L}{2})))${END}| ?bis${END})?`;
const FLOOR =
  '(?:,? (?:\\d{1,2} ?[º°ª]|primero|segundo|tercero|cuarto|quinto|sexto|septimo|octavo|noveno|bajo|atico|entresuelo|principal) ?(?:[a-d]|izquierda|izda?|derecha|dcha|centro|interior|exterior)?(?![\\p{L}\\p{N}]))?';
const ROMANCE_NAME = `(?:\\d{1,2} )?(?:(?:${PARTICLE}|${WORD} )){0,5}?${WORD}`;
const ROMANCE_TYPED = `(?:${ROMANCE_TYPE},? |c/ ?)`;
/** "calle del doctor fleming", where no number ends it. */
export const ROMANCE_STREET = `(?:${ROMANCE_TYPED}(?:\\d{1,2} )?${PARTICLE}{0,2}${WORD}(?: ${PARTICLE}{0,2}${WORD}){0,2}|gran via)`;
export const ROMANCE_NUMBERED = `(?:${ROMANCE_TYPED}${ROMANCE_NAME}|gran via),? (?:${HOUSE}|s/n|sin numero|snc)${END}${FLOOR}`;

/** "Bahnsteig 5", "im Supermarkt 3": no streets. */
const NO_STREET =
  '(?:bahnsteig|(?:super|bau|floh|arbeits|wochen|aktien|welt)markt|(?:park|sitz|steh|arbeits|spiel|tabellen|stell|start|treff|fest)platz|(?:um|heim|hin|ruck|schul|lehr|lebens|gehalts)weg|(?:sinn|vor|sports)gasse|(?:bauern|bahn|fried|innen|hinter)hof|boxring|hering|ehering|speicherring)';
const DE_TYPE =
  '(?:strasse|straße|str\\.|gasse|allee|platz|weg|ring|damm|ufer|chaussee|promenade|graben|zeile|twiete|kai|brucke|wall|markt|steig|stieg|pfad|hof)';
const DE_NUMBER = `\\d[\\d ]{0,3}(?: ?[a-h]${END}| ?[-/] ?\\d{1,3}${END})?${END}`;
const DE_WORD = `(?!${STOP}${END})\\p{L}[\\p{L}-]+`;
/** "Lange", "Alter", "Berliner": a word before a type that stands alone. */
const DE_ADJECTIVE = `(?!${STOP}${END}|(?:der|die|den|dem|das|des|jeder|dieser|eine[rsnm]?|unsere[rnms]?|meine[rnms]?|letzte[rnms]?|erste[rnms]?|zweite[rnms]?|nachste[rnms]?|freie[rnms]?|viele)${END})\\p{L}[\\p{L}-]*(?:e[rnm]?|er)`;
export const DE_NUMBERED = [
  `(?!${NO_STREET}(?!\\p{L}))[\\p{L}-]{2,}${DE_TYPE},? (?:nummer )?${DE_NUMBER}`,
  `${DE_ADJECTIVE} (?:strasse|straße|str\\.|gasse|allee|platz|weg|ring|damm|ufer|chaussee|markt|graben|wall) (?:nummer )?${DE_NUMBER}`,
  `(?:platz|strasse|straße|allee|ufer|promenade|brucke) (?:der|des) (?:\\d{1,2}\\.?º? )?(?:${DE_WORD} )?${DE_WORD} (?:nummer )?${DE_NUMBER}`,
  `unter den linden(?: nummer)? ${DE_NUMBER}`,
];
/** "Am Markt 3", "In der Langen Gasse 5": streets where a home or a postal code is near. */
export const DE_PLACED = `(?:am|im|an der|an den|auf der|auf dem|auf den|unter den|unter der|hinter der|hinter dem|vor dem|vor der|bei der|beim|zum|zur|zu den|obere[rn]?|untere[rn]?) (?:${DE_WORD} ){0,2}?${DE_WORD} (?:nummer )?${DE_NUMBER}`;
/** "in der Langen Gasse 5" */
export const DE_INSIDE = `(?:in der|in den|in dem|im) (?<v>(?:${DE_WORD} ){0,2}?${DE_WORD} (?:nummer )?${DE_NUMBER})`;

/** Words near a home. */
export const HOME =
  '(?:liv(?:e|es|ed|ing)|address|resid\\p{L}*|moved|located|house|home|corner|wohn\\p{L}*|adresse|anschrift|gezogen|habit\\p{L}*|demeur\\p{L}*|domicil\\p{L}*|viv\\p{L}*|direccion|abit\\p{L}*|indirizzo|risied\\p{L}*)';

const NUMBER_WORD = '(?:(?:number|no\\.?|nummer|nr\\.?|numero|nº|n\\.º) ?|# ?)?';
const UNIT_NUMBER = `(?:\\d{1,4}(?:[a-z]| [b-df-hj-np-z])?|[b-df-hj-np-tv-xz] ?\\d{0,4}|[aeiouy]\\d{1,4})${END}`;
/** "apartment 5B": part of an address by itself. */
export const APARTMENT = `(?:apartment|apt\\.?|suite|ste\\.|appartement|appt\\.?) ${NUMBER_WORD}${UNIT_NUMBER}`;
/** Parts of an address beside a street. */
export const UNIT = `(?:(?:apartment|apt\\.?|suite|flat|unit|building|floor|appartement|appt\\.?|batiment|bat\\.?|etage|escalier|wohnung|stock|hinterhaus|piso|puerta|bloque|escalera|edificio|portal|interno|scala|piano|palazzina) ${NUMBER_WORD}${UNIT_NUMBER}|#\\d{1,4}${END})`;
/** "P O Box 1234", "Postfach 12 34". */
export const POST_BOX = `(?:(?:p\\.? ?o\\.? ?|post office )box|postfach|boite postale|apartado(?: de correos| postal)?|casella postale) ${NUMBER_WORD}\\d[\\d ]{0,7}${END}`;

/** A postal code behind a street, perhaps behind a part of the house and, as in America, behind the city. */
export const POSTAL_CODE = `(?:[a-z]{1,2}-)?(?:\\d(?: ?\\d){4}(?:-\\d{4})?|[a-z](?: ?[a-z])? ?\\d(?: ?[a-z\\d])? ?\\d ?[abd-hjlnp-uw-z] ?[abd-hjlnp-uw-z]|(?!19|20)\\d{4}(?= \\p{L}))(?![\\p{L}\\p{N}]| ?\\d)`;
export const CITY = `(?:${WORD},? ){1,4}?`;
