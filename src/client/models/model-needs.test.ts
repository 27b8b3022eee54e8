import { describe, expect, it } from 'vitest';
import { translationModel } from '../../../tests/fakes/listed-model.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { ListedModel } from './listed-model.ts';
import { canTranslate, lackOfSpeech, lackOfTranslations } from './model-needs.ts';

const all = [
  translationModel('de', 'en'),
  translationModel('fr', 'en'),
  translationModel('en', 'pt'),
  translationModel('en', 'es'),
];
const idsOf = (sources: string[], targets: string[], models = all) =>
  lackOfTranslations(sources, targets, models)?.models.map(({ id }) => id) ?? null;

describe('models to translate with', () => {
  it('are both halves of a way through English', () => {
    expect(idsOf(['de'], ['pt'])).toEqual(['marian-de-en', 'marian-en-pt']);
  });

  it('are those of every spoken language and target, each once', () => {
    expect(idsOf(['de', 'fr'], ['pt', 'es', 'en'])).toEqual([
      'marian-de-en',
      'marian-en-pt',
      'marian-en-es',
      'marian-fr-en',
    ]);
  });

  it('are only the missing ones', () => {
    const half = [translationModel('de', 'en', { state: 'downloaded' }), ...all.slice(1)];
    expect(idsOf(['de'], ['pt'], half)).toEqual(['marian-en-pt']);
    const both = half.map((model) => ({ ...model, state: 'downloaded' as const }));
    expect(idsOf(['de'], ['pt'], both)).toBeNull();
    expect(canTranslate('de', 'pt', half)).toBe(false);
    expect(canTranslate('de', 'pt', both)).toBe(true);
  });

  it('are none where no model knows the pair, or nothing is to be translated', () => {
    expect(idsOf(['wo'], ['pt'])).toBeNull();
    expect(idsOf(['pt'], ['pt'])).toBeNull();
  });

  it('say why this device runs none', () => {
    const reason = msg`This device has too little memory.`;
    const large = [translationModel('en', 'pt', { engine: 'translation', unusable: reason })];
    expect(lackOfTranslations(['en'], ['pt'], large)).toEqual({ models: [], reason });
  });
});

describe('a model to recognise speech with', () => {
  const speech = (id: string, changes: Partial<ListedModel> = {}): ListedModel => ({
    ...translationModel('en', 'en'),
    id,
    purpose: 'transcribe',
    languages: 'all',
    ...changes,
  });
  const idOf = (languages: string[], models: ListedModel[]) =>
    lackOfSpeech(languages, models)?.models.map(({ id }) => id) ?? null;

  it('is the one that is offered first here', () => {
    expect(idOf([], [speech('tiny'), speech('base', { offeredFirst: true })])).toEqual(['base']);
  });

  it('is missing while no installed one knows the languages', () => {
    const english = speech('english', { languages: ['en'], state: 'downloaded' });
    expect(idOf(['en'], [speech('tiny'), english])).toBeNull();
    expect(idOf(['de'], [speech('tiny'), english])).toEqual(['tiny']);
    expect(idOf(['de'], [english])).toBeNull();
  });
});
