import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_TABLE } from '../../src/lib/errors/error-table.ts';
import { type Service, startService } from './service.ts';
import { description, faultsOf } from './validate-by-schema.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })).optional(),
  responses: z.record(z.string(), z.looseObject({})),
});
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, value]) => ({ path, method, ...operation.parse(value) })),
);

/** Every media type of the description that has examples, with its schema's name. */
function examplesIn(value: unknown, place = ''): { place: string; schema: string; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = z
    .object({
      schema: z.object({ $ref: z.string() }),
      examples: z.record(z.string(), z.object({ value: z.unknown() })),
    })
    .safeParse(value);
  if (found.success) {
    const schema = found.data.schema.$ref.split('/').at(-1) ?? '';
    return Object.entries(found.data.examples).map(([name, one]) => ({
      place: `${place}.${name}`,
      schema,
      example: one.value,
    }));
  }
  return Object.entries(value).flatMap(([key, inner]) => examplesIn(inner, `${place}.${key}`));
}

describe('GET /v2/openapi.json', () => {
  it('answers the description made from the contract, without a key', async () => {
    const response = await service.call('/v2/openapi.json', {}, { 'x-service-key': null });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(description)));
  });

  it('answers HEAD and OPTIONS, and 405 to the rest', async () => {
    expect((await service.call('/v2/openapi.json', { method: 'HEAD' })).status).toBe(200);
    const options = await service.call('/v2/openapi.json', { method: 'OPTIONS' });
    expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await service.call('/v2/openapi.json', { method: 'POST' })).status).toBe(405);
  });

  it('is OpenAPI 3.1, valid in an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(description)));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const broken = await new Validator().validate({ ...JSON.parse(JSON.stringify(description)), paths: 7 });
    expect(broken.valid).toBe(false);
  });

  const examples = [description.paths, description.webhooks, description.components.responses].flatMap(
    (part) => examplesIn(part),
  );
  it('has examples of every body', () => {
    expect([...new Set(examples.map(({ schema }) => schema))].toSorted().join(' ')).toBe(
      'AddonRuns AddonsRequest CallbackBody CorrectedTranscript CreatedJob CreatedLiveSession ' +
        'ErrorResponse JobPage LibrarySearch LiveCallbackBody LivePage LiveRequest LiveResponse ' +
        'LiveWebhookBody PartialTranscript PreRecordedRequest PreRecordedResponse QueueRequest ' +
        'UploadByUrlRequest UploadedFile WebhookBody',
    );
  });
  it.each(examples)('has a true example at $place', ({ schema, example }) => {
    expect(faultsOf(schema, example)).toEqual([]);
  });

  it('knows a wrong body from a right one', () => {
    expect(faultsOf('PreRecordedRequest', {})).toEqual([" must have required property 'audio_url'"]);
    expect(faultsOf('PreRecordedRequest', { audio_url: 'ftp://a.example/b' })).toHaveLength(1);
    expect(faultsOf('Word', { word: 'a', start: -1, end: 1, confidence: 2 })).toHaveLength(2);
  });

  it('has every path and method that the service has, and no other [§4.2 Other status codes; §9 The version is]', async () => {
    const paths = new Map<string, string[]>();
    for (const { path, method } of operations) {
      paths.set(path, [...(paths.get(path) ?? []), method.toUpperCase()]);
    }
    for (const [path, methods] of paths) {
      const options = await service.call(path.replace('{id}', 'some-id'), { method: 'OPTIONS' });
      const allowed = (options.headers.get('allow') ?? '').split(', ');
      expect(allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').sort()).toEqual(
        methods.sort(),
      );
    }
    expect([...paths.keys()]).toHaveLength(19);
  });

  it('has the operation id of the specification [§4.3 Method and path]', () => {
    const read = operations.find(({ path, method }) => path === '/v2/pre-recorded/{id}' && method === 'get');
    expect(read?.operationId).toBe('PreRecordedController_getPreRecordedJob_v2');
    expect(Object.keys(read?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '404']));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('asks for the key in the header x-service-key [§5 Scheme, Header name, Value]', () => {
    expect(description.components.securitySchemes.serviceKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-service-key',
    });
    expect(description.security).toEqual([{ serviceKey: [] }]);
  });

  it('§7: describes every error of the table', () => {
    expect(Object.keys(description.components.responses)).toHaveLength(Object.keys(ERROR_TABLE).length);
  });

  it('marks what is deprecated, and no more [§2.4 callback_url; §2.8 name_consistency; §9 Parameters and result]', () => {
    const deprecated: string[] = [];
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (Reflect.get(value, 'deprecated') === true) deprecated.push(place);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${place}.${key}`);
    };
    visit(description.components.schemas, '');
    expect(deprecated.map((place) => place.replaceAll('.properties', '')).sort()).toEqual([
      '.LiveRequest.post_processing.anyOf.0.chapterization',
      '.LiveRequestParamsResponse.post_processing.chapterization',
      '.LiveResponse.result.anyOf.0.diarization.results',
      '.LiveResponse.result.anyOf.0.name_consistency',
      '.LiveResponse.result.anyOf.0.sentences',
      '.PreRecordedRequest.callback_url',
      '.PreRecordedRequest.code_switching_config',
      '.PreRecordedRequest.detect_language',
      '.PreRecordedRequest.enable_code_switching',
      '.PreRecordedRequest.language',
      '.PreRecordedRequestParamsResponse.callback_url',
      '.TranscriptionResultDTO.diarization.results',
      '.TranscriptionResultDTO.name_consistency',
      '.TranscriptionResultDTO.sentences',
    ]);
  });

  it('labels the alpha and beta features of §2.4 [§2.4 custom_vocabulary*, translation*, named_entity_recognition, custom_spelling*, punctuation_enhanced; §9 Stability labels Alpha]', () => {
    const labelled = (wanted: string) =>
      Object.entries(description.components.schemas.PreRecordedRequest?.properties ?? {})
        .filter(([, schema]) => Reflect.get(Object(schema), 'x-stability') === wanted)
        .map(([name]) => name);
    expect(labelled('beta')).toEqual([
      'custom_vocabulary',
      'custom_vocabulary_config',
      'translation',
      'translation_config',
    ]);
    expect(labelled('alpha')).toEqual([
      'named_entity_recognition',
      'custom_spelling',
      'custom_spelling_config',
      'punctuation_enhanced',
      // Not of the specification.
      'action_items',
      'profanity_filter',
      'profanity_filter_config',
      'sound_events',
      'sound_events_config',
      'speaker_names',
    ]);
  });
});
