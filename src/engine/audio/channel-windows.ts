import type { SileroVad, VadMemory } from '../vad/silero-vad.ts';
import { SpeechSegmenter } from '../vad/speech-segmenter.ts';
import { VAD_FRAME_SAMPLES } from '../vad/vad-frame.ts';
import { LevelControl } from './level-control.ts';
import { PcmHistory } from './pcm-history.ts';
import { type PackedWindow, WindowPacker } from './window-packer.ts';

/** One distinct channel: takes samples, brings quiet speech to one level, yields windows of the speech. */
export class ChannelWindows {
  readonly #vad: SileroVad;
  readonly #memory: VadMemory;
  readonly #level = new LevelControl();
  readonly #audio: PcmHistory;
  readonly #segmenter: SpeechSegmenter;
  readonly #packer: WindowPacker;
  /** Start of the model's next frame. */
  #nextFrame: number;

  /** `startSample`: where in the file the channel's own audio begins. */
  constructor(
    readonly channel: number,
    startSample: number,
    vad: SileroVad,
    separateUtterances: boolean,
  ) {
    this.#vad = vad;
    this.#memory = vad.createMemory();
    this.#audio = new PcmHistory(startSample);
    this.#segmenter = new SpeechSegmenter(startSample);
    this.#packer = new WindowPacker(this.#audio, separateUtterances);
    this.#nextFrame = startSample;
  }

  /** Takes the next samples and returns the windows they completed. */
  async push(samples: Float32Array): Promise<PackedWindow[]> {
    this.#audio.append(this.#level.push(samples));
    return this.#listen();
  }

  async #listen(): Promise<PackedWindow[]> {
    while (this.#nextFrame + VAD_FRAME_SAMPLES <= this.#audio.end) await this.#hear();
    const open = this.#segmenter.openStart;
    if (open === null) this.#packer.rest(this.#audio.end);
    else this.#packer.extend(open);
    this.#audio.forgetBefore(Math.min(this.#packer.neededFrom(open), this.#nextFrame));
    return this.#packer.take();
  }

  /** Call at the end of the file. */
  async finish(): Promise<PackedWindow[]> {
    this.#audio.append(this.#level.finish());
    const ready = await this.#listen();
    if (this.#nextFrame < this.#audio.end) await this.#hear();
    const stretch = this.#segmenter.finish();
    if (stretch) this.#packer.add({ start: stretch.start, end: Math.min(stretch.end, this.#audio.end) });
    this.#packer.finish();
    return [...ready, ...this.#packer.take()];
  }

  /** No later window ends before this sample of the file. */
  get earliestNextEnd(): number {
    return this.#packer.earliestNextEnd(this.#segmenter.openStart);
  }

  async #hear(): Promise<void> {
    const frame = new Float32Array(VAD_FRAME_SAMPLES);
    frame.set(this.#audio.read(this.#nextFrame, this.#nextFrame + VAD_FRAME_SAMPLES));
    this.#nextFrame += VAD_FRAME_SAMPLES;
    const stretch = this.#segmenter.push(await this.#vad.probability(frame, this.#memory));
    if (stretch) this.#packer.add(stretch);
  }
}
