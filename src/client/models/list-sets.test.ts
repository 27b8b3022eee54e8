import { describe, expect, it } from 'vitest';
import { addonViews } from '../../addons/addon-views.ts';
import { msg } from '../../lib/errors/msg.ts';
import { catalogue, modelSets } from '../../models/manifest/catalogue.ts';
import { listSets } from './list-sets.ts';
import type { ListedModel } from './listed-model.ts';
import { lackOfAddon, lackOfSpeakers, lackOfTranslation } from './model-needs.ts';

const model = (id: string, change: Partial<ListedModel> = {}): ListedModel => ({
  id,
  title: id,
  description: '',
  purpose: 'transcribe',
  engine: 'whisper',
  uses: [],
  pairs: null,
  languages: 'all',
  licence: 'MIT',
  state: 'absent',
  downloadBytes: 10,
  downloadIsExact: true,
  storedBytes: 0,
  runsOn: msg``,
  unusable: null,
  downloadable: true,
  speed: null,
  writesOnCpu: false,
  isOwn: false,
  ...change,
});
const SET = { id: 'best', title: '', description: '', members: [['large', 'small'], ['voices']] };
const voices = model('voices', { downloadBytes: 3 });
const only = (models: ListedModel[]) => listSets([SET], models)[0];

describe('a set of models', () => {
  it('takes the best that the device can run', () => {
    const large = model('large', { unusable: msg`It needs a GPU.` });
    expect(only([large, model('small'), voices])).toMatchObject({
      models: [{ id: 'small' }, { id: 'voices' }],
      bytes: 13,
      state: 'absent',
      unusable: null,
    });
  });

  it('takes one that is installed rather than a better one', () => {
    const small = model('small', { state: 'served', downloadBytes: 0 });
    expect(only([model('large'), small, voices])).toMatchObject({
      models: [{ id: 'small' }, { id: 'voices' }],
      bytes: 3,
      state: 'partial',
    });
  });

  it('says why the device can run none', () => {
    const lacking = ['large', 'small'].map((id) => model(id, { unusable: msg`${id} needs a GPU.` }));
    expect(only([...lacking, voices])?.unusable).toEqual(msg`${'small'} needs a GPU.`);
  });

  it('has no language model that needs more than two minutes on the CPU to summarise ten, unless it is installed', () => {
    const taking = (summarySeconds: number | undefined, change: Partial<ListedModel> = {}) =>
      model('large', {
        writesOnCpu: true,
        rehearsed: { seconds: 30, per: '100 tokens', summarySeconds },
        ...change,
      });
    const idOf = (large: ListedModel) => only([large, model('small'), voices])?.models[0]?.id;
    expect([119, 121, undefined].map((seconds) => idOf(taking(seconds)))).toEqual([
      'large',
      'small',
      'small',
    ]);
    expect(idOf(taking(121, { writesOnCpu: false }))).toBe('large');
    expect(idOf(taking(121, { state: 'downloaded', downloadBytes: 0 }))).toBe('large');
    expect(only([taking(121), voices])).toBeUndefined();
  });

  it('of the manifest has titles and members of its own', () => {
    expect(modelSets.length).toBeGreaterThan(3);
    expect(new Set(modelSets.map(({ title }) => title)).size).toBe(modelSets.length);
  });
});

it('of language models offers the one that a question asks for', () => {
  const needs = addonViews.get('audio_to_llm')?.needs;
  if (!needs) throw new Error('A question needs no model.');
  const writers = catalogue.flatMap((one) =>
    one.engine === 'text-generation' ? model(one.id, { engine: one.engine, uses: [...one.uses] }) : [],
  );
  const sets = modelSets.filter(({ members }) =>
    members.some(([id]) => writers.some((one) => one.id === id)),
  );
  expect(sets.length).toBeGreaterThan(0);
  const [asked] = lackOfAddon(needs, [], writers)?.models ?? [];
  for (const { models } of listSets(sets, writers)) expect(models.map(({ id }) => id)).toContain(asked?.id);
});

describe('what a part of a result lacks', () => {
  const needs = {
    models: [{ engine: 'text-generation', use: 'summarization' }],
    otherwise: 'rules',
  } as const;
  const writer = model('writer', { engine: 'text-generation', uses: ['summarization'] });

  it('is a model for it, in a language of the transcript', () => {
    expect(lackOfAddon(needs, ['fr'], [writer])?.models).toEqual([writer]);
    expect(lackOfAddon(needs, ['fr'], [{ ...writer, state: 'downloaded' }])).toBeNull();
    const english = { ...writer, id: 'english', languages: ['en'], state: 'downloaded' as const };
    expect(lackOfAddon(needs, ['fr'], [english, writer])?.models).toEqual([writer]);
    expect(lackOfAddon(needs, [], [english, writer])).toBeNull();
    expect(lackOfAddon(needs, [], [])).toBeNull();
  });

  it('is no language model that takes too long on the CPU, where rules have written', () => {
    const slow = { ...writer, writesOnCpu: true };
    expect(lackOfAddon(needs, [], [slow])).toBeNull();
    expect(lackOfAddon({ ...needs, otherwise: 'browser' }, [], [slow])?.models).toEqual([slow]);
    expect(lackOfAddon(needs, [], [{ ...slow, state: 'downloaded' }])).toBeNull();
  });

  it('says why the device can run none', () => {
    const gpu = { ...writer, unusable: msg`It needs a GPU.` };
    expect(lackOfAddon(needs, [], [gpu])).toEqual({ models: [], reason: msg`It needs a GPU.` });
  });

  it('is both models for speakers, or the one that is missing', () => {
    const first = model('first', { engine: 'segmentation' });
    const second = model('second', { engine: 'speaker-embedding' });
    expect(lackOfSpeakers([first, second])?.models).toEqual([first, second]);
    expect(lackOfSpeakers([{ ...first, state: 'served' }, second])?.models).toEqual([second]);
    expect(
      lackOfSpeakers([
        { ...first, state: 'served' },
        { ...second, state: 'served' },
      ]),
    ).toBeNull();
    const alone = model('alone', { engine: 'sortformer' });
    expect(lackOfSpeakers([first, second, alone])?.models).toEqual([first, second]);
    expect(lackOfSpeakers([first, second, { ...alone, state: 'downloaded' }])).toBeNull();
  });

  it('is a translator of the pair, unless installed ones go over English', () => {
    const pair = (from: string, to: string, state: ListedModel['state'] = 'absent') =>
      model(`${from}-${to}`, { engine: 'translation', pairs: [[from, to]], state });
    const many = model('many', { engine: 'translation', pairs: 'any', languages: ['de', 'fr'] });
    expect(lackOfTranslation('de', 'fr', [pair('de', 'en', 'downloaded'), many])?.models).toEqual([many]);
    const over = [pair('de', 'en', 'downloaded'), pair('en', 'fr', 'downloaded'), many];
    expect(lackOfTranslation('de', 'fr', over)).toBeNull();
    expect(lackOfTranslation('de', 'de', [many])).toBeNull();
  });

  it("is Mozilla's of the pair before others, and both halves of a chain through English", () => {
    const firefox = (from: string, to: string, state: ListedModel['state'] = 'absent') =>
      model(`firefox-${from}-${to}`, { engine: 'marian', pairs: [[from, to]], state });
    const opus = model('opus', { engine: 'translation', pairs: [['en', 'fr']] });
    const many = model('many', { engine: 'translation', pairs: 'any', languages: ['de', 'en', 'fr'] });
    const ids = (from: string, to: string, models: ListedModel[]) =>
      lackOfTranslation(from, to, models)?.models.map(({ id }) => id);
    expect(ids('en', 'fr', [opus, many, firefox('en', 'fr')])).toEqual(['firefox-en-fr']);
    expect(ids('de', 'fr', [many, firefox('de', 'en'), firefox('en', 'fr')])).toEqual([
      'firefox-de-en',
      'firefox-en-fr',
    ]);
    expect(ids('de', 'fr', [many, firefox('de', 'en', 'downloaded'), firefox('en', 'fr')])).toEqual([
      'firefox-en-fr',
    ]);
    expect(ids('de', 'fr', [many, firefox('de', 'en')])).toEqual(['many']);
  });
});
