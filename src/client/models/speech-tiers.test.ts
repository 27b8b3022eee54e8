import { expect, it } from 'vitest';
import { msg } from '../../lib/errors/msg.ts';
import type { ListedModel } from './listed-model.ts';
import { speechTiers } from './speech-tiers.ts';

const MB = 1e6;
const one = (
  id: string,
  size: number,
  wordErrors: ListedModel['wordErrors'],
  change: Partial<ListedModel> = {},
) =>
  ({
    id,
    purpose: 'transcribe',
    languages: 'all',
    state: 'absent',
    downloadBytes: size * MB,
    storedBytes: 0,
    unusable: null,
    downloadable: true,
    wordErrors,
    ...change,
  }) as ListedModel;
const base = one('base', 0, { en: 10, de: 20 }, { state: 'bundled' });
const small = one('small', 250, { en: 7, de: 10 });
const few = one('few', 200, { en: 6 }, { languages: ['en'] });
const ultra = one('ultra', 700, { en: 4, de: 5 }, { languages: ['en', 'de'] });
const draft = one('draft', 5, undefined, { languages: ['en'] });
const ALL = [ultra, draft, few, small, base];

it.each([
  [['en'], ALL, ['fast base', 'better few', 'best ultra']],
  [['de'], ALL, ['fast base', 'better small', 'best ultra']],
  [['ja'], ALL, ['fast base', 'best small']],
  [['en'], [base, draft], ['fast base']],
  [['en'], [base, { ...ultra, unusable: msg`It needs WebGPU.` }], ['fast base']],
  [['ja'], [few, draft], []],
])('a person who speaks %s is offered what this device can run', (languages, models, offered) => {
  expect(speechTiers(models, languages).map(({ tier, model }) => `${tier} ${model.id}`)).toEqual(offered);
});
