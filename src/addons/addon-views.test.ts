import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addonFields } from '../client/jobs/addon-fields.ts';
import { preRecordedRequest } from '../contract/jobs/pre-recorded-request.ts';
import { manifest } from '../models/manifest/manifest.ts';
import { addonSchemas } from './addon-schemas.ts';
import type { AddonChoice, AddonControl } from './addon-view.ts';
import { addonViews } from './addon-views.ts';

const { models } = manifest.parse(
  JSON.parse(readFileSync(new URL('../../models-manifest/models.json', import.meta.url), 'utf8')),
);

const CHOICES: Record<AddonControl['kind'], (control: AddonControl) => AddonChoice> = {
  switch: () => true,
  choice: (control) => (control.kind === 'choice' && Object.keys(control.choices)[0]) || '',
  lines: () => ' first \n\nsecond',
  languages: () => ['fr', 'wo'],
};

it('the schema of each add-on stands in the folder of its name', () => {
  const found = import.meta.glob<{ key: string }>('./*/schema.ts', { eager: true, import: 'schema' });
  expect(Object.keys(found)).not.toEqual([]);
  for (const [path, { key }] of Object.entries(found)) expect(path).toBe(`./${key}/schema.ts`);
});

describe('the views of add-ons', () => {
  it('stand in every folder', () => {
    expect([...addonViews.keys()].sort()).toEqual(addonSchemas.map(({ key }) => key).sort());
  });

  const offered = [...addonViews].flatMap(([key, { control }]) => (control ? [{ key, control }] : []));

  it.each(offered)('make a request of what is chosen of $key', ({ key, control }) => {
    const fields = addonFields({ [key]: CHOICES[control.kind](control) });
    const audio_url = 'https://example.org/a.mp3';
    const request: Record<string, unknown> = preRecordedRequest.parse({ audio_url, ...fields });
    expect(request[key]).toBe(true);
    if (control.kind === 'switch') return;
    const config = Object(request[`${key}_config`])[control.field];
    if (control.kind === 'lines') expect(config).toEqual(['first', 'second']);
    else if (control.kind === 'languages') expect(config).toEqual(['fr', 'wo']);
    else expect(Object.keys(control.choices)).toContain(config);
  });

  it.each(offered)('ask for nothing where nothing is chosen of $key', ({ key, control }) => {
    const empty: Record<AddonControl['kind'], AddonChoice> = {
      switch: false,
      choice: '',
      lines: ' \n',
      languages: [],
    };
    expect(addonFields({ [key]: empty[control.kind] })).toEqual({});
  });

  it('name models that the manifest has', () => {
    const needed = [...addonViews].flatMap(([key, { needs }]) =>
      (needs?.models ?? []).map((model) => ({ key, use: undefined, ...model })),
    );
    expect(needed.length).toBeGreaterThan(0);
    const missing = needed.filter(
      ({ engine, use }) =>
        !models.some(
          (model) =>
            model.engine === engine && (use === undefined || ('uses' in model && model.uses.includes(use))),
        ),
    );
    expect(missing).toEqual([]);
  });
});
