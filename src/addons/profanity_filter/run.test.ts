import { describe, expect, it, vi } from 'vitest';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { AddonTools } from '../addon.ts';
import { onUtterances } from './run.ts';

/** Words of 0.4 s, one every second. */
function said(text: string, language: TranscriptionLanguageCode = 'en'): Utterance {
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: index,
    end: index + 0.4,
    confidence: 0.9,
  }));
  const end = words.at(-1)?.end ?? 0;
  return { start: 0, end, confidence: 0.9, channel: 0, words, text, language };
}

const parsed = (config?: object) =>
  requestParams.safeParse({
    audio_url: 'https://example.com/a.wav',
    profanity_filter: true,
    ...(config && { profanity_filter_config: config }),
  });

async function filtered(utterance: Utterance, config?: object) {
  const note = vi.fn();
  const tools: Partial<AddonTools> = { onFacts: vi.fn(), note };
  const request = parsed(config);
  if (!request.success) throw request.error;
  const transcription = {
    utterances: [utterance],
    full_transcript: utterance.text,
    languages: [utterance.language],
  };
  const { transcription: after, results } = await onUtterances(
    transcription,
    request.data,
    tools as AddonTools,
  );
  return {
    text: after.full_transcript,
    utterances: after.utterances,
    results,
    notes: note.mock.calls.length,
  };
}

describe('profanity_filter', () => {
  it.each([
    ['en', 'What the FUCK, this shitty thing!', 'What the F***, this s***** thing!'],
    ['de', 'So eine Scheiße, ihr Arschlöcher.', 'So eine S******, ihr A**********.'],
    ['fr', 'Putain, quelle merde.', 'P*****, quelle m****.'],
    ['es', '¡Joder! Qué cabrón.', '¡J****! Qué c*****.'],
    ['it', 'Ma che cazzo dici, stronza?', 'Ma che c**** dici, s******?'],
    ['pt', 'Que porra é essa, caralho!', 'Que p**** é essa, c******!'],
    ['nl', 'Godverdomme, wat een klootzak.', 'G**********, wat een k*******.'],
  ] as const)(
    'masks strong words in %s, with their inflections, in any casing',
    async (language, text, wanted) => {
      expect(await filtered(said(text, language))).toMatchObject({ text: wanted, notes: 0 });
    },
  );

  it('leaves words that only contain one', async () => {
    const text = 'Scunthorpe assesses a class of cockatoos and shiitake.';
    expect(await filtered(said(text))).toMatchObject({ text, results: [] });
  });

  it('says where the words were, and keeps their times', async () => {
    const { results, utterances } = await filtered(said('well shit happens'));
    expect(results).toEqual([{ text: 's***', start: 1, end: 1.4 }]);
    expect(utterances[0]?.words.map(({ start }) => start)).toEqual([0, 1, 2]);
  });

  it('removes them, but not the end of the sentence', async () => {
    expect((await filtered(said('That is bullshit. Really'), { method: 'remove' })).text).toBe(
      'That is. Really',
    );
    expect((await filtered(said('Fuck!'), { method: 'remove' })).utterances).toEqual([]);
  });

  it('replaces them', async () => {
    const { text, utterances } = await filtered(said('you son of a bitch, go'), {
      method: 'replace',
      replacement: '[bleep]',
      words: ['son of a bitch'],
    });
    expect(text).toBe('you [bleep], go');
    expect(utterances[0]?.words[1]).toMatchObject({ start: 1, end: 4.4 });
  });

  it('takes a list of one’s own, with or without the built-in ones', async () => {
    const text = 'Damned Project Falcon, shit.';
    const words = ['damn*', 'project falcon'];
    expect((await filtered(said(text), { words })).text).toBe('D***** P****** F*****, s***.');
    expect((await filtered(said(text), { words, built_in: false })).text).toBe(
      'D***** P****** F*****, shit.',
    );
  });

  it('notes a language without a list, in which own words are masked', async () => {
    expect(await filtered(said('To jest kurwa test', 'pl'), { words: ['kurwa'] })).toMatchObject({
      text: 'To jest k**** test',
      notes: 1,
    });
  });

  it('writes a replacement of several rows in one', () => {
    const { data } = parsed({ method: 'replace', replacement: 'a\n\n1' });
    expect(data?.profanity_filter_config).toMatchObject({ replacement: 'a 1' });
  });

  it.each([
    [{ method: 'hide' }, 'method'],
    [{ method: 'replace' }, 'replacement'],
    [{ replacement: 'x' }, 'replacement'],
    [{ words: ['***'] }, 'words'],
    [{ built_in: false }, 'words'],
  ])('refuses %j', (config, field) => {
    expect(parsed(config).error?.issues[0]?.path.slice(0, 2)).toEqual(['profanity_filter_config', field]);
  });
});
