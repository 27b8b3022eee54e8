import { describe, expect, it } from 'vitest';
import { msg } from '../../lib/errors/msg.ts';
import { catalogue, isTranslating } from '../manifest/catalogue.ts';
import type { TranslatingModel } from '../manifest/manifest.ts';
import type { ChosenModel } from './choose-stage-model.ts';
import { routeTranslation, translationOffers } from './choose-translation.ts';

const installed = (...ids: string[]): ChosenModel<TranslatingModel>[] =>
  catalogue.flatMap((model) =>
    isTranslating(model) && ids.includes(model.id)
      ? [{ model, choice: { device: 'wasm', threads: 1, reason: msg``, fits: true, filesOf: 'wasm' } }]
      : [],
  );

const idsOf = (route: ReturnType<typeof routeTranslation>) => route?.map(({ model }) => model.id) ?? null;

describe('which translation model runs', () => {
  const ALL = installed('opus-mt-en-fr', 'opus-mt-fr-en', 'opus-mt-en-de', 'm2m100-418m');

  it('batch: one made for the pair, otherwise one for many languages, otherwise two via English', () => {
    expect(idsOf(routeTranslation(ALL, 'en', 'fr', 'batch'))).toEqual(['opus-mt-en-fr']);
    expect(idsOf(routeTranslation(ALL, 'fr', 'de', 'batch'))).toEqual(['m2m100-418m']);
    const pairs = installed('opus-mt-fr-en', 'opus-mt-en-de');
    expect(idsOf(routeTranslation(pairs, 'fr', 'de', 'batch'))).toEqual(['opus-mt-fr-en', 'opus-mt-en-de']);
  });

  it('a fixture of the tests only where no other translates, also over English', () => {
    const folder = installed('mini-m2m100', 'opus-mt-fr-en', 'opus-mt-en-de');
    for (const quality of ['base', 'batch', 'enhanced'] as const) {
      expect(idsOf(routeTranslation(folder, 'fr', 'en', quality))).toEqual(['opus-mt-fr-en']);
      expect(idsOf(routeTranslation(folder, 'fr', 'de', quality))).toEqual([
        'opus-mt-fr-en',
        'opus-mt-en-de',
      ]);
    }
    expect(idsOf(routeTranslation(folder, 'de', 'en', 'base'))).toEqual(['mini-m2m100']);
  });

  it('base takes the smallest, enhanced the largest', () => {
    expect(idsOf(routeTranslation(ALL, 'en', 'fr', 'base'))).toEqual(['opus-mt-en-fr']);
    expect(idsOf(routeTranslation(ALL, 'en', 'fr', 'enhanced'))).toEqual(['m2m100-418m']);
  });

  it("Mozilla's come first, even two through English before one for many languages, unless enhanced is asked for", () => {
    const marian = installed(
      'firefox-fr-en',
      'firefox-en-de',
      'firefox-en-fr',
      'opus-mt-en-fr',
      'm2m100-418m',
    );
    expect(idsOf(routeTranslation(marian, 'en', 'fr', 'batch'))).toEqual(['firefox-en-fr']);
    for (const quality of ['base', 'batch'] as const) {
      expect(idsOf(routeTranslation(marian, 'fr', 'de', quality))).toEqual([
        'firefox-fr-en',
        'firefox-en-de',
      ]);
    }
    expect(idsOf(routeTranslation(marian, 'fr', 'de', 'enhanced'))).toEqual(['m2m100-418m']);
    const own = installed('firefox-en-pt', 'marian-tiny-en-pt');
    expect(idsOf(routeTranslation(own, 'en', 'pt', 'base'))).toEqual(['marian-tiny-en-pt']);
    expect(idsOf(routeTranslation(own, 'en', 'pt', 'batch'))).toEqual(['firefox-en-pt']);
  });

  it('a pair is one direction, and nothing is guessed', () => {
    expect(routeTranslation(installed('opus-mt-en-fr'), 'fr', 'en', 'batch')).toBeNull();
    expect(routeTranslation(installed('opus-mt-en-fr'), 'en', 'de', 'batch')).toBeNull();
    expect(routeTranslation([], 'en', 'fr', 'batch')).toBeNull();
  });

  it('a multilingual model serves only its languages: Wolof is one, Tibetan is not', () => {
    expect(idsOf(routeTranslation(ALL, 'en', 'wo', 'batch'))).toEqual(['m2m100-418m']);
    expect(routeTranslation(ALL, 'en', 'bo', 'batch')).toBeNull();
  });

  it('lists what can be installed, the one made for the pair first', () => {
    expect(translationOffers('en', 'fr')).toEqual(['Firefox en → fr', 'Opus MT en → fr', 'M2M100 418M']);
    expect(translationOffers('en', 'wo')).toEqual(['M2M100 418M']);
    expect(translationOffers('en', 'bo')).toEqual([]);
  });
});
