import { concatenate } from '../../../../lib/bytes/concatenate.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { KaldiFbankStream } from '../../../features/kaldi-fbank.ts';
import type { HotWord } from '../../asr-engine.ts';
import { BiasedWalk } from '../decoding/biased-walk.ts';
import type { EmittedToken } from '../decoding/emitted-token.ts';
import { decodeRnnt, type RnntPosition } from '../decoding/greedy-rnnt.ts';
import { HotWordBias } from '../decoding/hot-word-bias.ts';
import { HotWordTrie } from '../decoding/hot-word-trie.ts';
import type { TimedToken } from '../recognisers/recogniser.ts';
import {
  type EncoderStates,
  FEATURE_HOP_SAMPLES,
  FRAME_SECONDS,
  type ZipformerModel,
} from '../recognisers/zipformer-model.ts';

/** The encoder looks ahead, so a word is emitted only once this much audio has followed it. */
const FLUSH_SECONDS = 0.8;

/** Frames scored by the joiner in one call; only a few at word starts are not used. */
const SCORED_FRAMES = 8;

/** One stretch of sound, in pieces of any length: the encoder's states and the last tokens go on from chunk to chunk. */
export class ZipformerStream {
  readonly #model: ZipformerModel;
  readonly #walk: BiasedWalk<RnntPosition>;
  readonly #fbank: KaldiFbankStream;
  #states: EncoderStates;
  #features: Float32Array = new Float32Array(0);
  #samples = 0;
  /** Whole chunks from frame `#firstFrame` on: those that a started hot word may go back to. */
  #encoded: Float32Array = new Float32Array(0);
  #firstFrame = 0;
  /** Where decoding goes on, in frames of the stretch. */
  #frame = 0;
  #context: readonly number[];
  #final: TimedToken[] = [];
  #open: TimedToken[] = [];

  constructor(model: ZipformerModel, hotWords: readonly HotWord[] = []) {
    const trie = new HotWordTrie(hotWords, model.table);
    this.#model = model;
    this.#walk = new BiasedWalk(trie.isEmpty ? undefined : new HotWordBias(trie, model.table.blank));
    this.#fbank = new KaldiFbankStream(model.sizes.bins);
    this.#states = model.initialStates();
    this.#context = model.initialContext();
  }

  /** Seconds of sound so far, with the silence at its ends. */
  get duration(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Tokens behind the final ones, in seconds of the stretch: the start of a hot word that the next sound may not continue. */
  get open(): readonly TimedToken[] {
    return this.#open;
  }

  /** The tokens since the last call that are never taken back, in seconds of the stretch. */
  takeFinal(): TimedToken[] {
    return this.#final.splice(0);
  }

  async push(pcm: Float32Array, cancellation: CancellationPoint): Promise<void> {
    await cancellation.check();
    this.#samples += pcm.length;
    this.#features = concatenate([this.#features, this.#fbank.push(pcm)]);
    const { bins, chunkFrames, chunkShift } = this.#model.sizes;
    while (this.#features.length >= chunkFrames * bins) {
      await cancellation.check();
      const chunk = this.#features.slice(0, chunkFrames * bins);
      const { encoded, states } = await this.#model.encode(chunk, this.#states);
      this.#features = this.#features.slice(chunkShift * bins);
      this.#states = states;
      this.#encoded = concatenate([this.#encoded, encoded]);
      await this.#decode(cancellation, true);
    }
  }

  /** Puts silence behind the sound, so that all its tokens come out and are final. More sound may follow. */
  async flush(cancellation: CancellationPoint): Promise<void> {
    await this.push(new Float32Array(this.#missingSamples()), cancellation);
    if (this.#open.length > 0) await this.#decode(cancellation, false);
  }

  /** Decodes the encoded frames from where nothing is open. */
  async #decode(cancellation: CancellationPoint, goesOn: boolean): Promise<void> {
    const { encoderDim } = this.#model.sizes;
    const { tokens, next } = await decodeRnnt({
      frames: this.#encoded.length / encoderDim,
      firstFrame: this.#frame - this.#firstFrame,
      frameOffset: this.#firstFrame,
      blank: this.#model.table.blank,
      context: this.#context,
      walk: this.#walk,
      goesOn,
      score: async (firstFrame, context) => {
        await cancellation.check();
        const end = (Math.floor(firstFrame / SCORED_FRAMES) + 1) * SCORED_FRAMES;
        return this.#model.join(this.#encoded.subarray(firstFrame * encoderDim, end * encoderDim), context);
      },
    });
    const timed = tokens.map((token) => this.#timed(token));
    this.#final.push(...timed.slice(0, next.tokens));
    this.#open = timed.slice(next.tokens);
    this.#frame = this.#firstFrame + next.frame;
    this.#context = next.context;
    // Scoring goes by whole groups of frames, so that its results do not depend on where a piece ends.
    const past = Math.floor(next.frame / SCORED_FRAMES) * SCORED_FRAMES;
    this.#encoded = this.#encoded.slice(past * encoderDim);
    this.#firstFrame += past;
  }

  #timed({ id, frame, probability }: EmittedToken): TimedToken {
    return { text: this.#model.table.pieces[id] ?? '', time: frame * FRAME_SECONDS, probability };
  }

  /** Silence up to a whole chunk, with what the last frame needs behind it. */
  #missingSamples(): number {
    const { chunkFrames, chunkShift } = this.#model.sizes;
    const frames = (this.#samples + FLUSH_SECONDS * SAMPLE_RATE) / FEATURE_HOP_SAMPLES;
    const chunks = Math.max(Math.ceil((frames - chunkFrames) / chunkShift), 0);
    return (chunkFrames + chunks * chunkShift + 1) * FEATURE_HOP_SAMPLES - this.#samples;
  }
}
