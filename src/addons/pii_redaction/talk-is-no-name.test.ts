import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { requestedEntities } from './entity-groups.ts';
import { namesFor, redactUtterances } from './run.ts';

type Language = Utterance['language'];

/** What is left of turns of two speakers when everything is looked for. */
async function left(turns: readonly string[], language: Language): Promise<string[]> {
  let start = 0;
  const utterances = turns.map((said, index) => {
    const utterance = { ...utteranceOf(said, 'en', { start, speaker: index % 2 }), language };
    start = utterance.end + 1;
    return utterance;
  });
  const tools = { tokenClassifier: async () => null, onProgress: () => undefined };
  const { spans } = await namesFor(utterances, requestedEntities(undefined), tools);
  return redactUtterances(utterances, {}, spans).utterances.map(({ text }) => text);
}

const redacted = async (said: string, language: Language): Promise<string> =>
  (await left([said], language)).join(' ');

describe('an elision', { timeout: 60_000 }, () => {
  it.each([
    ['fr', "Monsieur, j'ai une réclamation."],
    ['fr', "Madame, qu'en pensez-vous ?"],
    ['fr', "Madame, s'il vous plaît."],
    ['fr', "Monsieur, l'addition."],
    ['fr', "docteur j'ai mal au genou"],
    ['fr', "je suis d'accord monsieur d'abord"],
    ['it', "Signora, l'ascensore è rotto."],
    ['it', "Signora, d'accordo."],
  ] as const)('is no name: %s: %s', async (language, said) => {
    expect(await redacted(said, language)).toBe(said);
  });

  it.each([
    ['it', "la signora rossi l'ha detto", "la signora [NAME_1] l'ha detto"],
    ['fr', "c'est au nom de durand s'il vous plaît", "c'est au nom de [NAME_1] s'il vous plaît"],
    ['it', "il dottor verdi c'è domani", "il dottor [NAME_1] c'è domani"],
    ['it', "sono mattia dell'officina", "sono [NAME_1] dell'officina"],
    ['fr', "c'est paul l'infirmier", "c'est [NAME_1] l'infirmier"],
  ] as const)('ends a name: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });

  it.each([
    ['it', "mi chiamo anna d'angelo", 'mi chiamo [NAME_1]'],
    ['it', "sono luisa dell'anna", 'sono [NAME_1]'],
    ['it', "È la signora Dell'Utri.", "È la signora Dell'[NAME_1]."],
    ['fr', "Je suis Fatou N'Diaye.", 'Je suis [NAME_1].'],
  ] as const)('may be part of a name: %s: %s', async (language, said, rest) => {
    expect(await redacted(said, language)).toBe(rest);
  });
});

describe('a title before a comma', { timeout: 60_000 }, () => {
  it('announces no name', async () => {
    expect(await redacted('Monsieur, écoutez-moi bien.', 'fr')).toBe('Monsieur, écoutez-moi bien.');
    expect(await redacted('La Dra. López le espera.', 'es')).toBe('La Dra. [NAME_1] le espera.');
  });
});
