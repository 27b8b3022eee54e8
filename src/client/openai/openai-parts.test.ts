import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { PartialTranscript } from '../../contract/jobs/queue-request.ts';
import {
  OPENAI_FIELDS,
  openAiTranscription,
  openAiTranslation,
} from '../../contract/openai/openai-request.ts';
import { announce } from '../../contract/realms/channel.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { AppError, type ErrorCode } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { faultOfFields, toOpenAiFailure } from './openai-error.ts';
import { letterOf, namesOf, toDiarized } from './openai-results.ts';
import { readOpenAiForm } from './read-openai-form.ts';
import { GrowingText, restAfter } from './stream-text.ts';
import { termsOfPrompt } from './terms-of-prompt.ts';

describe('the form of a request', () => {
  it('has lists, objects and no empty texts', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['model', 'whisper-1'],
      ['language', ''],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['include', 'logprobs'],
      ['chunking_strategy[type]', 'server_vad'],
      ['chunking_strategy[threshold]', '0.5'],
      ['__proto__[polluted]', 'yes'],
    ] as const)
      form.append(name, value);
    const fields = readOpenAiForm(form);
    expect(fields).toMatchObject({
      model: 'whisper-1',
      timestamp_granularities: ['word', 'segment'],
      include: ['logprobs'],
      chunking_strategy: { type: 'server_vad', threshold: '0.5' },
    });
    expect(fields).not.toHaveProperty('language');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('the names and terms in a prompt', () => {
  it.each(caseRows<[string, string[]]>(import.meta.url, 'terms'))('of “%s” are %j', (prompt, terms) => {
    expect(termsOfPrompt(prompt)).toEqual(terms);
  });

  it('are at most forty, and no shouted sentence', () => {
    const many = Array.from({ length: 99 }, (_, at) => `Term${at}`).join(', ');
    expect(termsOfPrompt(many)).toHaveLength(40);
    expect(termsOfPrompt('THIS IS ALL WRITTEN IN CAPITALS BY SOMEBODY')).toEqual([]);
    expect(
      termsOfPrompt(`Here ${'X'.repeat(100_000)} calls a${'!'.repeat(100_000)}B and Jon Smyth.`),
    ).toEqual(['Jon Smyth']);
  });
});

describe('the fields of a request', () => {
  /** Every parameter of the package: a new one there is an error here. */
  const transcription = {
    file: 0,
    model: 0,
    chunking_strategy: 0,
    include: 0,
    keywords: 0,
    known_speaker_names: 0,
    known_speaker_references: 0,
    language: 0,
    languages: 0,
    prompt: 0,
    response_format: 0,
    stream: 0,
    temperature: 0,
    timestamp_granularities: 0,
  } satisfies Record<keyof OpenAI.Audio.TranscriptionCreateParams, 0>;
  const translation = { file: 0, model: 0, prompt: 0, response_format: 0, temperature: 0 } satisfies Record<
    keyof OpenAI.Audio.TranslationCreateParams,
    0
  >;

  it('are those of the package', () => {
    expect(OPENAI_FIELDS.transcription.toSorted()).toEqual(Object.keys(transcription).toSorted());
    expect(OPENAI_FIELDS.translation.toSorted()).toEqual(Object.keys(translation).toSorted());
  });

  const given = { file: new Blob(['sound']), model: 'whisper-1' };
  const sample = 'data:audio/wav;base64,UklGRg==';

  it.each([
    [{ temperature: '0', chunking_strategy: 'auto', include: ['logprobs'] }],
    [
      {
        temperature: '0.2',
        chunking_strategy: { type: 'server_vad', threshold: '0.5', silence_duration_ms: '200' },
      },
    ],
    [{ stream: 'true', response_format: 'diarized_json' }],
    [
      {
        response_format: 'diarized_json',
        known_speaker_names: ['agent'],
        known_speaker_references: [sample],
      },
    ],
  ])('%j are honoured', (fields) => {
    expect(openAiTranscription.safeParse({ ...given, ...fields }).error).toBeUndefined();
  });

  it.each([
    [{ temperature: '1.2' }, 'temperature'],
    [{ chunking_strategy: { type: 'server_vad', threshold: '7' } }, 'chunking_strategy'],
    [{ chunking_strategy: 'fixed' }, 'chunking_strategy'],
    [{ include: ['logprobs'], response_format: 'text' }, 'include'],
    [{ include: ['words'] }, 'include'],
    [{ stream: 'true', response_format: 'srt' }, 'response_format'],
    [{ timestamp_granularities: ['word'] }, 'timestamp_granularities'],
    [{ known_speaker_names: ['agent'], known_speaker_references: [sample] }, 'known_speaker_names'],
    [{ response_format: 'diarized_json', known_speaker_names: ['agent'] }, 'known_speaker_references'],
    [
      {
        response_format: 'diarized_json',
        known_speaker_names: ['agent'],
        known_speaker_references: ['https://example.com/a.wav'],
      },
      'known_speaker_references',
    ],
    [
      { response_format: 'diarized_json', known_speaker_names: [1, 2, 3, 4, 5].map(String) },
      'known_speaker_names',
    ],
    [{ vad_filter: 'true' }, 'vad_filter'],
    [{ language: 'en-US' }, 'language'],
    [{ languages: ['de', 'en-US'] }, 'languages'],
    [{ keywords: [''] }, 'keywords'],
    [{ file: 'talk.mp3' }, 'file', 'file must be a file.'],
  ])('%j are refused', (fields, param, message = expect.stringContaining(param)) => {
    const { error } = openAiTranscription.safeParse({ ...given, ...fields }, { reportInput: true });
    expect(error && faultOfFields(error).error).toMatchObject({
      type: 'invalid_request_error',
      param,
      message,
    });
  });

  it('that are unknown are refused in the words of the service', () => {
    const { error } = openAiTranslation.safeParse({ ...given, language: 'de' });
    expect(error && faultOfFields(error)).toEqual({
      error: {
        message: 'Unrecognized request argument supplied: language',
        type: 'invalid_request_error',
        param: 'language',
        code: null,
      },
    });
  });
});

it.each(caseRows<[ErrorCode, number, string]>(import.meta.url, 'errors'))(
  'a failure of %s has the status %i and the code %s, by which the clients of OpenAI distinguish errors',
  (code, status, own) => {
    const failure = toOpenAiFailure(new AppError(code, msg`It failed.`));
    expect([failure.status, failure.body.error.code]).toEqual([status, own]);
  },
);

it.each(caseRows<[string, string]>(import.meta.url, 'fields'))(
  'the fault %j of a job has the name of the field in this wire: %j',
  (fault, message) => {
    const error = new AppError('invalid_request', msg`${fault}.`, { details: [fault] });
    expect(toOpenAiFailure(error).body.error).toMatchObject({
      message: `${message}.`,
      param: message.split(' ')[0],
    });
  },
);

it('speakers have the names of known ones, and the others letters', () => {
  const session = { diarization: { known_speakers: [{ name: 'agent', speakers: [0, 3] }] } };
  const utterances = [0, 1, 0, 2, 3].map((speaker) => ({ ...spokenUtterance('Good morning.'), speaker }));
  const whole = { text: '', utterances, languages: [], duration: 1 };
  const speakersOf = (names: Map<number, string>) =>
    toDiarized({ ...whole, names }).segments.map(({ speaker }) => speaker);
  expect(speakersOf(namesOf(session))).toEqual(['agent', 'A', 'agent', 'B', 'agent']);
  expect(speakersOf(namesOf({}))).toEqual(['A', 'B', 'A', 'C', 'D']);
});

it('speakers have letters', () => {
  const letters = [0, 1, 25, 26, 27, 52, 701, 702].map(letterOf).join(' ');
  expect(letters).toBe('A B Z AA AB BA ZZ AAA');
});

it.each(caseRows<[string, string, string | null]>(import.meta.url, 'afterThere'))(
  'of “%s” after “%s” there is %j',
  (whole, beginning, rest) => {
    expect(restAfter(whole, beginning)).toBe(rest);
  },
);

describe('the text of a running job', () => {
  const words = ['Hello', ' my', ' friend', ' again'];
  const utterances = words.map(
    (word, window): Utterance => ({
      start: window,
      end: window + 1,
      confidence: 1,
      channel: 0,
      language: 'en',
      text: word.trim(),
      words: [{ word, start: window, end: window + 1, confidence: 1 }],
    }),
  );

  /** Gives out what comes of windows that are stored in this order, and of the job's whole text. */
  async function deltasOf(order: number[], whole: string): Promise<string[]> {
    const stored = new Set<number>();
    const deltas: string[] = [];
    const getPartial = async (_: string, from = 0): Promise<PartialTranscript> => ({
      available: true,
      windows: Math.max(...stored) + 1,
      utterances: utterances.filter((_, window) => window >= from && stored.has(window)),
      languages: ['en'],
    });
    const text = new GrowingText({ getPartial }, 'job', (delta) => deltas.push(delta));
    const over = new AbortController();
    text.follow(over.signal);
    for (const window of order) {
      stored.add(window);
      announce({ type: 'job-window', id: 'job', window });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await text.finish(whole);
    over.abort();
    return deltas;
  }

  it('comes in the order of the recording, whichever window is stored first', async () => {
    expect(await deltasOf([1, 0, 2], 'Hello my friend again')).toEqual(['Hello my', ' friend', ' again']);
  });

  it('comes whole at the end where no window came', async () => {
    expect(await deltasOf([], 'Hello my friend')).toEqual(['Hello my friend']);
  });

  it('gets nothing behind it that does not follow from it', async () => {
    expect(await deltasOf([0], 'Good morning')).toEqual(['Hello']);
  });
});
