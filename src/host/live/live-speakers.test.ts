import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import type { LiveContent } from '../../contract/live/live-message.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { ChannelTurn } from '../../engine/diarization/find-speakers.ts';
import type { SoundStretch } from '../../realms/diarization/shared/api.ts';
import { changeVoiceMemory } from '../../storage/voices/voice-store.ts';
import { LiveSpeakers } from './live-speakers.ts';

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

const RATE = 8000;
const LOADED = { segmentationId: 's', embeddingId: 'e', models: 's e', speakerDistance: 0.5 };
const seconds = (count: number) => [new Float32Array(count * RATE)];
const saying = (start: number, end: number): Utterance => ({
  start,
  end,
  channel: 0,
  confidence: 1,
  language: 'en',
  text: ' Hello',
  words: [],
});

/** Speakers of a session in which every ten seconds belong to somebody else, of two. */
function following({ fails = false, takes = () => 0 }: { fails?: boolean; takes?: () => number } = {}) {
  const windows: { start: number; duration: number }[] = [];
  const told: Extract<LiveContent, { type: 'speakers' }>['data']['utterances'] = [];
  const started = vi.fn();
  const ended = vi.fn();
  const speakers = new LiveSpeakers(
    () => {
      started();
      return {
        recogniseSound: async ({ samples, sampleRate, time }: SoundStretch) => {
          windows.push({ start: time, duration: samples.length / sampleRate });
          return fails ? undefined : { pieces: [], voices: [], chunks: [], models: 's e', seconds: 1 };
        },
        soFar: async (_, voicesOf) => {
          const voices = await voicesOf(LOADED);
          takes();
          const until = windows.reduce((end, one) => Math.max(end, one.start + one.duration), 0);
          const turns = Array.from(
            { length: Math.ceil(until / 10) },
            (_, at): ChannelTurn => ({
              speaker: at % 2,
              channel: 0,
              start: at * 10,
              end: at * 10 + 10,
            }),
          );
          return fails ? null : { turns, remembered: voices.length > 0 ? [0, null] : [] };
        },
        end: ended,
      };
    },
    { sampleRate: RATE, first: 0 },
    ({ data }) => told.push(...data.utterances),
  );
  return { speakers, windows, told, started, ended };
}

it('tells who said what has ended, every ten seconds, and writes it into the utterance', async () => {
  const { speakers, windows, told, started } = following();
  const [first, second] = [saying(1, 4), saying(11, 14)];
  speakers.push(seconds(5), 60);
  expect(started).not.toHaveBeenCalled();
  speakers.take('00_0', { ...first, start: 61, end: 64 });
  speakers.push(seconds(6), 65);
  await expect.poll(() => told).toEqual([{ id: '00_0', speaker: 0 }]);
  expect(windows[0]).toEqual({ start: 60, duration: 11 });
  const later = { ...second, start: 71, end: 74 };
  speakers.take('00_1', later);
  speakers.push(seconds(11), 71);
  await expect.poll(() => told).toHaveLength(2);
  expect(told[1]).toEqual({ id: '00_1', speaker: 1 });
  expect(later.speaker).toBe(1);
});

it('cuts long sound into windows of half a minute', async () => {
  const { speakers, windows } = following();
  speakers.push(seconds(70), 0);
  await expect.poll(() => windows).toHaveLength(3);
  expect(windows.map(({ start }) => start)).toEqual([0, 30, 60]);
});

it('waits while recognition falls behind, and gives up where that lasts', async () => {
  const { speakers, windows, ended } = following();
  speakers.hold(true);
  speakers.push(seconds(20), 0);
  expect(windows).toHaveLength(0);
  speakers.hold(false);
  await expect.poll(() => windows).toHaveLength(1);
  speakers.hold(true);
  for (let at = 20; at < 340; at += 20) speakers.push(seconds(20), at);
  expect(ended).toHaveBeenCalled();
});

it('looks less often where that takes long', async () => {
  // Each look takes four seconds of ten.
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let now = 0;
  const { speakers, windows } = following({ takes: () => (now += 4_000) });
  const push = async (count: number, looks: number) => {
    speakers.push(seconds(count), 0);
    await expect.poll(() => windows.length).toBe(looks);
    // What follows a look, or would have begun one.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(windows).toHaveLength(looks);
  };
  // With the first, the models are loaded.
  await push(11, 1);
  await push(11, 2);
  await push(11, 2);
  await push(11, 3);
});

it('tells the last speakers when the session ends, and nothing after that', async () => {
  const { speakers, told, ended } = following();
  speakers.push(seconds(4), 0);
  speakers.take('00_0', saying(1, 3));
  await speakers.finish();
  expect(told).toEqual([{ id: '00_0', speaker: 0 }]);
  expect(ended).toHaveBeenCalledOnce();
  speakers.push(seconds(30), 4);
  expect(told).toHaveLength(1);
});

it('is silent where the models are missing or fail: the job says why', async () => {
  const { speakers, told, ended } = following({ fails: true });
  speakers.take('00_0', saying(1, 3));
  speakers.push(seconds(12), 0);
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  expect(told).toEqual([]);
});

it('names whom somebody named before, if voices are remembered', async () => {
  const vector = Float32Array.of(1, 0);
  const sample = { job_id: 'j', model: 'e', vector };
  await changeVoiceMemory(() => ({ remember: true, people: [{ name: 'Ann', samples: [sample] }] }));
  const { speakers, told } = following();
  speakers.take('00_0', saying(1, 3));
  speakers.push(seconds(12), 0);
  await expect.poll(() => told).toEqual([{ id: '00_0', speaker: 0, name: 'Ann' }]);
});
