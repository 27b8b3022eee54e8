import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import {
  type MiniatureClassifier,
  miniatureClassifier,
} from '../../../tests/miniatures/miniature-classifier.ts';
import { type PreRecordedRequestInput, requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { onUtterances } from './run.ts';

async function redact(
  utterances: Utterance[],
  tools = noModels(),
  pii_redaction_config?: PreRecordedRequestInput['pii_redaction_config'],
) {
  const request = requestParams.parse({ audio_url: null, pii_redaction: true, pii_redaction_config });
  const said = { full_transcript: '', languages: [], utterances };
  const { transcription } = await onUtterances(said, request, tools);
  return transcription.full_transcript;
}

describe('without a model', { timeout: 60_000 }, () => {
  it('redacts a name in English, and all its capitalised repetitions', async () => {
    const text = await redact([
      utteranceOf('My name is Emma Smith.', 'en'),
      utteranceOf('Voilà Emma, avec SMITH.', 'fr', { start: 100 }),
    ]);
    expect(text).not.toMatch(/emma|smith/i);
  });

  it('notes what was requested but not looked for, by language, and does not fail', async () => {
    const tools = noModels();
    await redact(
      [
        utteranceOf('Hello there.', 'en'),
        { ...utteranceOf('Jean gick.', 'fr', { start: 9 }), language: 'sv' },
        { ...utteranceOf('Jean fór.', 'fr', { start: 19 }), language: 'is' },
      ],
      tools,
      { entity_types: ['NAME', 'PROJECT', 'PHONE_NUMBER'] },
    );
    expect(tools.notes).toEqual([
      expect.stringContaining(
        'looks for: Project (English); Name, Project (Swedish); Name, Project (Icelandic).',
      ),
      'Numbers that are said as words are not recognised in Icelandic.',
    ]);
  });

  it('notes nothing if everything requested has a fixed form, and asks no model for names then', async () => {
    const tools = noModels({
      tokenClassifier: async (use) => {
        if (use === 'named_entity_recognition') throw new Error('No model for names was to be asked.');
        return null;
      },
    });
    await redact([utteranceOf('Call 202-555-0143.', 'fr')], tools, { entity_types: ['PHONE_NUMBER'] });
    expect(tools.notes).toEqual([]);
    expect(tools.facts).toEqual({ models: { fr: ['builtin'] }, looked_for: { fr: {} } });
  });

  it('leaves names alone that were not requested', async () => {
    const text = await redact([utteranceOf('Call Emma at 202-555-0143.', 'en')], noModels(), {
      entity_types: ['PHONE_NUMBER'],
    });
    expect(text).toBe('Call Emma at [PHONE_NUMBER_1].');
  });
});

describe('with the miniatures', { timeout: 60_000 }, () => {
  const models = new Map<string, MiniatureClassifier>();
  beforeAll(async () => {
    models.set('pii_redaction', await miniatureClassifier('mini-pii'));
    models.set('named_entity_recognition', await miniatureClassifier('mini-ner'));
  }, 60_000);
  afterAll(async () => {
    for (const model of models.values()) await model.dispose();
  });

  const tools = () =>
    noModels({
      tokenClassifier: async (use) => models.get(use) ?? null,
    });

  it('redacts what either model finds, in any language, and reports what ran', async () => {
    const own = tools();
    const text = await redact(
      [
        utteranceOf('Chiama Hans ancora lunedì.', 'it'),
        utteranceOf('The secret code is orange.', 'en', { start: 50 }),
        utteranceOf('Is thursday again train Red Cross.', 'de', { start: 100 }),
      ],
      own,
    );
    const all = ['mini-pii', 'mini-ner', 'builtin'];
    expect(own.facts).toMatchObject({
      models: { it: all, en: all, de: all },
      looked_for: { de: { 'mini-ner': ['LOCATION', 'NAME', 'ORGANIZATION'] } },
    });
    expect(text).toContain('Chiama [NAME_1] ancora');
    expect(text).not.toMatch(/Hans|orange|Red Cross/);
  });
});
