import { describe, expect, it } from 'vitest';
import { getJob } from '../../src/storage/jobs/job-store.ts';
import { caseRows } from '../runner/case-rows.ts';
import { AUDIO, parameterCalls } from './parameter-calls.ts';
import { asJson, ORIGIN } from './service.ts';
import { putAudio } from './stored.ts';

const { create, echo, faults, service } = parameterCalls();

const SWITCHES = caseRows<string>(import.meta.url, 'switches');

describe('§2.4: the echo of the parameters', () => {
  it('has every default when only audio_url is given [§2.2 request_params; §4.2 audio_url is required]', async () => {
    expect(await echo({})).toEqual({
      audio_url: AUDIO,
      model: 'stt-1',
      language_config: { languages: [], code_switching: false },
      custom_metadata: null,
      ...Object.fromEntries(SWITCHES.map((name) => [name, false])),
    });
  });

  it('repeats the quality that was sent, and refuses any other', async () => {
    expect(await echo({ quality: 'careful' })).toMatchObject({ quality: 'careful' });
    expect(await echo({ quality: 'fast' })).toMatchObject({ quality: 'fast' });
    expect(await echo({ quality: null })).not.toHaveProperty('quality');
    expect(await faults({ quality: 'best' })).toEqual(['quality must be one of fast, careful']);
    expect(await faults({ quality: 2 })).toEqual(['quality must be one of fast, careful']);
  });

  it('repeats the span that was sent, and refuses one that is none', async () => {
    const span = { start: 1.5, end: 4 };
    expect(await echo({ span })).toMatchObject({ span });
    expect(await echo({ span: null })).not.toHaveProperty('span');
    expect(await faults({ span: { start: 4, end: 4 } })).toEqual(['span.end must be greater than start']);
    expect(await faults({ span: { start: -1, end: 4 } })).toHaveLength(1);
    expect(await faults({ span: { start: 1 } })).toHaveLength(1);
  });

  it('takes samples of known speakers that are uploads of 2 to 10 s, and keeps their job on this device', async () => {
    const [sample, long, unknown] = [
      await putAudio({ audio_duration: 3 }),
      await putAudio({ audio_duration: 10.5 }),
      await putAudio({ audio_duration: null }),
    ];
    const known = (...addresses: string[]) => ({
      known_speakers: addresses.map((audio_url, at) => ({ name: `Speaker ${at}`, audio_url })),
    });
    expect(await echo(known(sample.address, unknown.address))).toMatchObject(
      known(sample.address, unknown.address),
    );
    const refusal = (at: number) => `known_speakers.${at}.audio_url must be an upload of 2 to 10 s`;
    expect(await faults(known(sample.address, long.address))).toEqual([refusal(1)]);
    expect(await faults(known('https://elsewhere.example/voice.wav'))).toEqual([refusal(0)]);
    expect(await faults(known(...Array(5).fill(sample.address)))).toEqual([
      'known_speakers must have at most 4 items',
    ]);
    expect((await create(known(`${ORIGIN}/v2/upload/${crypto.randomUUID()}`))).status).toBe(404);
    const body = asJson({ audio_url: AUDIO, ...known(sample.address) });
    const response = await service().call('/v2/pre-recorded', body, { 'x-earshot-run-in': 'pool' });
    expect((await getJob((await response.json()).id))?.run_in).toBeUndefined();
  });

  it('drops unknown fields, at any depth', async () => {
    const params = await echo({
      surprise: 1,
      language_config: { languages: ['de'], surprise: 2 },
      subtitles_config: { formats: ['vtt'], surprise: 3 },
    });
    expect(JSON.stringify(params)).not.toContain('surprise');
    expect(params.language_config).toEqual({ languages: ['de'], code_switching: false });
  });

  it('keeps custom_metadata as it was given, and shows it on the job [§2.2 custom_metadata, Request field that]', async () => {
    const custom_metadata = { order: 7, tags: ['a', null], nested: { deep: true }, ünïcode: '✓' };
    const { result_url } = await (await create({ custom_metadata })).json();
    const job = await (await service().call(result_url)).json();
    expect(job.custom_metadata).toEqual(custom_metadata);
    expect(job.request_params.custom_metadata).toEqual(custom_metadata);
  });

  const defaults: [string, object, object][] = caseRows(import.meta.url, 'defaults');
  it.each(defaults)(
    'fills in the defaults of %s [§2.4 CallbackConfig.*, TranslationConfig.*, SummarizationConfig]',
    async (name, given, expected) => {
      expect((await echo({ [name]: given }))[name]).toEqual(expected);
    },
  );

  it('shows the configuration that a switch alone brings [§2.4 Every add-on has]', async () => {
    const params = await echo({ subtitles: true, summarization: true });
    expect(params.subtitles_config).toEqual({ formats: ['srt'], style: 'default' });
    expect(params.summarization_config).toEqual({ type: 'general' });
  });

  it('accepts a configuration without its switch, which stays off [§2.4 Every add-on has]', async () => {
    const params = await echo({ diarization_config: { number_of_speakers: 2 } });
    expect(params).toMatchObject({ diarization: false, diarization_config: { number_of_speakers: 2 } });
  });

  it.each(['stt-1', 'stt-3', 'stt-fusion'])(
    'accepts the model %s [§2.4 model; §2.5 stt-fusion is accepted]',
    async (model) => {
      expect((await echo({ model })).model).toBe(model);
    },
  );

  it.each([[[]], [['it']], [['en', 'fr']], [['en', 'fr', 'de', 'es', 'it']]])(
    'accepts the languages %j for stt-3 [§2.5 Number of languages]',
    async (languages) => {
      const { model, language_config } = await echo({ model: 'stt-3', language_config: { languages } });
      expect(model).toBe('stt-3');
      expect(language_config).toEqual({ languages, code_switching: false });
    },
  );

  it('accepts prompts as strings and as lists of strings [§2.4 AudioToLlmListConfig.*]', async () => {
    const audio_to_llm_config = { prompts: ['Sum up', ['List', 'names']], model: 'provider/model' };
    expect((await echo({ audio_to_llm: true, audio_to_llm_config })).audio_to_llm_config).toEqual(
      audio_to_llm_config,
    );
  });

  it('accepts everything at once [§2.4 callback, callback_config, subtitles*, diarization*, summarization*, sentiment_analysis, audio_to_llm*, pii_redaction*, sentences, CustomSpellingConfig; §4.2 Request]', async () => {
    const everything = {
      ...Object.fromEntries(SWITCHES.map((name) => [name, true])),
      ...caseRows<object>(import.meta.url, 'everything')[0],
    };
    expect(await echo(everything)).toMatchObject(everything);
  });
});

describe('parameters of earlier days', () => {
  it.each<[object, object]>(caseRows<[object, object]>(import.meta.url, 'earlier'))(
    '%j choose the language as those of today do',
    async (parameters, language_config) => {
      const params = await echo(parameters);
      expect(params.language_config).toEqual(language_config);
      for (const name of Object.keys(parameters))
        if (name !== 'language_config') expect(params).not.toHaveProperty(name);
    },
  );

  it('may carry the vocabulary in its switch', async () => {
    const vocabulary = ['Earshot', { value: 'Köln', intensity: 0.5 }];
    expect(await echo({ custom_vocabulary: vocabulary })).toMatchObject({
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary },
    });
    const custom_vocabulary_config = { vocabulary: ['Other'] };
    expect(await echo({ custom_vocabulary: vocabulary, custom_vocabulary_config })).toMatchObject({
      custom_vocabulary: true,
      custom_vocabulary_config,
    });
  });

  it('are checked like those of today', async () => {
    expect(await faults({ language: 'xx' })).toEqual([expect.stringMatching(/^language must be one of/)]);
    expect(await faults({ language: 'ja', model: 'stt-3' })).toEqual([
      'language_config.languages.0 must be one of en, fr, de, es, it when model is stt-3',
    ]);
    for (const custom_vocabulary of [[], [7], 'Earshot', [{ value: 'a', intensity: 2 }]]) {
      expect((await faults({ custom_vocabulary }))[0]).toMatch(/^custom_vocabulary/);
    }
  });
});

describe('audio_url', () => {
  it('is required [§2.4 audio_url; §4.2 audio_url is required]', async () => {
    expect(await faults({ audio_url: undefined })).toEqual(['audio_url is required']);
  });

  it.each(caseRows<string>(import.meta.url, 'mustBeHttp'))(
    'must be an http or https URL: %j',
    async (audio_url) => {
      expect(await faults({ audio_url })).toEqual(['audio_url must be an http or https URL']);
    },
  );

  it.each([null, 7, {}, []])('must be a string: %j', async (audio_url) => {
    expect(await faults({ audio_url })).toEqual(['audio_url must be a string']);
  });
});
