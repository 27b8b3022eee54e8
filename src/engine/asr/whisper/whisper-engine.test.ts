import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  median,
  readClip,
  textOf,
  windowOf,
  windowOfParts,
  wordsOf,
} from '../../../../tests/miniatures/mini-whisper.ts';
import { readTruth, type TrueClip } from '../../../../tests/miniatures/truth.ts';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { THOROUGH_TAG } from '../../../../tests/runner/thorough.ts';
import { pausesOf } from '../../alignment/speech-bounds.ts';
import { speechEnvelope } from '../../alignment/speech-envelope.ts';
import { CancellationPoint } from '../../decoding/cancellation-point.ts';
import type { TranscribeOptions } from '../asr-engine.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { transcribeAudio } from './transcribe-audio.ts';
import { WhisperEngine } from './whisper-engine.ts';

const SAMPLE_RATE = 16_000;
const DETECT: TranscribeOptions = { language: null, languages: [], codeSwitching: false };
const CAREFUL: TranscribeOptions = { ...DETECT, quality: 'careful' };
const CLIP = 'en_hello.wav';
const NEVER = new AbortController().signal;

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let parts: LoadedWhisper;
let engine: WhisperEngine;
let clips: TrueClip[];

beforeAll(async () => {
  parts = await loadMiniWhisper();
  engine = new WhisperEngine(parts);
  clips = await readTruth();
});

afterAll(() => engine.dispose());

function truthOf(file: string): TrueClip {
  const clip = clips.find((candidate) => candidate.file === file);
  if (!clip) throw new Error(`There is no truth for ${file}.`);
  return clip;
}

function sentencesOf(file: string, channel: number) {
  return truthOf(file).sentences.filter((sentence) => sentence.channel === channel);
}

/** The clip cut between its sentences, each half with its place in the file. */
async function sentenceWindow(file: string) {
  const pcm = await readClip(file);
  const { sentences, duration } = truthOf(file);
  let from = 0;
  const cut = sentences.map((sentence, index) => {
    const next = sentences[index + 1];
    const part = { from, to: next ? (sentence.end + next.start) / 2 : duration };
    from = part.to;
    return {
      fileStart: part.from,
      pcm: pcm.slice(Math.round(part.from * SAMPLE_RATE), Math.round(part.to * SAMPLE_RATE)),
    };
  });
  return windowOfParts(cut);
}

const CLIPS: [string, number][] = caseRows(import.meta.url, 'clips');

describe('the text while it is written', () => {
  it('grows word by word to what the window says', async () => {
    const texts: string[] = [];
    const transcript = await engine.transcribe(
      windowOf(await readClip('en_hello.wav')),
      DETECT,
      NEVER,
      (text) => texts.push(text),
    );
    const whole = textOf(transcript);
    expect(texts.at(-1)?.trim()).toBe(whole);
    expect(new Set(texts).size).toBeGreaterThan(3);
    for (const text of texts) expect(whole).toContain(text.trim());
  });

  it('goes on where the stretch before it ended', async () => {
    const texts: string[] = [];
    const window = await sentenceWindow('mixed_en_fr.wav');
    const transcript = await engine.transcribe(window, { ...DETECT, codeSwitching: true }, NEVER, (text) =>
      texts.push(text),
    );
    expect(transcript.segments.length).toBeGreaterThan(1);
    expect(texts.at(-1)?.trim()).toBe(textOf(transcript));
  });
});

describe('a clip in one language', () => {
  it.each(CLIPS)(
    '%s, channel %i: text, language and word boundaries are those of the truth',
    async (file, channel) => {
      const sentences = sentencesOf(file, channel);
      const transcript = await engine.transcribe(windowOf(await readClip(file, channel)), DETECT, NEVER);
      expect(textOf(transcript)).toBe(sentences.map(({ text }) => text).join(' '));
      expect(transcript.segments.map(({ language }) => language)).toEqual([sentences[0]?.language]);
      const truth = sentences.flatMap(({ words }) => words);
      const words = wordsOf(transcript);
      expect(words).toHaveLength(truth.length);
      const starts = truth.map(({ start }, index) => Math.abs((words[index]?.start ?? 99) - start));
      const ends = truth.map(({ end }, index) => Math.abs((words[index]?.end ?? 99) - end));
      // The miniature attends to a word from its very beginning on, and real weights as much before as `wordOnset` adds.
      expect(median(starts)).toBeLessThanOrEqual(0.07);
      expect(median(ends)).toBeLessThanOrEqual(0.06);
    },
    60_000,
  );
});

describe('words', () => {
  it('do not overlap, and none spans a pause', async () => {
    const pcm = await readClip('de_hallo.wav');
    const words = wordsOf(await engine.transcribe(windowOf(pcm), DETECT, NEVER));
    const pauses = pausesOf(speechEnvelope(pcm, SAMPLE_RATE), 0.25);
    expect(pauses.length).toBeGreaterThan(1);
    for (const [index, word] of words.entries()) {
      expect(word.start).toBeLessThan(word.end);
      expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
      for (const pause of pauses) expect(word.start < pause.start && word.end > pause.end).toBe(false);
    }
  });

  it('each have a real probability, including numbers', async () => {
    const words = wordsOf(await engine.transcribe(windowOf(await readClip('en_pii.wav')), DETECT, NEVER));
    expect(words.map(({ word }) => word.trim())).toContain('seven');
    for (const { confidence } of words) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(confidence).toBeLessThan(1);
    }
    expect(new Set(words.map(({ confidence }) => confidence)).size).toBeGreaterThan(words.length / 2);
  });

  it('keep their leading space and punctuation; an apostrophe does not split a word', async () => {
    const transcript = await engine.transcribe(windowOf(await readClip('fr_bonjour.wav')), DETECT, NEVER);
    expect(wordsOf(transcript).map(({ word }) => word)).toContain(" aujourd'hui.");
  });

  it('have file times, even if the window omits a pause', async () => {
    const pcm = await readClip('en_hello.wav');
    const [first, second] = sentencesOf('en_hello.wav', 0);
    const cut = Math.round((((first?.end ?? 0) + (second?.start ?? 0)) / 2) * SAMPLE_RATE);
    const window = windowOfParts([
      { pcm: pcm.slice(0, cut), fileStart: 100 },
      { pcm: pcm.slice(cut), fileStart: 200 },
    ]);
    const transcript = await engine.transcribe(window, DETECT, NEVER);
    const words = wordsOf(transcript);
    expect(words).toHaveLength(10);
    expect(words[5]?.end).toBeCloseTo(100 + (first?.end ?? 0), 1);
    expect(words[6]?.start).toBeCloseTo(200 + (second?.start ?? 0) - cut / SAMPLE_RATE, 1);
    expect(transcript.start).toBe(100);
    expect(transcript.end).toBeCloseTo(200 + (pcm.length - cut) / SAMPLE_RATE, 5);
  });
});

describe('languages', () => {
  it.each(['mixed_en_fr.wav', 'mixed_de_es_it.wav'])(
    '%s: code switching finds the language of every piece',
    async (file) => {
      const transcript = await engine.transcribe(
        await sentenceWindow(file),
        { ...DETECT, codeSwitching: true },
        NEVER,
      );
      const { sentences, text } = truthOf(file);
      expect(transcript.segments.map(({ language }) => language)).toEqual(
        sentences.map(({ language }) => language),
      );
      expect(textOf(transcript)).toBe(text);
      for (const { languageConfidence } of transcript.segments)
        expect(languageConfidence).toBeGreaterThan(0.5);
    },
    90_000,
  );

  it('neighbouring pieces in one language are one segment', { tags: THOROUGH_TAG }, async () => {
    const window = await sentenceWindow('en_hello.wav');
    const transcript = await engine.transcribe(window, { ...DETECT, codeSwitching: true }, NEVER);
    expect(transcript.segments.map(({ language }) => language)).toEqual(['en']);
    expect(textOf(transcript)).toBe(truthOf('en_hello.wav').text);
  });

  it.each(['mixed_en_fr.wav', 'mixed_de_es_it.wav'])(
    '%s: without code switching the first utterance decides for the window',
    async (file) => {
      const transcript = await engine.transcribe(await sentenceWindow(file), DETECT, NEVER);
      expect(transcript.segments.map(({ language }) => language)).toEqual([
        truthOf(file).sentences[0]?.language,
      ]);
    },
  );

  it('the first utterance is recognised on its own, so that what follows has no influence', async () => {
    const files = ['fr_bonjour.wav', 'en_hello.wav', 'en_pii.wav'];
    const pcms = await Promise.all(files.map((file) => readClip(file)));
    const recognised: number[] = [];
    const listening = new WhisperEngine({
      ...parts,
      extractFeatures: (pcm) => {
        recognised.push(pcm.length);
        return parts.extractFeatures(pcm);
      },
    });
    const window = windowOfParts(pcms.map((pcm, index) => ({ fileStart: index * 20, pcm })));
    const transcript = await listening.transcribe(window, DETECT, NEVER);
    expect(transcript.segments.map(({ language }) => language)).toEqual(['fr']);
    expect(recognised[0]).toBeLessThanOrEqual(pcms[0]?.length ?? 0);
  });

  it('detection chooses among the allowed languages', async () => {
    const window = windowOf(await readClip('fr_bonjour.wav'));
    const transcript = await engine.transcribe(window, { ...DETECT, languages: ['es', 'it'] }, NEVER);
    expect(['es', 'it']).toContain(transcript.segments[0]?.language);
    const likely = transcript.segments[0]?.language === 'es' ? ['it'] : ['es'];
    const again = await engine.transcribe(window, { ...DETECT, languages: ['es', 'it'], likely }, NEVER);
    expect(again.segments[0]?.languageConfidence).not.toBe(transcript.segments[0]?.languageConfidence);
  });

  it('a given language is used, with full confidence', async () => {
    const window = windowOf(await readClip('en_yes.wav'));
    const transcript = await engine.transcribe(window, { ...DETECT, language: 'en' }, NEVER);
    expect(transcript.segments[0]).toMatchObject({ language: 'en', languageConfidence: 1 });
    expect(textOf(transcript)).toBe('Yes.');
  });

  it('an unsupported language is rejected with an error', async () => {
    const window = windowOf(await readClip('en_yes.wav'));
    await expect(engine.transcribe(window, { ...DETECT, language: 'wo' }, NEVER)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('prompt', () => {
  it('influences the spelling of what is recognised', async () => {
    const window = windowOf(await readClip('en_jon_smyth.wav'));
    const options = { ...DETECT, language: 'en' };
    expect(textOf(await engine.transcribe(window, options, NEVER))).toContain('John Smith');
    expect(textOf(await engine.transcribe(window, { ...options, prompt: 'Jon, Smyth.' }, NEVER))).toContain(
      'Jon Smyth',
    );
  });
});

describe('no speech', () => {
  it.each(['silence.wav', 'noise.wav'])('%s: no words', async (file) => {
    const transcript = await engine.transcribe(windowOf(await readClip(file)), DETECT, NEVER);
    expect(transcript.segments).toEqual([]);
  });

  it('a hum that swells and fades gives no words', async () => {
    const pcm = Float32Array.from({ length: 4 * SAMPLE_RATE }, (_, sample) => {
      const seconds = sample / SAMPLE_RATE;
      return 0.2 * Math.sin(seconds * Math.PI * 0.5) ** 2 * Math.sin(2 * Math.PI * 110 * seconds);
    });
    expect(wordsOf(await engine.transcribe(windowOf(pcm), DETECT, NEVER))).toEqual([]);
  });

  it('no audio at all gives no words', async () => {
    const transcript = await engine.transcribe(windowOf(new Float32Array(0)), DETECT, NEVER);
    expect(transcript.segments).toEqual([]);
  });
});

describe('cancelling', () => {
  it('ends at the next decoder step with AbortError, and the engine continues to work', async () => {
    const window = windowOf(await readClip('en_pii.wav'));
    const controller = new AbortController();
    let steps = 0;
    const counting = new Proxy(parts.model, {
      get(model, key) {
        if (key !== 'step') {
          const value: unknown = Reflect.get(model, key, model);
          return typeof value === 'function' ? value.bind(model) : value;
        }
        return (...step: Parameters<typeof model.step>) => {
          steps += 1;
          if (steps === 5) controller.abort();
          return model.step(...step);
        };
      },
    });
    const cancelled = new WhisperEngine({ ...parts, model: counting });
    await expect(cancelled.transcribe(window, DETECT, controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(steps).toBe(5);
    expect(textOf(await cancelled.transcribe(window, DETECT, NEVER))).toBe(truthOf('en_pii.wav').text);
  });

  it('an abort message can arrive while it computes', async () => {
    const window = windowOf(await readClip('en_pii.wav'));
    const controller = new AbortController();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => controller.abort();
    const running = engine.transcribe(window, DETECT, controller.signal);
    port2.postMessage('abort');
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    port1.close();
  });
});

describe('the same window', () => {
  it('yields the same words again', async () => {
    const window = windowOf(await readClip('en_noisy.wav'));
    const first = await engine.transcribe(window, DETECT, NEVER);
    expect(await engine.transcribe(window, DETECT, NEVER)).toEqual(first);
  });
});

describe('a careful transcription', () => {
  it('has the right text, language, word starts and confidences', async () => {
    const sentences = clips.find((clip) => clip.file === CLIP)?.sentences ?? [];
    const careful = await engine.transcribe(windowOf(await readClip(CLIP)), CAREFUL, NEVER);
    expect(textOf(careful)).toBe(sentences.map(({ text }) => text).join(' '));
    expect(careful.segments.map(({ language }) => language)).toEqual([sentences[0]?.language]);
    expect(careful.fallbacks).toBeUndefined();
    const words = wordsOf(careful);
    const starts = sentences
      .flatMap((sentence) => sentence.words)
      .map(({ start }, index) => Math.abs((words[index]?.start ?? 99) - start));
    expect(median(starts)).toBeLessThanOrEqual(0.06);
    for (const { confidence } of words) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it('of one hypothesis is greedy decoding, with the same times and confidences', {
    tags: THOROUGH_TAG,
  }, async () => {
    const pcm = await readClip(CLIP);
    const options = { language: null, among: { languages: [] }, prompt: '', seed: 1 };
    const beam = { width: 1, onImpossible: (cause: unknown) => expect.fail(String(cause)) };
    const greedy = await transcribeAudio(parts, { pcm }, options, new CancellationPoint(NEVER));
    expect(greedy?.words.length).toBeGreaterThan(3);
    const careful = await transcribeAudio(parts, { pcm }, { ...options, beam }, new CancellationPoint(NEVER));
    expect(careful).toEqual(greedy);
  });

  it('is a fast one, and says so, where the model cannot follow several hypotheses', {
    tags: THOROUGH_TAG,
  }, async () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stepRows = parts.model.stepRows.bind(parts.model);
    const full = vi
      .spyOn(parts.model, 'stepRows')
      .mockImplementation(async (audio, past, rows, withAttention) => {
        // A single one is a step of the fast transcription, too.
        if (rows.length > 1) throw new Error('std::bad_alloc');
        return stepRows(audio, past, rows, withAttention);
      });
    const careful = await engine.transcribe(windowOf(await readClip(CLIP)), CAREFUL, NEVER);
    expect(careful.fallbacks).toEqual(['beam-failed']);
    expect(textOf(careful)).toBe(clips.find((clip) => clip.file === CLIP)?.text);
    full.mockRestore();
    silenced.mockRestore();
  });
});

describe('several hypotheses in one run', () => {
  it('are read as each is alone, also where rows of the past move', async () => {
    const { model } = parts;
    const { data, dims } = parts.extractFeatures(await readClip(CLIP));
    const audio = await model.encode(data, dims);
    const { state } = await model.start(audio, [model.config.startToken], false);
    const first = [300, 301, 302].map((token) => ({ row: 0, token }));
    const together = await model.stepRows(audio, state, first, true);
    const crossing = [
      { row: 2, token: 310 },
      { row: 0, token: 311 },
    ];
    const crossed = await model.stepRows(audio, together.state, crossing, true);
    for (const [row, tokens] of [
      [302, 310],
      [300, 311],
    ].entries()) {
      const once = await model.step(audio, state, tokens[0] ?? 0, true);
      const alone = await model.step(audio, once.state, tokens[1] ?? 0, true);
      expectClose(rowOf(crossed.logits, row), alone.logits);
      expectClose(rowOf(crossed.attention, row), alone.attention);
    }
  });
});

function rowOf(values: Float32Array | null, row: number): Float32Array {
  const size = (values?.length ?? 0) / 2;
  return values?.slice(row * size, (row + 1) * size) ?? new Float32Array(0);
}

/** Quantised models measure the range of all rows together, which moves the last digits. */
function expectClose(values: Float32Array, others: Float32Array | null): void {
  expect(values).toHaveLength(others?.length ?? 1);
  const range = Math.max(...(others ?? [])) - Math.min(...(others ?? []));
  const furthest = values.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (others?.[at] ?? 0))),
    0,
  );
  expect(furthest / range).toBeLessThan(0.02);
}
