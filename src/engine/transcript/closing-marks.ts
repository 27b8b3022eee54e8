/**
 * Marks that end a sentence wherever they stand, of scripts that have their own: Armenian, Arabic, Urdu, Devanagari, Tibetan, Burmese,
 * Ethiopic, Khmer, Mongolian, Sinhala and the wide forms of East Asia.
 */
export const SENTENCE_MARKS = '։؟۔।॥༎།။።፧។៕᠃᠉෴。！？．｡';

/** What may stand between such a mark and the end of a word; “ and « close a quotation where „ and » open it. */
export const CLOSING_MARKS = '"\'”’“‘»›«‹)\\]」』】）';
