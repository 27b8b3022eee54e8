import { beforeEach, describe, expect, it } from 'vitest';
import { preRecordedRequest } from '../../src/contract/jobs/pre-recorded-request.ts';
import { caseRows } from '../runner/case-rows.ts';
import { asJson, type Service, startService } from './service.ts';
import { putAudio } from './stored.ts';
import { description, faultsOf } from './validate-by-schema.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

describe('null in place of an optional field', () => {
  const fields = Object.keys(description.components.schemas.PreRecordedRequest?.properties ?? {}).filter(
    (name) => name !== 'audio_url',
  );

  it('is the same as leaving it out, for every parameter [§4.2 audio_url is required]', async () => {
    const { address } = await putAudio();
    expect(fields.length).toBeGreaterThan(30);
    const body = { audio_url: address, ...Object.fromEntries(fields.map((name) => [name, null])) };
    expect(faultsOf('PreRecordedRequest', body)).toEqual([]);
    const response = await service.call('/v2/pre-recorded', asJson(body));
    expect(response.status).toBe(200);
    const { result_url } = await response.json();
    const { request_params } = await (await service.call(new URL(result_url).pathname)).json();
    expect(request_params).toEqual(preRecordedRequest.parse({ audio_url: address }));
    expect(faultsOf('PreRecordedRequestParamsResponse', request_params)).toEqual([]);
  });

  it.each(
    caseRows<
      [
        string,
        {
          languages?: null;
          code_switching?: null;
          number_of_speakers?: null;
          min_speakers?: null;
          max_speakers?: number;
          formats?: null;
          minimum_duration?: null;
          style?: null;
          target_languages?: string[];
          model?: null;
          context?: null;
          lipsync?: null;
          vocabulary?: { value: string; language: null; intensity: null } | string[];
          prompts?: string[];
          entity_types?: null;
          processed_text_type?: null;
          url?: string;
          method?: null;
        },
      ]
    >(import.meta.url, 'holdsInside'),
  )('holds inside %s', (name, config) => {
    const audio_url = 'https://a.example/b.mp3';
    const body = { audio_url, [name]: config };
    expect(faultsOf('PreRecordedRequest', body)).toEqual([]);
    const without = JSON.parse(JSON.stringify(body), (_, value) => (value === null ? undefined : value));
    expect(preRecordedRequest.parse(body)).toEqual(preRecordedRequest.parse(without));
  });

  it.each([
    [{ audio_url: null }],
    [{ audio_url: 'https://a.example/b', translation_config: { target_languages: null } }],
    [{ audio_url: 'https://a.example/b', custom_vocabulary_config: { vocabulary: [null] } }],
    [{ audio_url: 'https://a.example/b', custom_spelling_config: { spelling_dictionary: { a: null } } }],
  ])('is refused in a required one: %j', (body) => {
    expect(preRecordedRequest.safeParse(body).success).toBe(false);
    expect(faultsOf('PreRecordedRequest', body)).not.toEqual([]);
  });

  it('stays in custom_metadata, which is returned unchanged', () => {
    const custom_metadata = { order: null };
    const audio_url = 'https://a.example/b';
    expect(preRecordedRequest.parse({ audio_url, custom_metadata }).custom_metadata).toEqual(custom_metadata);
  });
});
