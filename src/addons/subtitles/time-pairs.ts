/** Days that a part of the day follows: "hier soir", "Montag Morgen". */
const DAY = new RegExp(
  String.raw`^(?:yesterday|tomorrow|every|\p{L}+day|gestern|vorgestern|heute|morgen|übermorgen|\p{L}+tag|mittwoch|hier|demain|\p{L}+di|` +
    String.raw`dimanche|ieri|domani|\p{L}+dì|gisteren|vandaag|\p{L}+dag)$`,
  'u',
);
const PART_OF_DAY = new RegExp(
  '^(?:morning|afternoon|evening|night|noon|früh|morgen|vormittag|mittag|nachmittag|abend|nacht|matin|midi|après-midi|soir|nuit|' +
    'mattina|pomeriggio|sera|notte|ochtend|middag|avond|nacht)$',
  'u',
);

const IBERIAN_DAY = /^(?:ayer|hoy|mañana|ontem|hoje|amanhã)$/u;

/** What is counted in time: "two years", "la semana". */
const SPAN = new RegExp(
  '^(?:minut[eois]?s?|hours?|days?|weeks?|months?|years?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|heures?|jours?|semaines?|' +
    "mois|ans?|l['’]an|(?:l['’])?années?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|" +
    "(?:l['’])?ann[oi]|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)|lunes|martes|miércoles|jueves|viernes|sábado|" +
    'domingo)$',
  'u',
);
const PAST_OR_FUTURE = new RegExp(
  '^(?:ago|later|earlier|später|zuvor|danach|davor|vorher|lang|derni(?:er|ère)s?|prochaine?s?|suivante?s?|passée?s?|tôt|' +
    'siguientes?|pasad[oa]s?|próxim[oa]s?|atrás|passad[oa]s?|seguintes?|fa|scors[oaie]|prossim[oaie]|seguent[ei]|successiv[oaie]|' +
    'geleden|eerder|daarna)$',
  'u',
);
/** May also be prepositions, or begin a phrase: "two years before the war". */
const BEFORE_OR_AFTER = /^(?:before|after|après|avant|plus|antes|después|más|antes|depois|mais|dopo|prima)$/u;
/** What is said of a span to come or gone is before it. */
const NEXT_OR_LAST =
  /^(?:last|next|nächste[nrs]?|letzte[nrs]?|kommende[nrs]?|vergangene[nrs]?|vorige|volgende|komende|afgelopen)$/u;

/** How closely two words without marks, in lower case, are one expression of time. */
export function timeTie(left: string, right: string): 'close' | 'loose' | null {
  if (DAY.test(left) && PART_OF_DAY.test(right)) return 'close';
  if (IBERIAN_DAY.test(left) && /^(?:por|de|à)$/u.test(right)) return 'loose';
  if (NEXT_OR_LAST.test(left) && (SPAN.test(right) || PART_OF_DAY.test(right))) return 'close';
  if (!SPAN.test(left)) return null;
  if (PAST_OR_FUTURE.test(right)) return 'close';
  return BEFORE_OR_AFTER.test(right) ? 'loose' : null;
}
