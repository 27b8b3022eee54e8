/** A text with a full stop where nothing ends it. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
