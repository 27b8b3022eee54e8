import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import {
  type MiniatureClassifier,
  miniatureClassifier,
} from '../../../tests/miniatures/miniature-classifier.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { AddonTools } from '../addon.ts';
import { onTranscript } from './run.ts';

const request = requestParams.parse({ audio_url: null, named_entity_recognition: true });

const entities = async (utterances: Utterance[], tools: AddonTools = noModels()) =>
  onTranscript({ full_transcript: '', languages: [], utterances }, request, tools);

const spoken = (text: string, language: Utterance['language']): Utterance => ({
  ...utteranceOf(text, 'en'),
  language,
});

const found = async (text: string, language: Utterance['language'] = 'en', tools?: AddonTools) =>
  (await entities([spoken(text, language)], tools)).map(({ entity_type, text: own }) => [entity_type, own]);

describe('without a model', { timeout: 60_000 }, () => {
  it('finds people, places, organisations and fixed forms in English', async () => {
    expect(
      await found(
        "Hello, my name is John Smith. Emma's wife lives in Paris, France, and pays 40 dollars to Google on March 3rd.",
      ),
    ).toEqual([
      ['NAME', 'John Smith'],
      ['NAME_GIVEN', 'John'],
      ['NAME_FAMILY', 'Smith'],
      ['NAME', 'Emma'],
      ['NAME_GIVEN', 'Emma'],
      ['LOCATION_CITY', 'Paris'],
      ['LOCATION_COUNTRY', 'France'],
      ['MONEY', '40 dollars'],
      ['ORGANIZATION', 'Google'],
      ['DATE', 'March 3rd'],
    ]);
  });

  it('returns the seconds of the words, and separates consecutive names', async () => {
    const names = await entities([utteranceOf('Call Peter, Anna Jones.', 'en', { start: 100 })]);
    expect(names.filter(({ entity_type }) => entity_type === 'NAME')).toEqual([
      { entity_type: 'NAME', text: 'Peter', start: 101, end: 102 },
      { entity_type: 'NAME', text: 'Anna Jones', start: 102, end: 104 },
    ]);
    // Where they can be distinguished: Peter is a given and a family name.
    expect(names.filter(({ entity_type }) => entity_type !== 'NAME')).toEqual([
      { entity_type: 'NAME_GIVEN', text: 'Anna', start: 102, end: 103 },
      { entity_type: 'NAME_FAMILY', text: 'Jones', start: 103, end: 104 },
    ]);
  });

  it('finds spoken as well as written entities, in order', async () => {
    expect(await found('Write to anna at example dot com, or call 202-555-0143.')).toEqual([
      ['EMAIL_ADDRESS', 'anna at example dot com'],
      ['PHONE_NUMBER', '202-555-0143'],
    ]);
  });

  it('reports that it cannot find names in another language, and finds the rest', async () => {
    const tools = noModels();
    expect(await found('Jean Dupont kostar 40 euros.', 'sv', tools)).toEqual([['MONEY', '40 euros']]);
    expect(tools.notes).toEqual([expect.stringContaining('To find names in Swedish, install a names model')]);
    expect(tools.facts).toEqual({ models: { sv: ['builtin'] } });
  });

  it('finds people by rules in French, and says that it does not look for places there', async () => {
    const tools = noModels();
    const names = await found('Je suis Jean Dupont, de Lyon.', 'fr', tools);
    expect(names[0]).toEqual(['NAME', 'Jean Dupont']);
    expect(tools.notes).toEqual([
      expect.stringContaining('In French only people and entities with a fixed form'),
    ]);
  });

  it('fails where nothing could look for names, and there is nothing else', async () => {
    await expect(found('Jean Dupont gick.', 'sv')).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('To find names in Swedish, install a names model under Models.'),
    });
    const both = [spoken('Jean Dupont gick.', 'sv'), utteranceOf('So it goes.', 'en', { start: 9 })];
    const tools = noModels();
    expect(await entities(both, tools)).toEqual([]);
    expect(tools.notes).toHaveLength(1);
  });

  it('finds nothing in an empty transcript', async () => {
    expect(await entities([])).toEqual([]);
  });

  it('does not take redaction marks for entities', async () => {
    expect(await found('Call [NAME_1] of [ORGANIZATION_1] at ####### ####.')).toEqual([]);
  });
});

describe('with the miniature model', { timeout: 60_000 }, () => {
  let model: MiniatureClassifier;
  const asked: [string, string][] = [];
  const tools = noModels({
    tokenClassifier: async (use, language) => {
      asked.push([use, language]);
      return model;
    },
  });

  beforeAll(async () => {
    model = await miniatureClassifier('mini-ner');
  }, 60_000);
  afterAll(() => model.dispose());

  it('finds names in every language, each with that language’s model', async () => {
    asked.length = 0;
    const results = await entities(
      [
        utteranceOf('Anna Lopez lives in New York.', 'en'),
        utteranceOf('Bonjour mon copain est Jean Dupont.', 'fr', { start: 10 }),
        utteranceOf('Der Arzt arbeitet in Berlin für 20 Euro.', 'de', { start: 20 }),
      ],
      tools,
    );
    expect(results.map(({ entity_type, text, start }) => [entity_type, text, start])).toEqual([
      ['NAME', 'Anna Lopez', 0],
      ['NAME_GIVEN', 'Anna', 0],
      ['NAME_FAMILY', 'Lopez', 1],
      ['LOCATION', 'New York', 4],
      ['NAME', 'Jean Dupont', 14],
      ['NAME_GIVEN', 'Jean', 14],
      ['NAME_FAMILY', 'Dupont', 15],
      ['LOCATION', 'Berlin', 24],
      ['MONEY', '20 Euro', 26],
    ]);
    expect(asked).toEqual([
      ['named_entity_recognition', 'en'],
      ['named_entity_recognition', 'fr'],
      ['named_entity_recognition', 'de'],
    ]);
  });

  it('reports its progress', async () => {
    const fractions: number[] = [];
    const many = Array.from({ length: 120 }, (_, index) =>
      utteranceOf('Yesterday Laura called United Nations about the project.', 'en', { start: index * 10 }),
    );
    const results = await entities(many, { ...tools, onProgress: (fraction) => fractions.push(fraction) });
    expect(results.filter(({ entity_type }) => entity_type === 'ORGANIZATION')).toHaveLength(120);
    expect(fractions.length).toBeGreaterThan(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });
});
