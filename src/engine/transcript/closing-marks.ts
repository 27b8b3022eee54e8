/** Marks that always end a sentence, of scripts that have their own, from Armenian to the wide forms of East Asia. */
export const SENTENCE_MARKS = '։؟۔।॥༎།။።፧។៕᠃᠉෴。！？．｡';

/** What may be between such a mark and the end of a word; “ and « close a quotation where „ and » open it. */
export const CLOSING_MARKS = '"\'”’“‘»›«‹)\\]」』】）';
