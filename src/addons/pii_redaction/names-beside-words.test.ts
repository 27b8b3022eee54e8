import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { namesFor, redactUtterances } from './run.ts';

/** What is left of a conversation, each text by another voice. */
async function redacted(said: string, language: Utterance['language'] = 'en'): Promise<string> {
  const utterances = said.split(' / ').map((text, index) => ({
    ...utteranceOf(text, 'en', { start: index * 100, speaker: index % 2 }),
    language,
  }));
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, new Set(['NAME']), tools);
  return redactUtterances(utterances, { entity_types: ['NAME'], processed_text_type: 'MASK' }, spans)
    .utterances.map(({ text }) => text)
    .join(' / ');
}

describe('what is said of things and people', { timeout: 60_000 }, () => {
  it.each([
    ['it', 'è vero'],
    ['it', 'e poi è fine giornata'],
    ['it', 'il film è bello e dura due ore'],
    ['it', 'è tutto sicuro e giusto'],
    ['it', 'lui è bravo e tranquillo'],
    ['it', 'è ora di andare'],
    ['it', 'sono stanca'],
    ['it', 'sono le tre e mezza'],
    ['it', 'sono di roma ma vivo a milano'],
    ['es', 'es mala idea'],
    ['es', 'eso es vital'],
    ['es', 'es hora de comer'],
    ['es', 'ella es alta y noble'],
    ['fr', "c'est fini"],
    ['fr', "c'est unique et moche"],
    ['fr', "c'est grande chose"],
    ['de', 'das ist prima'],
    ['de', 'das ist art und weise'],
    ['de', 'das ist milde'],
    ['de', 'Der Wolf frisst das Schaf.'],
    ['de', 'Die Rose blüht im Mai.'],
    ['de', 'Der böse Wolf kam.'],
    ['de', 'Im Garten steht eine Linde und eine Viola.'],
    ['de', 'Die Mark war eine Währung.'],
    ['en', 'thank you hope that helps'],
  ] as const)('is no name: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['it', 'sono marco del servizio clienti', 'sono ##### del servizio clienti'],
    ['it', 'sono andrea', 'sono ######'],
    ['it', 'mi chiamo felice costa e chiamo da roma', 'mi chiamo ###### ##### e chiamo da roma'],
    ['es', 'soy carmen', 'soy ######'],
    ['es', 'es luis otra vez', 'es #### otra vez'],
    ['fr', 'je suis pierre', 'je suis ######'],
    ['fr', "c'est jean", "c'est ####"],
    ['de', 'ich bin lena', 'ich bin ####'],
    ['de', 'Mit Wolf habe ich gestern telefoniert.', 'Mit #### habe ich gestern telefoniert.'],
    ['de', 'Am Ende sprach Simon mit der Maria.', 'Am Ende sprach ##### mit der #####.'],
    ['de', 'Das neue Buch von Anna Weber ist da.', 'Das neue Buch von #### ##### ist da.'],
    ['de', 'mein name ist anna lange und ich wohne hier', 'mein name ist #### ##### und ich wohne hier'],
  ] as const)('is told from names: %s: %s', async (language, said, left) => {
    expect(await redacted(said, language)).toBe(left);
  });
});

describe('a name', { timeout: 60_000 }, () => {
  it.each([
    ['de', 'Herr von der Leyen kommt.', 'Herr ### ### ##### kommt.'],
    ['fr', 'Monsieur de La Fontaine arrive.', 'Monsieur ## ## ######## arrive.'],
    ['fr', 'madame de la tour vous attend', 'madame ## ## #### vous attend'],
    ['es', 'el señor de la rosa', 'el señor ## ## ####'],
    ['en', 'my name is j. k. rowling', 'my name is ## ## #######'],
    ['en', 'smith is my name', '##### is my name'],
    ['de', 'ja wolf ist mein name', 'ja #### ist mein name'],
    [
      'en',
      'what was the name again / uh penny lane with two n',
      'what was the name again / uh ##### #### with two n',
    ],
    ['en', 'please welcome crystal waters', 'please welcome ####### ######'],
    ['en', 'my daughter ivy and my brother', 'my daughter ### and my brother'],
  ] as const)(
    'has particles and initials, and stands before its cue: %s: %s',
    async (language, said, left) => {
      expect(await redacted(said, language)).toBe(left);
    },
  );

  it('is not what stands behind it', async () => {
    expect(await redacted('Sammy Davis, Jr. met Anna Bell, PhD, there.')).toBe(
      '##### #####, Jr. met #### ####, PhD, there.',
    );
  });
});
