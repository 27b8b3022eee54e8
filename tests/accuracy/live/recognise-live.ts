import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { RecognisedWord } from '../../../src/engine/asr/asr-engine.ts';
import { LiveChannel, type LiveChannelOptions } from '../../../src/engine/asr/live-channel.ts';
import type { LiveEngine, LiveRecogniserOptions, LiveText } from '../../../src/engine/asr/live-recogniser.ts';
import { decodeRecording } from '../../../src/engine/audio/decoders/decode-recording.ts';
import { toEvenBlocks } from '../../../src/engine/audio/decoders/even-blocks.ts';
import { SAMPLE_RATE } from '../../../src/engine/audio/windows/speech-window.ts';
import { SileroVad } from '../../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { openAudio } from '../../../src/media/open-audio.ts';
import { configureNodeRuntime } from '../../miniatures/node-runtime.ts';

/** The defaults of `POST /v2/live`. */
export const USUAL_LIMITS: LiveChannelOptions = { endpointing: 0.05, longestUtterance: 5 };

/** What a session said of one channel. */
export interface RecognisedSession {
  /** Final utterances, in order. */
  utterances: LiveText[];
  words: RecognisedWord[];
  text: string;
  /** Settled words that were no longer the same later. */
  changed: number;
  /** Speech that was said to start and to end. */
  starts: number[];
  ends: number[];
}

/** Feeds a channel in steps of equal length, as fast as they are recognised: the result does not depend on the machine. */
export async function recogniseLive(
  engine: LiveEngine,
  vad: SileroVad,
  pcm: Float32Array,
  options: Partial<LiveRecogniserOptions & LiveChannelOptions & { blockSeconds: number; step: number }> = {},
  onText: (text: LiveText, secondsPushed: number) => void = () => undefined,
): Promise<RecognisedSession> {
  const { blockSeconds = 0.1, step = engine.step, language = null, languages = [], hotWords } = options;
  const heard: RecognisedSession = { utterances: [], words: [], text: '', changed: 0, starts: [], ends: [] };
  let settled: RecognisedWord[] = [];
  let at = 0;
  const recogniser = engine.open({ language, languages, codeSwitching: false, hotWords });
  const channel = new LiveChannel(
    vad,
    recogniser,
    { ...USUAL_LIMITS, ...options },
    {
      onUpdate: (update) => {
        if (update.type === 'speech-start') heard.starts.push(update.time);
        if (update.type === 'speech-end') heard.ends.push(update.time);
        if (update.type !== 'text') return;
        const { text } = update;
        onText(text, at / SAMPLE_RATE);
        heard.changed += settled.filter(
          (word, index) => JSON.stringify(word) !== JSON.stringify(text.settled[index]),
        ).length;
        settled = text.isFinal ? [] : text.settled;
        if (text.isFinal) heard.utterances.push(text);
      },
    },
  );
  const never = new AbortController().signal;
  const block = Math.round(blockSeconds * SAMPLE_RATE);
  while (at < pcm.length) {
    const samples = pcm.slice(at, at + block);
    at += samples.length;
    await channel.push(samples, step, never);
  }
  await channel.finish(never);
  heard.changed += settled.length;
  heard.words = heard.utterances.flatMap((utterance) => utterance.settled);
  heard.text = heard.words
    .map(({ word }) => word)
    .join('')
    .trim();
  return heard;
}

export async function openVad(): Promise<SileroVad> {
  const graph = createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx');
  return SileroVad.open(await readFile(graph), configureNodeRuntime);
}

/** The channels of a recording at 16 kHz. */
export async function channelsOf(path: string | URL): Promise<Float32Array[]> {
  const source = blobSource(new Blob([await readFile(path)]));
  const track = await openAudio(source);
  try {
    const parts: Float32Array[][] = [];
    for await (const planes of toEvenBlocks(
      await decodeRecording(track, source, { withoutWebCodecs: true }),
    )) {
      for (const [channel, plane] of planes.entries()) {
        parts[channel] ??= [];
        parts[channel].push(plane.slice());
      }
    }
    return parts.map(concatenate);
  } finally {
    track.dispose();
  }
}
