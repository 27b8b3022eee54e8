/** Bidirectional control characters: left open they would reverse the rest of a row. */
const DIRECTION_ORDERS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Invisible characters that file formats forbid or use themselves. */
const INVISIBLE = /[\p{Cc}\ufeff\ufffe\uffff]/gu;

/** Cleans a recogniser's text for a file: spaces and line ends become one space, unpaired surrogates are replaced. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\s\u0085]/gu, (space) => (space === '\u00a0' || space === '\u202f' ? space : ' '))
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(DIRECTION_ORDERS, '')
    .replace(INVISIBLE, '');
