import { CUE_LANGUAGES, cueRows, formSource } from '../../cues/cues.ts';
import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import { besideStreet } from './streets.ts';

/** No form begins inside a word, a number or a price. */
const START = '(?<![\\p{L}\\p{N}]|\\p{N}[.,:/]|[$€£])';
const END = '(?![\\p{L}\\p{N}])';

const RULES: readonly PatternRule[] = [...CUE_LANGUAGES, 'any'].flatMap((language) =>
  cueRows(language, 'form').flatMap(({ type, strength, forms, behind, notBehind, notFollowedBy }) => {
    const before = behind === undefined ? '' : `(?<=${formSource(behind, language)})`;
    const context = {
      ...(notBehind !== undefined && {
        notBefore: new RegExp(`(?<![\\p{L}\\p{N}])${formSource(notBehind, language)}$`, 'u'),
      }),
      ...(notFollowedBy !== undefined && {
        notAfter: new RegExp(`^${formSource(notFollowedBy, language)}`, 'u'),
      }),
    };
    return forms.map((form) => ({
      type,
      pattern: new RegExp(`${START}${before}${formSource(form, language)}${END}`, 'dgu'),
      sureness: strength === 'sure' ? SURENESS.form : SURENESS.context,
      ...context,
    }));
  }),
);

/** What the forms of the cues find: dates, times, amounts, streets and postal codes. */
export const findForms: Recogniser = (view) =>
  findPatterns(view, RULES).flatMap((find) =>
    find.type.startsWith('LOCATION_ADDRESS') ? [find, ...besideStreet(view.text, find)] : [find],
  );
