import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../audio/windows/speech-window.ts';
import { MEL_HOP_SAMPLES, nemoMelFrames } from '../../features/nemo-log-mel.ts';
import { stretchesOfFile } from '../speaker-turns.ts';
import type { VoiceEmbedder } from '../voice-embedder.ts';
import { roundedVector, steadilyLouder } from '../window-diarizer.ts';
import type { WindowSpeakers } from '../window-speakers.ts';
import { activeRanges, type Range, rangesAlone } from './active-ranges.ts';
import { MEL_BINS, MEL_PER_FRAME, type SortformerModel } from './sortformer-model.ts';
import { MOST_SPEAKERS, remember, type StreamFrame } from './speaker-cache.ts';
import {
  newStream,
  packMemory,
  type StreamedWindow,
  type StreamState,
  type StreamTurn,
  type StreamVoice,
  unpackMemory,
} from './stream-state.ts';

/** Encoder frames that are settled at once, and those after them that the network is given as well: 27.2 and 3.2 s. */
const CHUNK_FRAMES = 340;
const RIGHT_FRAMES = 40;
const FRAME_SAMPLES = MEL_PER_FRAME * MEL_HOP_SAMPLES;
/** Half a mel frame's samples, which its last one needs beyond its middle, and one for the pre-emphasis. */
const MARGIN_SAMPLES = 201;
/** Speech that characterises a voice, and the least of it. */
const MOST_VOICE_SAMPLES = 20 * SAMPLE_RATE;
const LEAST_VOICE_SAMPLES = 0.5 * SAMPLE_RATE;

/** What is known of a window, and what the next one needs. */
export type FollowedWindow = WindowSpeakers & { next?: StreamState };

type Found = Pick<StreamedWindow, 'turns' | 'likely' | 'voices'>;

const nothingFound = (): Found => ({
  turns: [],
  likely: Array.from({ length: MOST_SPEAKERS }, () => new Array<number>(MOST_SPEAKERS).fill(0)),
  voices: [],
});

/**
 * Who speaks when in a channel, by Nemotron-3-Diarization: up to eight people, numbered as they first speak. The windows
 * of a channel are one stream, from which it takes 340 frames at a time, whatever the windows' lengths. The caller keeps
 * the stream's state between windows.
 */
export class SortformerDiarizer {
  readonly model: SortformerModel;
  readonly #embedder: VoiceEmbedder | null;

  /** @param embedder characterises voices; null without a model for it */
  constructor(model: SortformerModel, embedder: VoiceEmbedder | null) {
    this.model = model;
    this.#embedder = embedder;
  }

  /**
   * @param before null for the first window of a channel
   * @param isLast whether nothing follows, so that all of it is to be settled
   */
  async diarize(window: SpeechWindow, before: StreamState | null, isLast = false): Promise<FollowedWindow> {
    const startedAt = performance.now();
    let state = extended(before ?? newStream(window.channel), window);
    const found = nothingFound();
    while (completeFrames(state) - state.settled >= CHUNK_FRAMES + RIGHT_FRAMES) {
      state = await this.#settle(state, CHUNK_FRAMES, RIGHT_FRAMES, found);
    }
    if (isLast) state = await this.#settleRest(state, found);
    const streamed: StreamedWindow = { ...found, after: packMemory(state.settled, state.memory) };
    return { ...speakersOf(streamed, startedAt), pieces: window.pieces, next: state };
  }

  /** The speakers of what was left at a channel's end, when they had no speech after it. */
  async finish(state: StreamState): Promise<WindowSpeakers> {
    const startedAt = performance.now();
    const found = nothingFound();
    const { settled, memory } = await this.#settleRest(state, found);
    return speakersOf({ ...found, after: packMemory(settled, memory) }, startedAt);
  }

  /**
   * The state after a window whose speakers are known of an earlier run; null if that does not go on from this state.
   */
  async follow(
    window: SpeechWindow,
    { after }: StreamedWindow,
    before: StreamState | null,
  ): Promise<StreamState | null> {
    let state = extended(before ?? newStream(window.channel), window);
    const frames = [...state.memory.cache, ...state.memory.latest];
    while (state.settled < after.settled) {
      const count = Math.min(after.settled - state.settled, CHUNK_FRAMES);
      if (completeFrames(state) - state.settled < count) return null;
      frames.push(...(await this.#embedded(state, count)));
      state = dropped(state, state.settled + count);
    }
    const memory = unpackMemory(after, frames, this.model.silence);
    return memory && state.settled === after.settled ? { ...state, memory } : null;
  }

  async dispose(): Promise<void> {
    await Promise.all([this.model.dispose(), this.#embedder?.dispose()]);
  }

  async #settleRest(state: StreamState, found: Found): Promise<StreamState> {
    const frames = Math.ceil(melFrames(state) / MEL_PER_FRAME);
    let next = state;
    while (next.settled < frames) {
      const count = Math.min(CHUNK_FRAMES, frames - next.settled);
      const right = Math.min(RIGHT_FRAMES, frames - next.settled - count);
      next = await this.#settle(next, count, right, found);
    }
    return next;
  }

  /** Settles the next frames, with some to their right, and adds what is found in them. */
  async #settle(state: StreamState, count: number, right: number, found: Found): Promise<StreamState> {
    const { memory, settled } = state;
    const frames = await this.#embedded(state, count + right);
    const before = [...memory.cache, ...memory.latest];
    const given = [...before, ...frames].map(({ embedding }) => embedding);
    const probabilities = await this.model.probabilities(given);
    const first = before.length * MEL_PER_FRAME;
    const last = Math.min(count * MEL_PER_FRAME, melFrames(state) - settled * MEL_PER_FRAME);
    await this.#addTurns(state, probabilities.slice(first, first + last), found);
    const means = given.map((_, frame) =>
      meanOf(probabilities.slice(frame * MEL_PER_FRAME, (frame + 1) * MEL_PER_FRAME)),
    );
    return {
      ...dropped(state, settled + count),
      memory: remember(memory, frames.slice(0, count), means, this.model.silence),
    };
  }

  async #embedded(state: StreamState, count: number): Promise<StreamFrame[]> {
    const first = state.settled * FRAME_SAMPLES - state.start;
    const wanted = Math.min(count * MEL_PER_FRAME, melFrames(state) - state.settled * MEL_PER_FRAME);
    const embeddings = await this.model.embed(nemoMelFrames(state.samples, first, wanted, MEL_BINS));
    return embeddings.map((embedding, index) => ({ place: state.settled + index, embedding }));
  }

  /** Adds the turns and voices of frames of 10 ms, of which the first is the first that is not settled. */
  async #addTurns(state: StreamState, probabilities: readonly Float32Array[], found: Found): Promise<void> {
    const first = state.settled * MEL_PER_FRAME;
    const secondsAt = (frame: number) => ((first + frame) * MEL_HOP_SAMPLES) / SAMPLE_RATE;
    for (let speaker = 0; speaker < MOST_SPEAKERS; speaker++) {
      for (const [from, to] of activeRanges(probabilities, speaker)) {
        const turns = stretchesOfFile(secondsAt(from), secondsAt(to), state.pieces).map(
          ([start, end]): StreamTurn => ({ speaker, start: rounded(start), end: rounded(end) }),
        );
        found.turns.push(...turns);
        const seconds = secondsAt(to) - secondsAt(from);
        const row = found.likely[speaker] ?? [];
        meanOf(probabilities.slice(from, to)).forEach((probability, other) => {
          row[other] = rounded((row[other] ?? 0) + probability * seconds);
        });
      }
      const voice = await this.#voiceOf(state, speaker, rangesAlone(probabilities, speaker));
      if (voice) found.voices.push(voice);
    }
  }

  async #voiceOf(
    { samples, start, settled }: StreamState,
    speaker: number,
    ranges: readonly Range[],
  ): Promise<StreamVoice | null> {
    const at = (frame: number) => settled * FRAME_SAMPLES + frame * MEL_HOP_SAMPLES - start;
    const speech = concatenate(ranges.map(([from, to]) => samples.subarray(at(from), at(to)))).subarray(
      0,
      MOST_VOICE_SAMPLES,
    );
    if (!this.#embedder || speech.length < LEAST_VOICE_SAMPLES) return null;
    const vector = roundedVector(await this.#embedder.embed(steadilyLouder(speech)));
    return vector && { speaker, vector, seconds: speech.length / SAMPLE_RATE };
  }
}

const DECIMALS = 1e4;
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS;

const speakersOf = (streamed: StreamedWindow, startedAt: number): WindowSpeakers => ({
  pieces: [],
  voices: [],
  chunks: [],
  stream: JSON.stringify(streamed),
  seconds: (performance.now() - startedAt) / 1000,
});

const endOf = ({ start, samples }: StreamState) => start + samples.length;

/** Mel frames of the whole stream so far, as if it ended. */
const melFrames = (state: StreamState) => Math.floor(endOf(state) / MEL_HOP_SAMPLES);

/** Encoder frames that do not depend on what follows. */
const completeFrames = (state: StreamState) =>
  Math.floor((endOf(state) - MARGIN_SAMPLES + MEL_HOP_SAMPLES) / FRAME_SAMPLES);

/** The stream with a window's samples at its end. */
function extended(state: StreamState, window: SpeechWindow): StreamState {
  const from = endOf(state) / SAMPLE_RATE;
  const pieces = window.pieces.map((piece) => ({ ...piece, windowStart: piece.windowStart + from }));
  return {
    ...state,
    samples: concatenate([state.samples, window.recorded ?? window.pcm]),
    pieces: [...state.pieces, ...pieces],
  };
}

/** The stream without what nobody needs once its first frames are settled. */
function dropped(state: StreamState, settled: number): StreamState {
  const start = Math.max(state.start, settled * FRAME_SAMPLES - MARGIN_SAMPLES);
  const seconds = (settled * FRAME_SAMPLES) / SAMPLE_RATE;
  return {
    ...state,
    settled,
    start,
    samples: state.samples.slice(start - state.start),
    pieces: state.pieces.filter(({ windowStart, duration }) => windowStart + duration > seconds),
  };
}

function meanOf(rows: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(MOST_SPEAKERS);
  for (const row of rows) {
    for (let speaker = 0; speaker < MOST_SPEAKERS; speaker++)
      mean[speaker] = (mean[speaker] ?? 0) + (row[speaker] ?? 0) / rows.length;
  }
  return mean;
}
