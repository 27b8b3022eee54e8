/** Month and weekday names, currencies and units in English, French, German, Spanish and Italian, folded; parts of patterns. */

const any = (text: string): string => `(?:${text.split(' ').join('|')})`;

/** Longer names first, so that "mars" is not read as "mar". */
export const MONTH = any(
  'january february march april june july august september october november december ' +
    'janvier fevrier avril juillet aout septembre octobre novembre decembre ' +
    'januar janner februar marz juni juli oktober dezember ' +
    'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ' +
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
    'mars juin may mai sept jan feb mar apr jun jul aug sep oct nov dec',
);

export const WEEKDAY = any(
  'mondays? tuesdays? wednesdays? thursdays? fridays? saturdays? sundays? lundi mardi mercredi jeudi vendredi samedi dimanche ' +
    'montags? dienstags? mittwochs? donnerstags? freitags? samstags? sonnabends? sonntags? ' +
    'lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica',
);

export const CURRENCY = any(
  'dollars? bucks? usd euros? eur pounds? gbp quid sterling pence cents? centimes? francs? chf pesos? yen livres dolares dolar libras centavos centimos dollari dollaro sterline sterlina centesimi franchi franken pfund rappen rupees? kronor kronen yuan',
);

export const TIME_UNIT = any(
  'seconds? minutes? hours? days? weeks? months? years? decades? secondes? heures? jours? semaines? mois ans (?<=(?<!\\d)1\\s)an annees? ' +
    'sekunden? minuten? stunden? tage?n? wochen? monate?n? jahre?n? segundos? minutos? horas? semanas? dias? meses mes ano anos ' +
    'secondo secondi minuto minuti ora ore giorno giorni settimana settimane mese mesi anno anni',
);

/** What announces a date of birth, or asks for it. */
export const BIRTH_WORDS =
  'date of birth|birth ?date|birthday|d\\.?o\\.?b\\.?|born|date de naissance|ne|nee|geboren|geburtsdatum|geburtstag|geb\\.|naci|nacio|nacido|nacida|fecha de nacimiento|nacimiento|cumpleanos|anniversaire(?! de)|nato|nata|data di nascita|compleanno';
