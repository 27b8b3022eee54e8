/** Orders of the bidirectional algorithm: left open they would turn the rest of a row around. */
const DIRECTION_ORDERS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that no reader sees, and that file formats forbid or take for their own. */
const INVISIBLE = /[\p{Cc}\ufeff\ufffe\uffff]/gu;

/** A recogniser's text as it can stand in a file: spaces and line ends are one space, half characters are marked. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\s\u0085]/gu, (space) => (space === '\u00a0' || space === '\u202f' ? space : ' '))
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(DIRECTION_ORDERS, '')
    .replace(INVISIBLE, '');
