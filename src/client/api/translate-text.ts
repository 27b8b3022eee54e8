import type { TranslatedTexts, TranslateTextOptions } from '../../contract/addons/text-translation.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

export type TranslateText = (
  texts: string | readonly string[],
  options: TranslateTextOptions,
) => Promise<TranslatedTexts>;

let own: TranslateText | null = null;

/** Has this page translate by itself. Called by pages that may be the host. */
export function translateTextHere(translate: TranslateText): void {
  own = translate;
}

/** Translates texts that no recording belongs to, with what is installed. Nothing is stored. */
export const translateText: TranslateText = async (texts, options) => {
  if (own) return own(texts, options);
  throw new AppError('internal', msg`This page cannot translate.`);
};
