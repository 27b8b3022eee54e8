/** Errors of the file itself: the same one fails the same way each time. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['unsupported_media', 'unprocessable_audio']);

/** Whether it can help to do the same once more after an error with this code. */
export const mayHelpAgain = (code: string): boolean => !OF_THE_FILE.has(code);
