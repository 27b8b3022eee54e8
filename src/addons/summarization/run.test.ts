import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeBrowserAi } from '../../../tests/fakes/browser-ai.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { miniatureGenerator, scriptedGenerator } from '../../../tests/miniatures/miniature-generator.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { WritingPlan } from '../../contract/realms/writing-plan.ts';
import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { browserModelsOf } from '../../models/browser/browser-models.ts';
import type { AddonTools } from '../addon.ts';
import { onTranscript } from './run.ts';
import type { SummarizationConfig } from './schema.ts';

type Type = SummarizationConfig['type'];

function transcript(...said: [text: string, speaker?: number][]): Transcription {
  const utterances: Utterance[] = [];
  for (const [text, speaker] of said) {
    const start = (utterances.at(-1)?.end ?? 0) + 1;
    utterances.push(spokenUtterance(text, { start, ...(speaker !== undefined && { speaker }) }));
  }
  return { full_transcript: said.map(([text]) => text).join(' '), languages: ['en'], utterances };
}

async function summarize(transcription: Transcription, type?: Type, tools: Partial<AddonTools> = {}) {
  const facts: Record<string, unknown> = {};
  const request = requestParams.parse({
    audio_url: null,
    summarization: true,
    ...(type && { summarization_config: { type } }),
  });
  const all = noModels({ onFacts: (more) => Object.assign(facts, more), ...tools });
  return { text: await onTranscript(transcription, request, all), facts };
}

/** Two people talk about a bridge, with repetitions and digressions. */
const MEETING = transcript(
  ['Good morning. Shall we begin?', 0],
  ['The old bridge over the river must be closed for repairs in spring.', 0],
  ['I had coffee with a colleague yesterday.', 1],
  ['Repairs of the old bridge over the river cost two million euros.', 1],
  ['The old bridge over the river must be closed for repairs in the spring.', 0],
  ['While the bridge is closed, buses take the tunnel, and the city pays for repairs of the road.', 1],
  ['It is cold today, is it not?', 0],
  ['The council votes on the bridge repairs and their cost in March.', 0],
  ['My cat likes the sun.', 1],
  ['If the council agrees, the repairs of the bridge begin in April.', 1],
  ['Fine. Thank you all.', 0],
);
const SAID = MEETING.utterances.flatMap(({ text }) => text.split(/(?<=[.?!]) /u));

describe('summarization, with nothing installed', { timeout: 60_000 }, () => {
  it('bullet_points: what matters, without repetition, in order, with speakers', async () => {
    const { text, facts } = await summarize(MEETING, 'bullet_points');
    const lines = text.split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(8);
    for (const line of lines) expect(line).toMatch(/^- Speaker [12]: .*[.?!]$/u);
    const places = lines.map((line) => SAID.indexOf(line.replace(/^- Speaker \d: /u, '')));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toMatch(/bridge/u);
    expect(text).not.toMatch(/cat|coffee|cold|Good morning/u);
    expect(lines.filter((line) => line.includes('must be closed')).length).toBeLessThanOrEqual(1);
    expect(facts).toEqual({ written_by: 'builtin' });
  });

  it('concise: one or two sentences', async () => {
    const { text } = await summarize(MEETING, 'concise');
    expect(SAID.some((sentence) => text.startsWith(sentence))).toBe(true);
    expect(text).toContain('bridge');
    expect(text.length).toBeLessThan(200);
  });

  it('general: shorter than the transcript, with both voices; the default [§2.4 SummarizationConfig]', async () => {
    const { text } = await summarize(MEETING);
    expect(text).toBe((await summarize(MEETING, 'general')).text);
    expect(text).toMatch(/Speaker 1: /u);
    expect(text).toMatch(/Speaker 2: /u);
    expect(text.length).toBeLessThan(MEETING.full_transcript.length * 0.75);
  });

  it('leaves out greetings and keeps dates, amounts and decisions', async () => {
    const call = transcript(
      ['Good morning, how can I help you today?', 0],
      ['Hello, my washing machine is broken since Tuesday.', 1],
      ['Oh, I am very sorry to hear that, have a seat, please.', 0],
      ['A technician will repair the washing machine on Friday for ninety euros.', 0],
      ['Thank you very much, that is very kind of you, have a nice weekend.', 1],
    );
    const { text } = await summarize(call, 'concise');
    expect(text).toContain('Friday for ninety euros');
    expect(text).not.toMatch(/Good morning|sorry|Thank you/u);
  });

  it('counts the words of a script without spaces', async () => {
    const said = Array.from({ length: 24 }, (_, at): [string] => [
      at % 3 === 0 ? `会議は${at + 1}月に東京の事務所で始まります。` : 'はい、今日はとても良い天気ですね。',
    ]);
    const japanese = transcript(...said);
    const utterances = japanese.utterances.map((one): Utterance => ({ ...one, language: 'ja' }));
    const { text } = await summarize({ ...japanese, languages: ['ja'], utterances }, 'general');
    expect(text.length).toBeLessThan(japanese.full_transcript.length / 2);
    expect(text).toContain('会議');
    expect(text).not.toContain(' ');
  });

  it('names no voice if there is only one, and keeps a short recording whole', async () => {
    const { text } = await summarize(transcript(['Hello my name is John Smith. Where is the train?']));
    expect(text).toBe('Hello my name is John Smith. Where is the train?');
  });

  it('handles text in its own language', async () => {
    const french = transcript(
      ['Le pont sur la rivière est fermé pour des travaux.'],
      ['Il fait beau.'],
      ['Les travaux du pont sur la rivière durent deux mois.'],
      ['Le prix des travaux du pont est de deux millions.'],
    );
    const utterances = french.utterances.map((one): Utterance => ({ ...one, language: 'fr' }));
    const { text } = await summarize({ ...french, languages: ['fr'], utterances }, 'bullet_points');
    expect(text).toContain('pont');
    expect(text).not.toContain('Il fait beau');
  });

  it('is empty if nothing was said', async () => {
    expect((await summarize(transcript())).text).toBe('');
  });

  it('handles an hour without a meaningful sentence, and one with a thousand sentences', async () => {
    expect((await summarize(transcript(['Yes.'], ['No.'], ['Oh.']), 'bullet_points')).text).toBe(
      '- Yes.\n- No.\n- Oh.',
    );
    const long = Array.from({ length: 1200 }, (_, at): [string] => [
      `Point ${at} is about the ${['harbour', 'railway', 'airport', 'library'][at % 4]} and its ${['roof', 'gate', 'price'][at % 3]}.`,
    ]);
    const { text } = await summarize(transcript(...long), 'bullet_points');
    expect(text.split('\n').length).toBe(8);
  });
});

describe('summarization by the miniature language model', { timeout: 120_000 }, () => {
  let generator: Awaited<ReturnType<typeof miniatureGenerator>>;
  beforeAll(async () => {
    generator = await miniatureGenerator();
  }, 120_000);
  afterAll(() => generator.dispose());
  const HELLO = transcript(
    ['Hello my name is John Smith. Where is the train?', 0],
    ['Emma lives in London.', 1],
  );
  const textGenerator = async () => generator;

  it.each([
    ['general', 'Hello my name is John Smith.'],
    ['bullet_points', '- Hello my name is John Smith.\n- Where is the train?\n- Emma lives in London.'],
    ['concise', 'Hello my name.'],
  ] as const)('%s', async (type, expected) => {
    const { text, facts } = await summarize(HELLO, type, { textGenerator });
    expect(text).toBe(expected);
    expect(facts).toEqual({ written_by: 'mini-llm' });
  });

  it('reads text longer than its context in parts', async () => {
    // Trained on texts of six sentences.
    const short = { ...generator, contextTokens: 144 };
    const long = Array.from({ length: 24 }, (): [string] => [
      'Hello my name is John Smith. Where is the train?',
    ]);
    expect(generator.countTokens(transcript(...long).full_transcript)).toBeGreaterThan(short.contextTokens);
    const { text, facts } = await summarize(transcript(...long), 'general', {
      textGenerator: async () => short,
    });
    expect(text).toBe('Hello my name is John Smith.');
    expect(facts).toEqual({ written_by: 'mini-llm' });
  });
});

describe('the author of the summary', () => {
  const browser = () => browserModelsOf(fakeBrowserAi({ offers: { en: 'available' } }).ai);

  it('is an installed language model, which is told the language and the speakers', async () => {
    const generator = scriptedGenerator(() => 'The bridge will be repaired.');
    const shown: string[] = [];
    const { text, facts } = await summarize(MEETING, 'general', {
      textGenerator: async () => generator,
      onOutput: (output) => shown.push(output),
    });
    expect(text).toBe('The bridge will be repaired.');
    expect(facts).toEqual({ written_by: 'scripted' });
    expect(shown).toEqual(['The bridge will be repaired.']);
    expect(generator.asked).toHaveLength(1);
    expect(generator.asked[0]?.rules).toContain('Write in English.');
    expect(generator.asked[0]?.request).toMatch(/^Speaker 1: Good morning\..*\n\nSummarize\.$/su);
  });

  it('says before what it is going to read and write, and how long that takes here', async () => {
    const plans: WritingPlan[] = [];
    const onPlan = (plan: WritingPlan) => void plans.push(plan);
    const known = { ...scriptedGenerator(() => 'The bridge.'), speed: { read: 10, write: 4 } };
    await summarize(MEETING, 'concise', { textGenerator: async () => known, onPlan });
    const unknown = scriptedGenerator(() => 'The bridge.');
    await summarize(MEETING, 'concise', { textGenerator: async () => unknown, onPlan });
    const [first, second] = plans;
    expect(first?.read).toBeGreaterThan(100);
    expect(first?.write).toBe(120);
    expect(first?.seconds).toBe((first?.read ?? 0) / 10 + 30);
    expect(second).toEqual({ ...first, seconds: null });
  });

  it('normalises list items, however the model marks them', async () => {
    const generator = scriptedGenerator(() => '1. The bridge.\n* The cost.\n\n• The vote.');
    const { text } = await summarize(MEETING, 'bullet_points', { textGenerator: async () => generator });
    expect(text).toBe('- The bridge.\n- The cost.\n- The vote.');
  });

  it('is the browser if it has a summarizer, whatever is installed', async () => {
    const generator = scriptedGenerator(() => 'The bridge.');
    const { text, facts } = await summarize(MEETING, 'bullet_points', {
      browser: browser(),
      textGenerator: async () => generator,
    });
    expect(text).toBe('- Speaker 1: Good\n- end');
    expect(facts).toEqual({ written_by: 'browser' });
    expect(generator.asked).toEqual([]);
  });

  it('is builtin if the browser’s summarizer does not answer in time', async () => {
    const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available' }, silent: ['en'] });
    const time = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    const summary = summarize(MEETING, 'concise', { browser: browserModelsOf(ai) });
    await eventually(() => expect(sessions.answering).toBe(1));
    time.abort();
    const { text, facts } = await summary;
    expect(text).toContain('bridge');
    expect(facts).toEqual({ written_by: 'builtin' });
    expect(sessions).toMatchObject({ open: 0, answering: 0 });
  });

  it('is the next option if one fails, and the facts say so', async () => {
    const textGenerator = async () => scriptedGenerator(() => Promise.reject(new Error('out of memory')));
    const { text, facts } = await summarize(MEETING, 'concise', { textGenerator });
    expect(text).toContain('bridge');
    expect(facts).toEqual({ written_by: 'builtin', passed_over: ['out of memory'] });
  });

  it.each([
    [
      'its instructions',
      'You summarize transcripts of recordings for people who were not there. The bridge closes.',
    ],
    ['a name that nobody said', 'The bridge will be repaired, says the mayor Barbara Ferguson.'],
    ['a number that nobody said', 'The repairs of the bridge cost seven million euros: 7,400,000.'],
  ])('is builtin where the model wrote %s, and says so', async (_, written) => {
    const notes: string[] = [];
    const { text, facts } = await summarize(MEETING, 'general', {
      textGenerator: async () => scriptedGenerator(() => written),
      note: async (note) => void notes.push(inEnglish(note)),
    });
    expect(text).toBe((await summarize(MEETING, 'general')).text);
    expect(facts).toMatchObject({ written_by: 'builtin', passed_over: [expect.any(String)] });
    expect(notes).toEqual([expect.stringContaining('could not be trusted')]);
  });

  it('is builtin where the model repeated itself, and says so', async () => {
    const notes: string[] = [];
    const generator = scriptedGenerator(() => 'The bridge.');
    const { facts } = await summarize(MEETING, 'general', {
      textGenerator: async () => ({
        ...generator,
        generate: async (...asked) => ({ ...(await generator.generate(...asked)), ended: 'loop' }),
      }),
      note: async (note) => void notes.push(inEnglish(note)),
    });
    expect(facts).toEqual({ written_by: 'builtin', passed_over: ['repeated itself'] });
    expect(notes).toEqual([expect.stringContaining('could not be trusted')]);
  });

  it('stays the model where it was stopped, which a note says', async () => {
    const notes: string[] = [];
    const generator = scriptedGenerator(() => 'The bridge will be');
    const { text, facts } = await summarize(MEETING, 'concise', {
      textGenerator: async () => ({
        ...generator,
        generate: async (...asked) => ({ ...(await generator.generate(...asked)), ended: 'length' }),
      }),
      note: async (note) => void notes.push(inEnglish(note)),
    });
    expect(text).toBe('The bridge will be');
    expect(facts).toEqual({ written_by: 'scripted' });
    expect(notes).toEqual(['The text was stopped at 120 tokens, its greatest length.']);
  });

  it('keeps the summaries of the parts that were read when time ran out, and says how many', async () => {
    const notes: string[] = [];
    const until = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(until.signal);
    let asked = 0;
    const generator = scriptedGenerator(() => {
      asked += 1;
      if (asked === 3) until.abort(new DOMException('The operation timed out.', 'TimeoutError'));
      until.signal.throwIfAborted();
      return asked === 1 ? 'It is the report of the year.' : 'It ends with its sentences.';
    }, 400);
    const long = Array.from({ length: 100 }, (_, at): [string] => [
      `This is sentence number ${at} of the report.`,
    ]);
    const { text, facts } = await summarize(transcript(...long), 'general', {
      textGenerator: async () => generator,
      note: async (note) => void notes.push(inEnglish(note)),
    });
    expect(text).toBe('It is the report of the year.\nIt ends with its sentences.');
    expect(facts).toEqual({ written_by: 'scripted' });
    expect(notes).toEqual([
      expect.stringMatching(/^Time ran out: only the first 2 of \d+ parts were read\.$/u),
    ]);
  });

  it('stays the model where it retells names and numbers that were said', async () => {
    const written = 'The Council votes in March; repairs cost 2 million euros.';
    const { text } = await summarize(MEETING, 'general', {
      textGenerator: async () => scriptedGenerator(() => written),
    });
    expect(text).toBe(written);
  });

  it('merges the summaries of a long recording’s parts', async () => {
    const generator = scriptedGenerator(
      ({ request }) => (request.includes('A part.') ? 'The whole.' : 'A part.'),
      400,
    );
    const long = Array.from({ length: 100 }, (_, at): [string] => [
      `This is sentence number ${at} of the report.`,
    ]);
    const { text } = await summarize(transcript(...long), 'general', {
      textGenerator: async () => generator,
    });
    expect(text).toBe('The whole.');
    const [last, ...parts] = generator.asked.toReversed();
    expect(parts.length).toBeGreaterThan(2);
    expect(last?.rules).toContain('parts of one recording');
    expect(parts.map(({ request }) => request).join(' ')).toContain('number 99');
  });
});
