/** Digits, marks and shapes that forms are made of, as regular expressions over folded text; `<name>` is another one, or a word class. */

const TIME_BEHIND = "\\d?(?:[:.]\\d\\d|(?: \\d\\d)? ?(?:[ap]\\.? ?m|uhr|h|o'? ?clock)(?![\\p{L}\\p{N}]))";

export const FORM_PARTS = {
  end: '(?=[.,?!]|$)',
  word: '\\p{L}+',
  dot: ' ?[.\\uE000] ?',
  comma: ' ?[.,\\uE000\\uE007] ?',
  at: '\\uE001',
  dash: '\\uE002',
  'plus or minus': '(?:\\+|-|\\uE006|\\uE002)',
  sign: '[$€£¥]',
  'within a sentence': '[^.?!\\d]{0,24}?',
  'a few words': '[^!\\d]{0,40}?',
  // "1,234.50", "1 234,50", "5 point 2".
  amount: '\\d+(?:[., ]\\d{3})*(?:[.,]\\d+)?(?: ?[\\uE000\\uE007] ?\\d+(?: \\d)*)?',
  scaled: "(?: ?<scale>(?: (?:d[ei] |d'))?)?",
  age: '(?:[1-9]\\d?|1[0-2]\\d)',
  hour: '(?:2[0-4]|1\\d|0?\\d)',
  'half day': '(?:1[0-2]|0?[1-9])',
  minute: '(?:[0-5]\\d|0 ?\\d|\\d)(?!\\d)',
  'day number': '(?:0?[1-9]|[12]\\d|3[01])',
  day: '<day number>(?:(?: ?(?:st|nd|rd|th|er|º|°)(?![\\p{L}\\p{N}])|\\.)?(?![\\p{L}\\p{N}])|\\.(?=\\p{L}{3}))',
  // "1999", "19 99", "20 0 5", "2 0 2 4"; a time of day may follow: "1980 16:30", "1980, 4 30 pm".
  year: `(?:(?:1[6-9]|2[01]) ?\\d ?\\d|2 0 \\d \\d|1 9 \\d \\d)(?!\\p{N}| \\d(?!${TIME_BEHIND}))`,
  of: '(?: <date link>)?',
  'on a day': '(?:<weekday>,?(?: <date article>)? )?',
  'day and month': '<day>(?:<of> |(?<=\\.))<month>\\.?(?:,?<of> <year>)?',
  'date in words':
    '(?:<on a day>(?:<day and month>|<month>\\.? (?:the )?<day>(?:,? (?:of )?<year>)?)|<month>\\.?,?<of> <year>)',
  'date in digits':
    '(?:<day number>(?:/<day number>/|\\.<day number>\\.|-<day number>-)(?:(?:1[6-9]|20)\\d\\d|\\d\\d)' +
    '|(?:1[6-9]|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])' +
    '|<day number>(?: ?[\\uE000\\uE002\\uE004] ?<day number>){1} ?[\\uE000\\uE002\\uE004] ?(?:<year>|\\d\\d)' +
    '|<day number>º <day number>º <year>)(?![\\p{L}\\p{N}]|[.\\-/]\\d)',
  date: '(?:<date in words>|<date in digits>)',
  // People leave out the century of their year of birth.
  'birth date':
    "(?:<date>(?:,?<of> (?:dell')?'?\\d\\d(?!\\p{N}| ?\\d))?|<day number>º <day number>º (?:1 ?9 ?)?\\d ?\\d" +
    '|<day number> del? <day number> del? (?:1 ?9 ?|2 ?0 ?)?\\d ?\\d(?![\\p{N}]))',
  // Day and month in digits and a year, said one after the other: "04 07 82", "4, 7, 82".
  'birth digits':
    '(?:[0-3] ?\\d|[1-9])[ ,]{1,2}(?:[0-3] ?\\d|[1-9])[ ,]{1,2}(?:(?:1 ?9|2 ?0) ?)?\\d ?\\d(?![ ,]{0,2}\\d)',
  'until a date': '(?: ?- ?| <until> )',
  'point in time': '(?:<date>|<on a day><day>|<month>(?: <year>)?|<year>)',
  'month or year': '(?:<month>(?: <year>)?|<year>)',
  degrees: '[-\\uE002]? ?\\d{1,3}(?: ?[.\\uE000\\uE007] ?\\d(?: ?\\d){2,7})',
  decimal: '-?\\d{1,3}\\.\\d{3,8}',
  // What is between a value and the words that say what it is: "4271, that's my PIN".
  'that is':
    "[ ,.;:!\\u2013-]{1,4}(?:<before pointing> )?<pointing> (?:<determiner>[ '])?(?:<narrower>(?:'?s)? )?",
  'name word': "(?!<ends street>)(?:\\p{L}{1,3}\\.(?=[ -])|\\p{L}[\\p{L}'-]*)",
  'name words': '(?:(?:<name word>|\\d{1,3} ?(?:st|nd|rd|th|º)|\\d?\\d0 second) ){1,4}?',
  particle: "(?:<street particle> |(?:de l|dell|d|l)')",
  'particle or word': '(?:<particle>|<name word> )',
  'german word': '(?!<ends street>)\\p{L}[\\p{L}-]+',
  'german adjective': '(?!<ends street>|<no street adjective>)\\p{L}[\\p{L}-]*(?:e[rnm]?|er)(?!\\p{L})',
  house: '\\d[\\d ]{0,3}(?![\\p{L}\\p{N}])',
  'house with letter': '\\d[\\d ]{0,3}(?: ?[a-h](?!\\p{L})| ?[-/] ?\\d{1,3})?(?![\\p{L}\\p{N}])',
  // "de la Paix", "del doctor Fleming".
  named: '<particle>{0,3}(?:\\d{1,2} )?<name word>(?:[ -]<particle>{0,2}<name word>){0,3}',
  'short name': '(?:\\d{1,2} )?<particle>{0,2}<name word>(?: <particle>{0,2}<name word>){0,2}',
  'long name': '(?:\\d{1,2} )?<particle or word>{0,5}?<name word>',
  compound: '(?<!-)[\\p{L}-]{2,}',
  'spelled on': "(?:/| [a-z](?![\\p{L}\\p{N}']))",
  'house by number':
    '(?:(?:<number word>[ .]{0,2})?\\d[\\d ]{0,3}(?:(?: ?/ ?[a-d]| ?(?:[b-d]|a(?! \\p{L}{2})))(?![\\p{L}\\p{N}])| ?bis(?![\\p{L}\\p{N}]))?' +
    '|<without number>)',
  'postal code':
    '(?:[a-z]{1,2}-)?(?:\\d(?: ?\\d){4}(?:-\\d{4})?|[a-z](?: ?[a-z])? ?\\d(?: ?[a-z\\d])? ?\\d ?[abd-hjlnp-uw-z] ?[abd-hjlnp-uw-z]' +
    '|(?!19|20)\\d{4}(?= \\p{L}))(?![\\p{L}\\p{N}]| ?\\d)',
  'part of a house': '(?:<unit> <unit number>(?![\\p{L}\\p{N}])|#\\d{1,4}(?![\\p{L}\\p{N}]))',
  'unit number':
    '(?:<number word>[ .]{0,2}|# ?)?(?:\\d{1,4}(?:[a-z]| [b-df-hj-np-z])?|[b-df-hj-np-tv-xz] ?\\d{0,4}|[aeiouy]\\d{1,4})',
  'british zip':
    '(?:gir ?0aa|[a-pr-uwyz](?:[a-hk-y]?\\d{1,2}|\\d[a-hjkps-uw]|[a-hk-y]\\d[abehmnprv-y]) ?\\d ?[abd-hjlnp-uw-z] ?[abd-hjlnp-uw-z])',
} as const;
