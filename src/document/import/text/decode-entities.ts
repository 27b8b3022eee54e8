const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  sbquo: '‚',
  bdquo: '„',
  bull: '•',
  lsaquo: '‹',
  rsaquo: '›',
  oelig: 'œ',
  OElig: 'Œ',
  euro: '€',
  trade: '™',
  shy: '',
};
/** HTML's names of the characters from U+00A1 on, in their order. */
const LATIN =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );

function named(name: string): string | undefined {
  const at = LATIN.indexOf(name);
  return NAMED[name] ?? (at < 0 ? NAMED[name.toLowerCase()] : String.fromCodePoint(0xa1 + at));
}

/** A text with the references of HTML, XML and WebVTT resolved; others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:([a-z][a-z\d]{1,7})|#(\d{1,7})|#x([\da-f]{1,6}));/giu,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return named(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
