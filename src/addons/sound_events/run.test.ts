import { describe, expect, it, vi } from 'vitest';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { AddonTools } from '../addon.ts';
import { onUtterances } from './run.ts';

/** Words of 0.4 s, one every second. */
function said(text: string, start: number): Utterance {
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: start + index,
    end: start + index + 0.4,
    confidence: 0.9,
  }));
  const end = words.at(-1)?.end ?? start;
  return { start, end, confidence: 0.9, channel: 0, words, text, language: 'en' };
}

const FOUND = [
  { kind: 'music', start: 10, end: 19, confidence: 0.98765 },
  { kind: 'unspoken music', start: 10, end: 14, confidence: 0.9 },
  { kind: 'dog', start: 21, end: 22, confidence: 0.41 },
];
const UTTERANCES = [said('now la la la', 9), said('la la and one in music', 13), said('that was nice', 17)];

async function run(config: object | undefined) {
  const request = requestParams.parse({
    audio_url: 'https://example.com/a.wav',
    sound_events: true,
    ...(config && { sound_events_config: config }),
  });
  const tools: Partial<AddonTools> = { findSounds: async () => FOUND, onFacts: vi.fn() };
  const full_transcript = UTTERANCES.map(({ text }) => text).join(' ');
  const transcription = { utterances: UTTERANCES, full_transcript, languages: ['en' as const] };
  const { transcription: after, results } = await onUtterances(transcription, request, tools as AddonTools);
  return { text: after.full_transcript, utterances: after.utterances, results };
}

describe('sound_events', () => {
  it('names all sounds of a kind that people know, and leaves the words', async () => {
    const { results, text } = await run(undefined);
    expect(results).toEqual([
      { kind: 'music', start: 10, end: 19, confidence: 0.988 },
      { kind: 'dog', start: 21, end: 22, confidence: 0.41 },
    ]);
    expect(text).toBe('now la la la la la and one in music that was nice');
  });

  it('names the wanted kinds that are sure enough', async () => {
    expect((await run({ kinds: ['dog', 'cat'] })).results).toMatchObject([{ kind: 'dog' }]);
    expect((await run({ min_confidence: 0.5 })).results).toMatchObject([{ kind: 'music' }]);
    expect((await run({ kinds: ['rain'] })).results).toEqual([]);
  });

  it('removes the words in music where at half of them nobody speaks, and no others', async () => {
    const { text, utterances, results } = await run({ kinds: ['dog'], sung_words: 'remove' });
    expect(text).toBe('now la la and one in music that was nice');
    expect(utterances[0]).toMatchObject({ text: 'now', start: 9, end: 9.4 });
    expect(results).toMatchObject([{ kind: 'dog' }]);
  });

  it.each([
    [{ kinds: ['laughter'] }, 'sound_events_config.kinds'],
    [{ kinds: [] }, 'sound_events_config.kinds'],
    [{ min_confidence: 2 }, 'sound_events_config.min_confidence'],
    [{ sung_words: 'hide' }, 'sound_events_config.sung_words'],
  ])('refuses %j', (config, path) => {
    const parsed = requestParams.safeParse({
      audio_url: 'https://example.com/a.wav',
      sound_events: true,
      sound_events_config: config,
    });
    expect(parsed.error?.issues.map((issue) => issue.path.slice(0, 2).join('.'))).toEqual([path]);
  });
});
