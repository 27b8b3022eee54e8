import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { miniatureGenerator, scriptedGenerator } from '../../../tests/miniatures/miniature-generator.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { TextGenerator } from '../../language/text/text-models.ts';
import type { AddonTools } from '../addon.ts';
import { onTranscript } from './run.ts';

function transcript(...said: string[]): Transcription {
  const utterances = said.map((text, index) => spokenUtterance(text, { start: index * 10 }));
  return { full_transcript: said.join(' '), languages: ['en'], utterances };
}

async function extract(transcription: Transcription, classes: string[], models: Partial<AddonTools> = {}) {
  const request = requestParams.parse({
    audio_url: null,
    structured_data_extraction: true,
    structured_data_extraction_config: { classes },
  });
  const tools = noModels(models);
  const results = await onTranscript(transcription, request, tools);
  const { notes, facts } = tools;
  return { results, data: typeof results === 'string' ? JSON.parse(results) : results, notes, facts };
}

const CALL = transcript(
  'The pump in the cellar is broken, and the valve too.',
  'Write to anna at example dot com, it cost 30 euros.',
);
const withAnswers = (...answers: string[]) => {
  let asked = 0;
  const generator = scriptedGenerator(() => answers[Math.min(asked++, answers.length - 1)] ?? '');
  return { generator, tools: { textGenerator: async () => generator } };
};

describe('structured_data_extraction by the miniature language model', { timeout: 120_000 }, () => {
  let generator: Awaited<ReturnType<typeof miniatureGenerator>>;
  beforeAll(async () => {
    generator = await miniatureGenerator();
  }, 120_000);
  afterAll(() => generator.dispose());

  it('results are a JSON string with a list or null for each class', async () => {
    const { results } = await extract(
      transcript('Hello my name is John Smith.', 'Emma lives in London.'),
      ['name', 'city', 'day'],
      { textGenerator: async () => generator },
    );
    expect(results).toBe('{"name":["John Smith"],"city":["London"],"day":null}');
  });
});

describe('structured_data_extraction by a language model', () => {
  it('names the classes, and reads what the model writes around its JSON', async () => {
    const { generator, tools } = withAnswers(
      'Here it is:\n```json\n{"Part": ["pump", "valve"], "tool": null}\n```',
    );
    const { data } = await extract(CALL, ['part', 'tool'], tools);
    expect(data).toEqual({ part: ['pump', 'valve'], tool: null });
    expect(generator.asked[0]?.request).toMatch(/^The pump.*\n\nExtract part and tool as JSON\.$/su);
    expect(generator.asked[0]?.rules).toContain('"part", "tool"');
  });

  it('accepts a single string, a number and an empty list', async () => {
    const { tools } = withAnswers('{"part": "pump", "price": 30, "tool": [], "extra": "x"}');
    expect((await extract(CALL, ['part', 'price', 'tool'], tools)).data).toEqual({
      part: ['pump'],
      price: ['30'],
      tool: null,
    });
  });

  it('drops values that nobody said', async () => {
    const { tools } = withAnswers('{"part": ["the Pump", "engine", "valv"], "tool": ["hammer"]}');
    expect((await extract(CALL, ['part', 'tool'], tools)).data).toEqual({ part: ['the Pump'], tool: null });
  });

  it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'keepsWhatWas'))(
    'keeps what was said in unspaced %s',
    async (_, said, values, invented) => {
      const { tools } = withAnswers(JSON.stringify({ word: [...values, invented] }));
      expect((await extract(transcript(said), ['word'], tools)).data).toEqual({ word: values });
    },
  );

  it('asks once more if the answer is not valid JSON, naming the error', async () => {
    const { generator, tools } = withAnswers('{"part": ["pump"', '{"part": ["pump"]}');
    expect((await extract(CALL, ['part'], tools)).data).toEqual({ part: ['pump'] });
    expect(generator.asked).toHaveLength(2);
    expect(generator.asked[1]?.request).toMatch(/It has no JSON object\. Write the JSON object again/u);
    const { generator: other, tools: nested } = withAnswers('{"part": {"a": 1}}', '{"part": ["pump"]}');
    expect((await extract(CALL, ['part'], nested)).data).toEqual({ part: ['pump'] });
    expect(other.asked[1]?.request).toContain('"part" must be a list of strings');
  });

  it('stops a model that talks, and one that has written its object', async () => {
    const { generator, tools } = withAnswers('{"part": null}');
    const enough: (boolean | undefined)[] = [];
    const textGenerator = async () => ({
      ...generator,
      generate: ((messages, options) => {
        for (const text of ['{"part": ["a"', '{"part": ["a"]}', 'Of course. '.repeat(30)])
          enough.push(options.isEnough?.(text));
        return generator.generate(messages, options);
      }) satisfies TextGenerator['generate'],
    });
    await extract(CALL, ['part'], { ...tools, textGenerator });
    expect(enough).toEqual([false, true, true]);
  });

  it('asks for a list of each class if the second answer is no better', async () => {
    const { generator, tools } = withAnswers(
      'I cannot do that.',
      'Sorry.',
      '- the pump\n- an engine\n2. valve',
      'None.',
    );
    expect((await extract(CALL, ['part', 'tool'], tools)).data).toEqual({
      part: ['the pump', 'valve'],
      tool: null,
    });
    expect(generator.asked[2]?.request).toMatch(/\n\nList every part in the text/u);
    expect(generator.asked[3]?.request).toMatch(/\n\nList every tool in the text/u);
  });

  it('lets rules answer if the lists say nothing either, and says so', async () => {
    const { tools } = withAnswers('I cannot do that.');
    const { data, notes, facts } = await extract(CALL, ['email', 'part'], tools);
    expect(data).toEqual({ email: ['anna at example dot com'], part: null });
    expect(notes).toEqual([
      'scripted wrote no readable data, so rules looked for what they know.',
      'Not looked for, because rules do not know them: part.',
    ]);
    expect(facts).toMatchObject({ written_by: 'builtin' });
  });

  it('fails if rules know none of the classes', async () => {
    const { generator, tools } = withAnswers('I cannot do that.');
    await expect(extract(CALL, ['part'], tools)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('scripted'),
    });
    expect(generator.asked).toHaveLength(3);
  });

  it('merges the parts of a long recording without duplicates', async () => {
    const said = Array.from(
      { length: 300 },
      (_, at) => `We replaced the ${at % 2 ? 'pump' : 'valve'} number ${at}.`,
    );
    const generator = scriptedGenerator(
      ({ request }) => JSON.stringify({ part: [...new Set(request.match(/pump|valve/gu))] }),
      600,
    );
    const { data } = await extract(transcript(...said), ['part'], { textGenerator: async () => generator });
    expect(generator.asked.length).toBeGreaterThan(2);
    expect(data).toEqual({ part: ['valve', 'pump'] });
  });
});

describe('structured_data_extraction by a model that takes too long', () => {
  const LONG = transcript(
    ...Array.from({ length: 300 }, (_, at) => `We replaced the ${at < 150 ? 'pump' : 'valve'} number ${at}.`),
  );
  /** Answers the first parts and never the next one. */
  function slow(answered: number, until: AbortController) {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(until.signal);
    let asked = 0;
    const generator = scriptedGenerator(({ request }) => {
      if (asked++ === answered) until.abort(new DOMException('The operation timed out.', 'TimeoutError'));
      until.signal.throwIfAborted();
      return JSON.stringify({ part: [...new Set(request.match(/pump|valve/gu))] });
    }, 600);
    return { textGenerator: async () => generator };
  }
  afterEach(() => void vi.restoreAllMocks());

  it('keeps what was read so far, and says how much that is', async () => {
    const { data, notes } = await extract(LONG, ['part'], slow(1, new AbortController()));
    expect(data).toEqual({ part: ['pump'] });
    expect(notes).toEqual([expect.stringMatching(/^Time ran out: only the first 1 of \d+ parts/u)]);
  });

  it('reports that nothing was read of classes that rules do not know', async () => {
    await expect(extract(LONG, ['part'], slow(0, new AbortController()))).rejects.toMatchObject({
      code: 'timed_out',
      message: expect.stringMatching(/^Time ran out/u),
    });
  });

  it('has rules look for those that they know', async () => {
    const { data, notes, facts } = await extract(CALL, ['email', 'part'], slow(0, new AbortController()));
    expect(data).toEqual({ email: ['anna at example dot com'], part: null });
    expect(notes[0]).toBe('Time ran out before any data was extracted. Rules looked for what they know.');
    expect(facts).toMatchObject({ written_by: 'builtin' });
  });

  it('keeps the classes that were listed until then', async () => {
    const until = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(until.signal);
    const generator = scriptedGenerator(({ request }) => {
      if (!request.includes('List every')) return 'I cannot do that.';
      until.abort(new DOMException('The operation timed out.', 'TimeoutError'));
      return '- the pump';
    });
    const { data, notes } = await extract(CALL, ['part', 'tool'], { textGenerator: async () => generator });
    expect(data).toEqual({ part: ['the pump'], tool: null });
    expect(notes).toEqual([expect.stringMatching(/^Time ran out before everything was searched/u)]);
  });
});

describe('structured_data_extraction, with nothing installed', { timeout: 60_000 }, () => {
  it('finds classes with a fixed form, written or spoken', async () => {
    const { data, notes } = await extract(CALL, ['Emails', 'price']);
    expect(data).toEqual({ Emails: ['anna at example dot com'], price: ['30 euros'] });
    expect(notes).toEqual([]);
  });

  it('finds names of people in English', async () => {
    const { data, facts } = await extract(transcript('Hello my name is John Smith.'), ['name', 'date']);
    expect(facts).toEqual({ written_by: 'builtin', models: { en: ['builtin'] } });
    expect(data).toEqual({ name: ['John Smith'], date: null });
  });

  it('reports which classes it did not look for', async () => {
    const { data, notes } = await extract(CALL, ['email', 'part']);
    expect(data).toEqual({ email: ['anna at example dot com'], part: null });
    expect(notes).toEqual([expect.stringMatching(/^Not looked for.*: part\..*Qwen3/u)]);
  });

  it('says what to install if it knows none of the classes', async () => {
    await expect(extract(CALL, ['part', 'tool'])).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('is empty if nothing was said or no class is given', async () => {
    expect((await extract(transcript(), ['email'])).results).toBeNull();
    expect((await extract(CALL, [])).results).toBeNull();
  });
});

describe('structured_data_extraction of a call, by rules', { timeout: 60_000 }, () => {
  const call = (...said: string[]): Transcription => ({
    full_transcript: said.join(' '),
    languages: ['en'],
    utterances: said.map((text, index) => ({
      ...spokenUtterance(text, { start: index * 20 }),
      speaker: index % 2,
    })),
  });
  const CALLED = call(
    'Thank you for calling Northwind, this is Melissa speaking. How can I help you?',
    "Hi, my name is Priya Raman. I'm calling about my order number 4471902.",
    'Thank you, Priya. May I have your address?',
    'Sure, 12 Baker Street, London. The invoice number is 88231.',
  );

  it.each(caseRows<[string, string[] | null]>(import.meta.url, 'fields'))('%s: %j', async (name, values) => {
    const { data } = await extract(CALLED, [name]);
    const found = data[name]?.map((value: string) => value.replace(/\.$/, '')) ?? null;
    expect(found).toEqual(values?.map((value) => value.replace(/\.$/, '')) ?? null);
  });
});
