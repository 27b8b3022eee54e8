/** The option `--models` of a command, or the variable that does the same; an empty one counts for none. */
export const MODELS_OPTION = { type: 'string', default: process.env.MODELS_DIR || undefined } as const;
