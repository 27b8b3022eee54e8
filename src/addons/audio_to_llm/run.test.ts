import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeBrowserAi } from '../../../tests/fakes/browser-ai.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { miniatureGenerator, scriptedGenerator } from '../../../tests/miniatures/miniature-generator.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { inEnglish, msg } from '../../lib/errors/msg.ts';
import { browserModelsOf } from '../../models/browser/browser-models.ts';
import type { AddonTools } from '../addon.ts';
import { onTranscript } from './run.ts';
import { audioToLlmAnswer } from './schema.ts';

function transcript(...said: string[]): Transcription {
  const utterances = said.map((text, index) =>
    spokenUtterance(text, { start: index * 10, speaker: index % 2 }),
  );
  return { full_transcript: said.join(' '), languages: ['en'], utterances };
}

async function ask(
  transcription: Transcription,
  prompts: (string | string[])[],
  tools: Partial<AddonTools>,
  model?: string,
) {
  const request = requestParams.parse({
    audio_url: null,
    audio_to_llm: true,
    audio_to_llm_config: { prompts, ...(model && { model }) },
  });
  return (await onTranscript(transcription, request, noModels(tools))).map((answer) =>
    audioToLlmAnswer.parse(answer),
  );
}

const TALK = transcript('The bridge in Ulm costs two million euros.', 'Anna wants to close it in spring.');
const withAnswer = (answer: Parameters<typeof scriptedGenerator>[0], contextTokens?: number) => {
  const generator = scriptedGenerator(answer, contextTokens);
  return { generator, tools: { textGenerator: async () => generator } };
};

describe('audio_to_llm by the miniature language model', { timeout: 120_000 }, () => {
  let generator: Awaited<ReturnType<typeof miniatureGenerator>>;
  beforeAll(async () => {
    generator = await miniatureGenerator();
  }, 120_000);
  afterAll(() => generator.dispose());
  const HELLO = transcript('Hello my name is John Smith. Where is the train?', 'Emma lives in London.');

  it('answers every prompt, each in an envelope with its time, and shows the answers as they grow', async () => {
    const shown: string[] = [];
    const answers = await ask(HELLO, ['Which city is mentioned?', 'Which day is mentioned?', 'Summarize'], {
      textGenerator: async () => generator,
      onOutput: (text) => shown.push(text),
    });
    expect(answers).toEqual(
      [
        ['Which city is mentioned?', 'London'],
        ['Which day is mentioned?', 'The transcript does not say.'],
        ['Summarize', 'Hello my name is John Smith.'],
      ].map(([prompt, response]) => ({
        success: true,
        is_empty: false,
        exec_time: expect.any(Number),
        error: null,
        results: { prompt, response },
      })),
    );
    for (const { exec_time } of answers) expect(exec_time).toBeGreaterThan(0);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.at(-1)).toBe(
      'Which city is mentioned?\nLondon\n\nWhich day is mentioned?\nThe transcript does not say.\n\nSummarize\nHello my name is John Smith.',
    );
  });
});

describe('audio_to_llm', { timeout: 60_000 }, () => {
  it('gives the model the whole transcript with its speakers, and only that', async () => {
    const { generator, tools } = withAnswer(() => 'Two million euros.');
    const [answer] = await ask(TALK, ['What does the bridge cost?'], tools);
    expect(answer?.results?.response).toBe('Two million euros.');
    expect(generator.asked[0]?.request).toBe(
      'Speaker 1: The bridge in Ulm costs two million euros.\nSpeaker 2: Anna wants to close it in spring.\n\nWhat does the bridge cost?',
    );
    expect(generator.asked[0]?.rules).toContain('nothing but the transcript');
  });

  it('takes a prompt that is a list of lines [§2.4 AudioToLlmListConfig.prompts]', async () => {
    const { generator, tools } = withAnswer(() => 'Yes.');
    const [answer] = await ask(TALK, [['Is it a bridge?', 'Be brief.']], tools);
    expect(answer?.results).toEqual({ prompt: 'Is it a bridge?\nBe brief.', response: 'Yes.' });
    expect(generator.asked[0]?.request).toMatch(/\n\nIs it a bridge\?\nBe brief\.$/u);
  });

  it.each(caseRows<string>(import.meta.url, 'reportsOneWay'))(
    'reports in one way that the transcript does not contain the answer: %j',
    async (written) => {
      const [answer] = await ask(TALK, ['Who is the mayor?'], withAnswer(() => written).tools);
      expect(answer?.results?.response).toBe('The transcript does not say.');
    },
  );

  it.each(caseRows<string>(import.meta.url, 'keepsAnswerStarts'))(
    'keeps an answer that starts with what is missing: %j',
    async (written) => {
      const [answer] = await ask(TALK, ['When is it closed?'], withAnswer(() => written).tools);
      expect(answer?.results?.response).toBe(written);
    },
  );

  it.each(caseRows<[TranscriptionLanguageCode, string, string]>(import.meta.url, 'numbers'))(
    'knows numbers as they are said in %s: %s %s',
    async (language, said, written) => {
      const [answer] = await ask(
        { ...transcript(said), languages: [language] },
        ['?'],
        withAnswer(() => written).tools,
      );
      expect(answer?.results?.response).toBe(written);
    },
  );

  it.each(caseRows<[string, string, string]>(import.meta.url, 'recognisesNumberWas'))(
    'recognises a number that was not said: %s %s',
    async (said, written, number) => {
      const [answer] = await ask(transcript(said), ['?'], withAnswer(() => written).tools);
      expect(answer?.results?.response).toBe(`${written}\n(Not in the transcript: ${number}.)`);
    },
  );

  it('lists names and numbers of an answer that the transcript does not contain', async () => {
    const response = async (written: string) =>
      (await ask(TALK, ['Who pays for the Ulm bridge?'], withAnswer(() => written).tools))[0]?.results
        ?.response;
    expect(await response('Paris')).toBe('Paris\n(Not in the transcript: Paris.)');
    expect(await response('It is paid by Mr Miller with 30 million euros.')).toBe(
      'It is paid by Mr Miller with 30 million euros.\n(Not in the transcript: Mr, Miller, 30.)',
    );
    expect(await response('1. Anna closes it.\n2. Speaker 2 speaks of Ulm, in English.')).not.toContain(
      'Not in',
    );
  });

  it('a failed prompt does not affect the others', async () => {
    const { tools } = withAnswer(({ request }) => {
      if (/\nFail/u.test(request)) throw new AppError('internal', msg`Something broke.`);
      return 'Anna.';
    });
    const answers = await ask(TALK, ['Fail', 'Who speaks?'], tools);
    expect(answers[0]).toMatchObject({
      success: false,
      is_empty: true,
      error: { status_code: 500, exception: 'internal', message: 'Something broke.' },
      results: { prompt: 'Fail', response: null },
    });
    expect(answers[1]).toMatchObject({ success: true, error: null, results: { response: 'Anna.' } });
    await expect(ask(TALK, ['Fail', 'Fail again'], tools)).rejects.toThrow('Something broke.');
  });

  it('a prompt too long for the model fails alone, with a reason', async () => {
    const answers = await ask(TALK, ['word '.repeat(500), 'Who?'], withAnswer(() => 'Anna.', 400).tools);
    expect(answers[0]?.error).toMatchObject({
      status_code: 400,
      message: expect.stringContaining('too long'),
    });
    expect(answers[1]?.success).toBe(true);
  });

  it('passes on the model name, and the error for an unknown one', async () => {
    const textGenerator: AddonTools['textGenerator'] = async (_, name) => {
      throw new AppError('invalid_request', msg`There is no text model named "${name ?? ''}".`);
    };
    await expect(ask(TALK, ['Who?'], { textGenerator }, 'openai/gpt-9')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('openai/gpt-9'),
    });
  });

  it('without a model says what to install', async () => {
    await expect(ask(TALK, ['Who?'], {})).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringMatching(/Qwen3 0\.6B.*/u),
    });
  });

  it("asks the browser's own language model first, if none is named", async () => {
    const { ai } = fakeBrowserAi({ offers: { en: 'available' }, answer: () => 'Anna.' });
    const facts: unknown[] = [];
    const { generator, tools } = withAnswer(() => 'nobody.');
    const [named] = await ask(TALK, ['Who?'], { ...tools, browser: browserModelsOf(ai) }, 'qwen3-0.6b');
    expect(named?.results?.response).toBe('nobody.');
    expect(generator.asked).toHaveLength(1);
    const [answer] = await ask(TALK, ['Who?'], {
      ...tools,
      browser: browserModelsOf(ai),
      onFacts: (more) => facts.push(more),
    });
    expect(answer?.results?.response).toBe('Anna.');
    expect(facts).toEqual([{ written_by: 'browser' }]);
  });

  it("gives the browser's model no more than it accepts at once, in Japanese too", async () => {
    // Counts a token per character, as the fake's quota does.
    const prompts: string[] = [];
    const { ai } = fakeBrowserAi({
      offers: { en: 'available', ja: 'available' },
      quota: 2000,
      answer: (prompt) => {
        prompts.push(prompt);
        return prompt.match(/橋の費用は二百万/u)?.[0] ?? 'None';
      },
      streams: false,
    });
    const said = Array.from({ length: 100 }, (_, at) => `これは天気についての${at}番目の短い発言です。`);
    said[70] = '橋の費用は二百万ユーロになります。';
    const talk = { ...transcript(...said), languages: ['ja' as const] };
    const [answer] = await ask(talk, ['橋はいくらですか。'], { browser: browserModelsOf(ai) });
    expect(answer?.results?.response).toBe('橋の費用は二百万');
    expect(prompts.length).toBeGreaterThan(1);
  });

  it('is empty if nothing was said', async () => {
    const answers = await ask(transcript(), ['Who?'], withAnswer(() => 'Anna.').tools);
    expect(answers).toEqual([
      {
        success: true,
        is_empty: true,
        exec_time: expect.any(Number),
        error: null,
        results: { prompt: 'Who?', response: null },
      },
    ]);
  });

  it('reads a long recording in parts, drops parts without an answer and merges the rest', async () => {
    const said = Array.from({ length: 60 }, (_, at) => `This is remark number ${at} about the weather.`);
    said[10] = 'The bridge costs two million euros.';
    said[50] = 'No, the bridge costs three million euros.';
    const { generator, tools } = withAnswer(({ rules, request }) => {
      if (rules.includes('Make one answer')) return 'Two or three million euros.';
      return request.match(/bridge costs \w+ million euros/u)?.[0] ?? 'None';
    }, 500);
    const [answer] = await ask(transcript(...said), ['What does the bridge cost?'], tools);
    expect(answer?.results?.response).toBe('Two or three million euros.');
    expect(generator.asked.length).toBeGreaterThan(3);
    expect(generator.asked.at(-1)?.request).toMatch(
      /two million euros\s+bridge costs three million euros\s+What does the bridge cost\?$/u,
    );
    expect(generator.asked.map(({ request }) => request).join(' ')).toContain('remark number 59');
  });

  it('gives the model several prompts for one text, which begin alike until its end', async () => {
    const { generator, tools } = withAnswer(() => 'Yes.');
    await ask(TALK, ['Is it a bridge?', 'Does Anna speak?'], tools);
    const [first, second] = generator.asked.map(({ rules, request }) => `${rules}\n${request}`);
    expect(first?.replace(/Is it a bridge\?$/u, '')).toBe(second?.replace(/Does Anna speak\?$/u, ''));
  });

  it.each([
    ['the instructions', ({ rules }: { rules: string }) => rules],
    ['the prompt', () => 'What does the bridge cost?'],
  ])('marks an answer that repeats %s', async (_, answer) => {
    const notes: string[] = [];
    const { tools } = withAnswer(answer);
    const note: AddonTools['note'] = async (text) => void notes.push(inEnglish(text));
    await ask(TALK, ['What does the bridge cost?'], { ...tools, note });
    expect(notes).toEqual(['The language model repeated what it was told, so its answer cannot be trusted.']);
  });

  it('keeps what was answered when time runs out, with a note', async () => {
    const notes: string[] = [];
    const until = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(until.signal);
    const { generator } = withAnswer(() => 'It costs two');
    const tools: Partial<AddonTools> = {
      textGenerator: async () => ({
        ...generator,
        async generate(...asked) {
          const written = await generator.generate(...asked);
          until.abort(new DOMException('The operation timed out.', 'TimeoutError'));
          return { ...written, ended: 'time' };
        },
      }),
      note: async (note) => void notes.push(inEnglish(note)),
    };
    const [first, second] = await ask(TALK, ['What does the bridge cost?', 'Who speaks?'], tools);
    timeout.mockRestore();
    expect(first).toMatchObject({ success: true, results: { response: 'It costs two' } });
    expect(notes).toEqual(['Time ran out before the text was finished.']);
    expect(second).toMatchObject({
      success: false,
      error: { status_code: 504, exception: 'timed_out', message: expect.stringMatching(/^Time ran out/u) },
    });
  });

  it('reads only the relevant passages of a very long recording', async () => {
    const said = Array.from({ length: 600 }, (_, at) => `This is remark number ${at} about the weather.`);
    said[377] = 'The bridge costs two million euros.';
    const { generator, tools } = withAnswer(
      ({ request }) => request.match(/bridge costs two million euros/u)?.[0] ?? 'None',
      500,
    );
    const [answer] = await ask(transcript(...said), ['What does the bridge cost?'], tools);
    expect(answer?.results?.response).toBe('bridge costs two million euros');
    expect(generator.asked.length).toBeLessThanOrEqual(9);
  });
});
