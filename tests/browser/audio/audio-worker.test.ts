import { describe, expect, it } from 'vitest';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { lendBytes } from '../../../src/realms/every-worker/shared/lend-bytes.ts';
import truth from '../../fixtures/mini/audio/truth.json';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { fixture, type ReadRecording, readRecording, readThrough, withAudioWorker } from './audio-worker.ts';

const SPEECH = truth.clips.filter((clip) => clip.sentences.length > 0);

async function read(name: string, separateUtterances = false): Promise<ReadRecording> {
  return readRecording(await fixture(name), separateUtterances);
}

/** A 16-bit WAV of these channels. */
function wav(channels: Float32Array[], sampleRate = 16_000): Blob {
  const frames = channels[0]?.length ?? 0;
  const view = new DataView(new ArrayBuffer(44 + frames * channels.length * 2));
  const text = (at: number, value: string) => {
    for (const [index, character] of [...value].entries()) view.setUint8(at + index, character.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels.length * 2, true);
  view.setUint16(32, channels.length * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, view.byteLength - 44, true);
  for (let frame = 0; frame < frames; frame++) {
    for (const [channel, plane] of channels.entries()) {
      view.setInt16(44 + (frame * channels.length + channel) * 2, (plane[frame] ?? 0) * 32_767, true);
    }
  }
  return new Blob([view]);
}

async function samplesOf(name: string): Promise<Float32Array> {
  const data = new DataView(await (await fixture(name)).arrayBuffer(), 44);
  return Float32Array.from(
    { length: data.byteLength >> 1 },
    (_, index) => data.getInt16(index * 2, true) / 32_768,
  );
}

function joined(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** Gain of each sample that is loud enough to compare. */
const gainsOf = (pcm: Float32Array, recorded: Float32Array): number[] =>
  [...recorded].flatMap((sample, index) => (Math.abs(sample) > 0.01 ? [(pcm[index] ?? 0) / sample] : []));

const silence = (seconds: number) => new Float32Array(Math.round(seconds * 16_000));

function expectWellFormed(windows: SpeechWindow[]): void {
  for (const [index, window] of windows.entries()) {
    expect(window.index).toBe(index);
    expect(window.pcm.length).toBeGreaterThan(0);
    expect(window.pcm.length).toBeLessThanOrEqual(30 * 16_000);
    let offset = 0;
    let before = Number.NEGATIVE_INFINITY;
    for (const piece of window.pieces) {
      expect(piece.windowStart).toBeCloseTo(offset, 9);
      expect(piece.fileStart).toBeGreaterThanOrEqual(before);
      offset += piece.duration;
      before = piece.fileStart + piece.duration;
    }
    expect(offset).toBeCloseTo(window.pcm.length / 16_000, 9);
  }
}

describe('speech windows', () => {
  it('of a span are those of its seconds, at their times; the rest is not decoded', async () => {
    const recording = await fixture('dialogue_en.flac');
    const whole = await readRecording(recording, true);
    const pieces = whole.windows.flatMap((window) => window.pieces);
    const second = pieces[1];
    if (!second) throw new Error('The dialogue is one piece.');
    const span = { start: second.fileStart, end: second.fileStart + second.duration };
    const { windows, summary } = await withAudioWorker((api) =>
      readThrough(api, recording, { separateUtterances: true, span }),
    );
    const first = windows[0]?.pieces[0];
    const last = windows.at(-1)?.pieces.at(-1);
    expect(first?.fileStart).toBeGreaterThanOrEqual(span.start - 0.001);
    expect((last?.fileStart ?? 0) + (last?.duration ?? 0)).toBeLessThanOrEqual(span.end + 0.001);
    expect(windows.reduce((sum, { pcm }) => sum + pcm.length / 16_000, 0)).toBeGreaterThan(
      second.duration * 0.7,
    );
    expect(summary).not.toHaveProperty('waveform');
    expect(summary.duration).toBeCloseTo(whole.summary.duration, 1);
  });

  it.each(SPEECH.map((clip) => clip.file))(
    'contain every word of %s completely, with a margin',
    async (file) => {
      const clip = SPEECH.find((candidate) => candidate.file === file);
      const { windows, summary } = await read(file);
      expectWellFormed(windows);
      expect(summary.duration).toBeCloseTo(clip?.duration ?? 0, 2);
      for (const sentence of clip?.sentences ?? []) {
        const pieces = windows
          .filter(({ channel }) => channel === sentence.channel)
          .flatMap(({ pieces }) => pieces);
        for (const { word, start, end } of sentence.words) {
          const holding = pieces.find(
            (piece) => piece.fileStart <= start - 0.03 && piece.fileStart + piece.duration >= end + 0.03,
          );
          expect(holding, `${word} at ${start} to ${end} s`).toBeDefined();
        }
      }
    },
  );

  it.each(['silence.wav', 'noise.wav'])('are empty in %s', async (file) => {
    const { windows, summary } = await read(file);
    expect(windows).toEqual([]);
    expect(summary).toMatchObject({ numberOfChannels: 1, numberOfDistinctChannels: 1 });
    expect(summary.duration).toBeCloseTo(4, 3);
  });

  it('contain the exact samples of the file, and make quiet speech louder by a gain that changes slowly', async () => {
    const samples = await samplesOf('en_hello.wav');
    const { windows } = await read('en_hello.wav');
    expect(windows.length).toBeGreaterThan(0);
    for (const { pcm, recorded, pieces } of windows) {
      const own = recorded ?? pcm;
      for (const { windowStart, fileStart, duration } of pieces) {
        const from = Math.round(windowStart * 16_000);
        const length = Math.round(duration * 16_000);
        const start = Math.round(fileStart * 16_000);
        expect(own.subarray(from, from + length)).toEqual(samples.subarray(start, start + length));
      }
      expect(gainsOf(pcm, own).every((gain) => gain > 0.999 && gain < 200)).toBe(true);
      expect(pcm.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    }
  });

  it('have no second copy of speech that is loud enough', async () => {
    const samples = await samplesOf('en_hello.wav');
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const { windows } = await readRecording(
      wav([samples.map((sample) => 0.9 * Math.tanh((6 * sample) / peak))]),
    );
    expect(windows).toHaveLength(1);
    expect(windows[0]?.recorded).toBeUndefined();
  });

  it('bring the same speech to the same level, however quiet it was', async () => {
    const samples = await samplesOf('en_hello.wav');
    const loudness = async (factor: number) => {
      const { windows } = await readRecording(wav([samples.map((sample) => sample * factor)]));
      const pcm = windows.flatMap((window) => [...window.pcm]);
      return 10 * Math.log10(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
    };
    const loud = await loudness(1);
    for (const factor of [0.3, 0.05]) expect(Math.abs((await loudness(factor)) - loud)).toBeLessThan(1);
  });

  it('omit long pauses', async () => {
    const speech = await samplesOf('en_hello.wav');
    const file = wav([joined(speech, silence(4), speech)]);
    const { windows } = await readRecording(file);
    expectWellFormed(windows);
    expect(windows).toHaveLength(1);
    expect(windows[0]?.pieces.length).toBeGreaterThan(1);
    expect((windows[0]?.pcm.length ?? 0) / 16_000).toBeLessThan((2 * speech.length) / 16_000 + 0.5);
  });

  it('hold speech from both sides of a long pause, but not from more than two minutes of the file', {
    tags: THOROUGH_TAG,
  }, async () => {
    const speech = await samplesOf('en_hello.wav');
    const near = await readRecording(wav([joined(speech, silence(15), speech)]));
    expect(near.windows).toHaveLength(1);
    expect(near.windows[0]?.pieces.at(-1)?.fileStart).toBeGreaterThan(20);
    const far = await readRecording(wav([joined(speech, silence(125), speech)]));
    expect(far.windows).toHaveLength(2);
    expect(far.windows[1]?.pieces[0]?.fileStart).toBeGreaterThan(130);
  });

  it('are full where speech is dense: 26 s or more on average', { tags: THOROUGH_TAG }, async () => {
    const speech = await samplesOf('en_hello.wav');
    const dense = joined(...new Array(30).fill(speech.subarray(0.35 * 16_000, 6.45 * 16_000)));
    const { windows } = await readRecording(wav([dense]));
    expectWellFormed(windows);
    const full = windows.slice(0, -1);
    const mean = full.reduce((sum, { pcm }) => sum + pcm.length / 16_000, 0) / full.length;
    expect(full.length).toBeGreaterThan(4);
    expect(mean).toBeGreaterThanOrEqual(26);
    // Nothing is lost between windows that follow each other without a pause.
    const covered = windows.flatMap(({ pieces }) => pieces).reduce((sum, { duration }) => sum + duration, 0);
    expect(covered).toBeGreaterThan(dense.length / 16_000 - 1);
  });

  it('contain one utterance per piece if utterances are to be separate', async () => {
    const clip = SPEECH.find(({ file }) => file === 'mixed_en_fr.wav');
    const { windows } = await read('mixed_en_fr.wav', true);
    expectWellFormed(windows);
    const pieces = windows.flatMap(({ pieces }) => pieces);
    for (const sentence of clip?.sentences ?? []) {
      const touching = pieces.filter(
        ({ fileStart, duration }) => fileStart < sentence.end && fileStart + duration > sentence.start,
      );
      expect(touching.length, `pieces of "${sentence.text}"`).toBeGreaterThanOrEqual(1);
    }
    const languagesOf = (fileStart: number, duration: number) =>
      new Set(
        clip?.sentences
          .filter(({ start, end }) => start < fileStart + duration - 0.1 && end > fileStart + 0.1)
          .map(({ language }) => language),
      );
    for (const { fileStart, duration } of pieces) expect(languagesOf(fileStart, duration).size).toBe(1);
  });

  it('are the same every time', { tags: THOROUGH_TAG }, async () => {
    const first = await read('dialogue_en.flac');
    const second = await read('dialogue_en.flac');
    expect(second.windows).toEqual(first.windows);
  });

  it('do not depend on how the container splits the audio', async () => {
    const fromWav = await readRecording(await fixture('pcm_s16.wav'));
    const fromAlac = await readRecording(await fixture('alac.m4a'));
    expect(fromAlac.windows).toEqual(fromWav.windows);
  });
});

describe('channels', () => {
  it('are separate if they differ', async () => {
    const clip = truth.clips.find(({ file }) => file === 'stereo_en.wav');
    const { windows, summary } = await read('stereo_en.wav');
    expect(summary).toMatchObject({ numberOfChannels: 2, numberOfDistinctChannels: 2 });
    expect(new Set(windows.map(({ channel }) => channel))).toEqual(
      new Set(clip?.sentences.map(({ channel }) => channel)),
    );
  });

  it('count as one if they are copies', async () => {
    const { windows, summary } = await read('stereo_identical.wav');
    expect(summary).toMatchObject({ numberOfChannels: 2, numberOfDistinctChannels: 1 });
    expect(windows.map(({ channel }) => channel)).toEqual([0]);
  });

  it('do not count if nobody speaks in them', async () => {
    const { windows, summary } = await read('stereo_one_silent.wav');
    expect(summary).toMatchObject({ numberOfChannels: 2, numberOfDistinctChannels: 1 });
    expect(windows.map(({ channel }) => channel)).toEqual([0]);
    const hello = await samplesOf('en_hello.wav');
    const hum = hello.map((_, index) => 0.1 * Math.sin((2 * Math.PI * 50 * index) / 16_000));
    const beside = await readRecording(wav([hum, hello]));
    expect(beside.summary.numberOfDistinctChannels).toBe(1);
    expect(new Set(beside.windows.map(({ channel }) => channel))).toEqual(new Set([1]));
  });

  it('may be eight', { tags: THOROUGH_TAG }, async () => {
    const { windows, summary } = await read('eight_channels.wav');
    expect(summary).toMatchObject({ numberOfChannels: 8, numberOfDistinctChannels: 1 });
    expect(windows.map(({ channel }) => channel)).toEqual([0]);
  });

  it('with one voice after different music, a sample apart, are one', { tags: THOROUGH_TAG }, async () => {
    const hello = await samplesOf('en_hello.wav');
    const jingle = (hertz: number) =>
      Float32Array.from({ length: 48_000 }, (_, index) => {
        const tone = Math.sin((2 * Math.PI * hertz * index) / 16_000);
        return 0.3 * tone * Math.exp(-(index % 8000) / 4000);
      });
    const left = joined(jingle(330), hello, silence(0.5));
    const right = joined(jingle(523), silence(1 / 16_000), hello, silence(0.5)).subarray(0, left.length);
    const { windows, summary } = await readRecording(wav([left, right]));
    expect(summary.numberOfDistinctChannels).toBe(1);
    expect(new Set(windows.map(({ channel }) => channel))).toEqual(new Set([0]));
  });

  it('of a call hold what is said in them, without what comes through softly', async () => {
    const hello = await samplesOf('en_hello.wav');
    const pii = await samplesOf('en_pii.wav');
    const soft = (samples: Float32Array) => samples.map((sample) => sample * 0.03);
    const left = joined(hello, soft(pii));
    const right = joined(soft(hello), pii);
    const { windows, summary } = await readRecording(wav([left, right]), true);
    expect(summary.numberOfDistinctChannels).toBe(2);
    const border = hello.length / 16_000;
    for (const { channel, pieces } of windows) {
      for (const { fileStart, duration } of pieces) {
        if (channel === 0) expect(fileStart + duration).toBeLessThan(border + 0.3);
        else expect(fileStart).toBeGreaterThan(border - 0.3);
      }
    }
  });

  it('are separate from where they start to differ', async () => {
    const hello = await samplesOf('en_hello.wav');
    const pii = await samplesOf('en_pii.wav');
    const left = joined(hello, silence(1), hello);
    const right = joined(hello, silence(1), pii);
    const file = wav([left, right.subarray(0, left.length)]);
    const { windows, summary } = await readRecording(file);
    expect(summary.numberOfDistinctChannels).toBe(2);
    const right0 = windows.filter(({ channel }) => channel === 1).flatMap(({ pieces }) => pieces);
    expect(right0[0]?.fileStart).toBeGreaterThan(hello.length / 16_000);
    expect(right0.length).toBeGreaterThan(0);
  });

  it('order their windows by their ends', { tags: THOROUGH_TAG }, async () => {
    const hello = await samplesOf('en_hello.wav');
    const left = joined(hello, silence(125), hello, silence(8));
    const right = joined(silence(8), hello, silence(125), hello);
    const { windows } = await readRecording(wav([left, right]));
    const ends = windows.map(({ pieces }) => {
      const last = pieces.at(-1);
      return last ? last.fileStart + last.duration : 0;
    });
    expect(windows.map(({ channel }) => channel)).toEqual([0, 1, 0, 1]);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
  });
});

describe('the audio worker', () => {
  it('decodes no further than the next window needs', { tags: THOROUGH_TAG }, async () => {
    const speech = await samplesOf('en_hello.wav');
    const file = wav([joined(...new Array(40).fill(speech))]);
    await withAudioWorker(async (api) => {
      await api.open(file.size, lendBytes(blobSource(file)), { separateUtterances: false });
      expect(await api.position()).toBe(0);
      await api.nextWindow();
      expect(await api.position()).toBeLessThan(60);
      await api.close();
    });
  });

  it.each([
    ['text.wav', 415],
    ['wma.wma', 415],
    ['header_only.wav', 422],
    ['video_without_audio.mp4', 422],
  ])('refuses %s with %i and continues with the next recording', async (name, status) => {
    const error = await readRecording(await fixture(name)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error.status).toBe(status);
    const { windows } = await readRecording(await fixture('en_yes.wav'));
    expect(windows).toHaveLength(1);
  });

  it('throws 422 if nothing in the file can be decoded', async () => {
    const bytes = new Uint8Array(await (await fixture('long_alac.m4a')).arrayBuffer());
    const mdat = new TextDecoder('latin1').decode(bytes).indexOf('mdat');
    const moov = new TextDecoder('latin1').decode(bytes).lastIndexOf('moov');
    bytes.fill(0xff, mdat + 4, moov - 4);
    const error = await readRecording(new Blob([bytes])).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'unprocessable_audio' });
  });

  it('can be abandoned in the middle of a recording', { tags: THOROUGH_TAG }, async () => {
    await withAudioWorker(async (api) => {
      const file = await fixture('en_60s.flac');
      await api.open(file.size, lendBytes(blobSource(file)), { separateUtterances: false });
      await api.nextWindow();
      await api.close();
      const { windows } = await readThrough(api, await fixture('en_yes.wav'));
      expect(windows[0]?.index).toBe(0);
    });
  });
});
