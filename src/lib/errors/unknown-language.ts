import { toAppError } from './errors.ts';

/** Detail of a `model_missing`: the model is there, and does not know the language that is spoken. */
export const UNKNOWN_LANGUAGE = 'language';

export const isUnknownLanguage = (error: unknown): boolean => {
  const { code, details } = toAppError(error);
  return code === 'model_missing' && details?.includes(UNKNOWN_LANGUAGE) === true;
};
