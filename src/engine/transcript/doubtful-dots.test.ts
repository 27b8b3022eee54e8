import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { sentencesOf } from './text-sentences.ts';

/** Sentences with "|" between them are found in the text without it. */
it.each([
  // Behind a time of day.
  "en We open at 6 a.m.| Either you come or you don't.",
  'en It starts at 6 p.m. Eastern Time on Fri. Nov. 3.| Please come.',
  'en At 6 p.m. Maria called.',
  'es Abrimos a las 3 a.m.| Nadie vino.',
  'es Es a las 5 p. m.| Gracias.',
  'es A las 3 p. m. María vino.',
  // Behind a list.
  'en We sell pens, paper, etc.| Microsoft does not.',
  'en We need pens (blue, black, etc.) Monday.',
  'en All the pens, etc. I bought are here.',
  'es Lápices, papel, etc.| Son baratos.',
  'fr Des stylos, etc.| Bon, on y va.',
  'it Mele, pere, ecc.| Andiamo.',
  'pt Canetas, papel, etc.| Bom, vamos.',
  'nl Jan, Piet, enz.| Kom maar.',
  'de Äpfel, Birnen u. v. m.| Greifen Sie zu.',
  'de Äpfel, Birnen usw.| Alles ist frisch.',
  'de Rote, grüne usw. Autos stehen dort.',
  // Behind a unit.
  'fr Ouvert à 17 h.| Fermé le lundi.',
  'es Mide 2 m.| Pesa 70 kg.',
  'fr Je mesure 1,80 m.| Je pèse 80 kg.',
  'fr Il mesure 1 m. 80.',
  'fr Il voit le 25 M. Dupont.',
  'fr Le livre de h. Dupont.',
  // Behind a German number.
  'de Er kommt am 15.| Bitte warten Sie.',
  'de Es liegt bei 120 zu 80.| Kommen Sie am Mo. 12. Februar wieder.',
  'de Der 3. Weltkrieg ist fern.',
  // Before a letter that is used like a number.
  'it Abita in v.le Europa 5, sc. B, int. 3.| Capito?',
  'en She lives in Apt. C, see Fig. B there.',
  'en I ate a fig.| A man came.',
  'en Oh no.| C is wrong.',
  // Initials are no starters.
  'it Ecco J. E. Rossi e A. E. Verdi.',
  'es Vino A. Y. Pérez.',
])('ends at a dot that may belong to the word: %s', (row) => {
  const [language = '', expected = ''] = [row.slice(0, 2), row.slice(3)];
  expect(sentencesOf(expected.replaceAll('|', ''), language).join('|')).toBe(expected);
});

it.each(caseRows<[string, string]>(import.meta.url, 'oneSentence'))(
  '%s: one sentence, %s',
  (language, text) => {
    expect(sentencesOf(text, language)).toEqual([text]);
  },
);

it.each([
  'en We use node.| npm is slow.| html is not.',
  'en It works.| openSUSE is fine.| watchOS too.',
  'en Go there.| www.example.com has it.| example.org too.| anna@example.com reads it.',
  'en He painted.| van Gogh was poor.| van der Berg was not.',
  'de Er malte.| van Gogh war arm.',
  'fr Il est là.| von Karajan aussi.',
  // What is behind an abbreviation is no beginning.
  "en I met Ant. van Dyck's son, approx. npm 3, e.g. npm and e.g. example.org.",
  'de Herr Chr. van Dyck wohnt z. B. www.x.de nah, vgl. www.y.de dort.',
  'it La dott.ssa e la gent. prof.ssa Neri.',
  // Nor do these marks belong to a name.
  'en Yahoo!| Then we left.| Thank you, Maria!| See you.',
])('begins with a name in lower case: %s', (row) => {
  const [language = '', expected = ''] = [row.slice(0, 2), row.slice(3)];
  expect(sentencesOf(expected.replaceAll('|', ''), language).join('|')).toBe(expected);
});
