import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import {
  type MiniatureClassifier,
  miniatureClassifier,
} from '../../../tests/miniatures/miniature-classifier.ts';
import { type PreRecordedRequestInput, requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools } from '../addon.ts';
import { onUtterances } from './run.ts';

async function unify(
  said: readonly string[] | Utterance[],
  params: Omit<PreRecordedRequestInput, 'audio_url'> = {},
  tools: AddonTools = noModels(),
) {
  const utterances = said.map((one, index) =>
    typeof one === 'string' ? utteranceOf(one, 'en', { start: index * 100 }) : one,
  );
  const request = requestParams.parse({ audio_url: null, name_consistency: true, ...params });
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  const rewritten = await onUtterances({ full_transcript, languages: ['en'], utterances }, request, tools);
  return {
    ...rewritten,
    texts: rewritten.transcription.utterances.map(({ text }) => text),
    before: utterances,
  };
}

describe('the same person', { timeout: 60_000 }, () => {
  it('gets a single spelling, the most frequent one, and the results say what was rewritten', async () => {
    const { texts, results, transcription, before } = await unify([
      'My name is John Smith.',
      'Hello, Jon Smyth!',
      'I met John Smith today.',
      "That was Jon Smyth's idea.",
    ]);
    expect(texts).toEqual([
      'My name is John Smith.',
      'Hello, John Smith!',
      'I met John Smith today.',
      "That was John Smith's idea.",
    ]);
    expect(results).toBe('Jon → John (2)\nSmyth → Smith (2)');
    expect(transcription.full_transcript).toBe(texts.join(' '));
    const times = (utterances: Utterance[]) =>
      utterances.map(({ words }) => words.map(({ start, end }) => [start, end]));
    expect(times(transcription.utterances)).toEqual(times(before));
  });

  it('gets all of one spelling where both are as frequent, that of the surer name', async () => {
    const sure = (text: string, confidences: readonly number[], start: number): Utterance => {
      const utterance = utteranceOf(text, 'en', { start });
      const words = utterance.words.map((word, index) => ({ ...word, confidence: confidences[index] ?? 1 }));
      return { ...utterance, words };
    };
    const { texts } = await unify([
      sure('I met Jon Smyth.', [1, 1, 0.6, 0.9], 0),
      sure('I met John Smith.', [1, 1, 0.7, 0.5], 100),
    ]);
    expect(texts).toEqual(['I met Jon Smyth.', 'I met Jon Smyth.']);
  });

  it('gets the spelling of the custom vocabulary', async () => {
    const { texts } = await unify(['I met John Smith.', 'John Smith was here.', 'Call Jon Smyth.'], {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: ['Jon Smyth'] },
    });
    expect(texts).toEqual(['I met Jon Smyth.', 'Jon Smyth was here.', 'Call Jon Smyth.']);
  });
});

describe('different people keep their names', { timeout: 60_000 }, () => {
  it('if the names beside them differ', async () => {
    const said = ['I met John Smith.', 'John Smith was here.', 'Then Jon Miller came.'];
    const { texts, results } = await unify(said);
    expect(texts).toEqual(said);
    expect(results).toBe('');
  });

  it('if both are named in one sentence', async () => {
    const said = ['John and Jon are brothers.', 'John was here.'];
    expect((await unify(said)).texts).toEqual(said);
  });

  it('if they do not sound alike', async () => {
    const said = ['I met Anna.', 'I met Emma.', 'I met Peter.'];
    expect((await unify(said)).texts).toEqual(said);
  });
});

it('leaves words alone that are not names', async () => {
  const said = ['Mark Jones is here.', 'Please marc it.', 'Marc Jones left.', 'Mark Jones works.'];
  expect((await unify(said)).texts).toEqual([
    'Mark Jones is here.',
    'Please marc it.',
    'Mark Jones left.',
    'Mark Jones works.',
  ]);
});

it('leaves a word alone that only looks like a name', async () => {
  const said = ['Marc Jones is here.', 'Marc Jones left.', 'Mark Jones works.', 'Mark the date.'];
  const { texts, results } = await unify(said);
  expect(texts).toEqual(['Marc Jones is here.', 'Marc Jones left.', 'Marc Jones works.', 'Mark the date.']);
  expect(results).toBe('Mark → Marc (1)');
});

it('leaves a place alone that is named like a person', async () => {
  const labelOf = (word: string, before = '') =>
    word.includes('Bill') ? 'B-PER' : before.includes('Bill') ? 'I-PER' : 'O';
  const tools = noModels({
    tokenClassifier: async () => ({
      modelId: 'scripted',
      labels: async () => ['O', 'B-PER', 'I-PER'],
      labelWords: async (words) =>
        words.map((word, index) => ({ label: labelOf(word, words[index - 1]), score: 1 })),
    }),
  });
  const said = ['Bill Florence is here.', 'Bill Florence left.', 'Bill Florens works.', 'I flew to Florens.'];
  expect((await unify(said, {}, tools)).texts).toEqual([
    'Bill Florence is here.',
    'Bill Florence left.',
    'Bill Florence works.',
    'I flew to Florens.',
  ]);
});

it('does not reveal names that are to be redacted', async () => {
  const { results } = await unify(['John Smith.', 'John Smith.', 'Jon Smyth.'], { pii_redaction: true });
  expect(results).toBe('Names with unified spelling: 2');
});

it('reports that it knows no names of a language without a model', async () => {
  const tools = noModels();
  const request = requestParams.parse({ audio_url: null, name_consistency: true });
  const spoken = { ...utteranceOf('God morgon Jean.', 'fr'), language: 'sv' as const };
  const only = { full_transcript: spoken.text, languages: ['sv' as const], utterances: [spoken] };
  expect(await onUtterances(only, request, tools)).toEqual({
    transcription: only,
    error: {
      status_code: 503,
      exception: 'model_missing',
      message: 'To recognise names in Swedish, install a names model under Models.',
      texts: [msg`To recognise names in ${{ languages: ['sv'] }}, install a names model under Models.`],
    },
  });
  await unify([spoken, utteranceOf('Hello John.', 'en', { start: 9 })], {}, tools);
  expect(tools.notes).toEqual([expect.stringContaining('in Swedish')]);
  expect(tools.facts).toEqual({ models: { sv: [], en: ['builtin'] } });
});

describe('with the miniature model', { timeout: 60_000 }, () => {
  let model: MiniatureClassifier;
  beforeAll(async () => {
    model = await miniatureClassifier('mini-ner');
  }, 60_000);
  afterAll(() => model.dispose());

  it('knows names of any language', async () => {
    const tools = noModels({
      tokenClassifier: async () => model,
    });
    const { texts } = await unify(
      [
        utteranceOf('Hallo mein Name ist Hans Schmidt.', 'de'),
        utteranceOf('Danke Hans Schmidt.', 'de', { start: 50 }),
        utteranceOf('Mein Freund ist Hans Schmitt.', 'de', { start: 100 }),
      ],
      {},
      tools,
    );
    expect(texts.at(-1)).toBe('Mein Freund ist Hans Schmidt.');
    expect(tools.facts).toEqual({ models: { de: ['mini-ner'] } });
  });
});
