import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Utterance, Word } from '../../src/contract/transcripts/utterance.ts';
import { countWordErrors } from '../accuracy/word-error-rate.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { type Clip, clips, clip as miniatureClip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import { create, finished, transcribe, uploadBytes } from './page-service.ts';
import { test } from './test.ts';

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Absolute errors of all word starts and ends in seconds; the words must be the same. */
function boundaryErrors(clip: Clip, words: Word[]): number[] {
  const truth = clip.sentences.flatMap((sentence) => sentence.words);
  expect(words.map((word) => word.word.trim())).toEqual(truth.map((word) => word.word));
  return words.flatMap((word, index) => {
    const real = truth[index];
    return real ? [Math.abs(word.start - real.start), Math.abs(word.end - real.end)] : [];
  });
}

function expectSoundWords(utterances: Utterance[]): void {
  for (const utterance of utterances) {
    let previousEnd = utterance.start;
    for (const word of utterance.words) {
      expect(word.start).toBeGreaterThanOrEqual(previousEnd);
      expect(word.end).toBeGreaterThan(word.start);
      expect(word.end).toBeLessThanOrEqual(utterance.end);
      expect(word.confidence).toBeGreaterThan(0);
      previousEnd = word.end;
    }
  }
}

test.describe('stt-1 transcribes the clips of the miniature', () => {
  // Every clip goes through the engine, also with code switching: src/engine/asr/whisper. One is enough here.
  test('en_hello.wav: text, language and word times are those of its truth', async ({ app }) => {
    const clip = miniatureClip('en_hello.wav');
    const { result } = await transcribe(app, clip.path);
    const { transcription, metadata } = result;
    expect(plain(transcription?.full_transcript ?? '')).toBe(plain(clip.text));
    expect(transcription?.languages).toEqual(clip.languages);
    const utterances = transcription?.utterances ?? [];
    expectSoundWords(utterances);
    expect(metadata.audio_duration).toBeCloseTo(clip.duration, 1);
    const words = utterances.flatMap((utterance) => utterance.words);
    expect(median(boundaryErrors(clip, words))).toBeLessThanOrEqual(0.06);
  });

  test('en_60s.flac, longer than one window: at most two of its words are wrong', async ({ app }) => {
    const clip = clips.find((one) => one.file === 'en_60s.flac');
    const { result } = await transcribe(app, clip?.path ?? '');
    const errors = countWordErrors(clip?.text ?? '', result.transcription?.full_transcript ?? '');
    expect(errors.substitutions + errors.insertions + errors.deletions).toBeLessThanOrEqual(2);
    expectSoundWords(result.transcription?.utterances ?? []);
  });

  for (const clip of clips.filter((one) => one.channels === 2)) {
    test(`${clip.file}: each channel is transcribed with its own number`, async ({ app }) => {
      const { result } = await transcribe(app, clip.path);
      expect(result.metadata.number_of_distinct_channels).toBe(2);
      expect(result.metadata.billing_time).toBeCloseTo(2 * result.metadata.audio_duration, 2);
      for (const channel of [0, 1]) {
        const said =
          result.transcription?.utterances.filter((utterance) => utterance.channel === channel) ?? [];
        const truth = clip.sentences.filter((sentence) => sentence.channel === channel);
        expect(plain(said.map(({ text }) => text).join(' '))).toBe(
          plain(truth.map(({ text }) => text).join(' ')),
        );
      }
    });
  }

  for (const clip of clips.filter((one) => one.languages.length === 0)) {
    test(`${clip.file}: no words, and no language`, async ({ app }) => {
      const { result } = await transcribe(app, clip.path);
      expect(result.transcription).toMatchObject({ full_transcript: '', languages: [], utterances: [] });
    });
  }

  test('a recording that is silent, too quiet or distorted is told so, and a sound one is not', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const wav = readFileSync(miniatureClip('en_yes.wav').path);
    const heard = async (factor: number) => {
      const louder = Buffer.from(wav);
      for (let at = 44; at + 1 < wav.length; at += 2) {
        const sample = Math.round(wav.readInt16LE(at) * factor);
        louder.writeInt16LE(Math.max(-32768, Math.min(32767, sample)), at);
      }
      const { body } = await uploadBytes(app, louder, `louder-${factor}.wav`);
      const job = await finished(app, await create(app, { audio_url: body.audio_url }));
      return JSON.stringify(job.post_session_metadata);
    };
    const said = /The recording is (silent|very quiet|distorted)/;
    expect(await heard(1)).not.toMatch(said);
    expect(await heard(0)).toContain('The recording is silent.');
    expect(await heard(0.005)).toContain('The recording is very quiet (');
    expect(await heard(50)).toContain('The recording is distorted: ');
  });
});

test.describe('stt-3 transcribes real English speech', () => {
  test.skip(shared === null, WITHOUT_SHARED);

  // Its other containers are read in tests/browser/audio.
  test('whisper.cpp/jfk.wav', async ({ app }) => {
    const job = await transcribe(app, sharedAudio('whisper.cpp/jfk.wav'), {
      model: 'stt-3',
      allow_draft: true,
    });
    const words = plain(job.result.transcription?.full_transcript ?? '').split(' ');
    const truth = plain(
      'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
    ).split(' ');
    // The small model writes "american" here: one wrong word in ten is its limit.
    const missing = truth.filter((word) => !words.includes(word));
    expect(missing.length, words.join(' ')).toBeLessThanOrEqual(2);
    expect(Math.abs(words.length - truth.length), words.join(' ')).toBeLessThanOrEqual(2);
    expectSoundWords(job.result.transcription?.utterances ?? []);
    expect(job.post_session_metadata).toMatchObject({ engine: 'transducer' });
  });
});
