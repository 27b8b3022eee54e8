import type { SileroVad, VadMemory } from '../../vad/silero-vad.ts';
import { SpeechSegmenter } from '../../vad/speech-segmenter.ts';
import { VAD_FRAME_SAMPLES } from '../../vad/vad-frame.ts';
import { PcmHistory } from '../channels/pcm-history.ts';
import { LevelControl } from '../levels/level-control.ts';
import { type PackedWindow, WindowPacker } from './window-packer.ts';

/** A window with its samples as recorded; null if they were left as they are. */
export interface LevelledWindow extends PackedWindow {
  recorded: Float32Array<ArrayBuffer> | null;
}

/** One distinct channel: takes samples, brings quiet speech to one level, yields windows of the speech. */
export class ChannelWindows {
  readonly #vad: SileroVad;
  readonly #memory: VadMemory;
  readonly #level = new LevelControl();
  /** As recorded, and at one level. */
  readonly #recorded: PcmHistory;
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
    this.#recorded = new PcmHistory(startSample);
    this.#audio = new PcmHistory(startSample);
    this.#segmenter = new SpeechSegmenter(startSample);
    this.#packer = new WindowPacker(this.#audio, separateUtterances);
    this.#nextFrame = startSample;
  }

  /** Takes the next samples and returns the windows they completed. */
  async push(samples: Float32Array): Promise<LevelledWindow[]> {
    this.#recorded.append(samples);
    this.#audio.append(this.#level.push(samples));
    return this.#windowsOfSpeech();
  }

  async #windowsOfSpeech(): Promise<LevelledWindow[]> {
    await this.#detect(Math.floor((this.#audio.end - this.#nextFrame) / VAD_FRAME_SAMPLES));
    const open = this.#segmenter.openStart;
    if (open === null) this.#packer.rest(this.#audio.end);
    else this.#packer.extend(open);
    this.#audio.forgetBefore(Math.min(this.#packer.neededFrom(open), this.#nextFrame));
    const ready = this.#take();
    this.#recorded.forgetBefore(this.#packer.earliestNextEnd(open));
    return ready;
  }

  #take(): LevelledWindow[] {
    return this.#packer.take().map((window) => {
      const recorded = new Float32Array(window.pcm.length);
      let at = 0;
      for (const { start, length } of window.pieces) {
        recorded.set(this.#recorded.read(start, start + length), at);
        at += length;
      }
      const same = recorded.every((sample, index) => sample === window.pcm[index]);
      return { ...window, recorded: same ? null : recorded };
    });
  }

  /** Call at the end of the file. */
  async finish(): Promise<LevelledWindow[]> {
    this.#audio.append(this.#level.finish());
    const ready = await this.#windowsOfSpeech();
    if (this.#nextFrame < this.#audio.end) await this.#detect(1);
    const stretch = this.#segmenter.finish();
    if (stretch) this.#packer.add({ start: stretch.start, end: Math.min(stretch.end, this.#audio.end) });
    this.#packer.finish();
    return [...ready, ...this.#take()];
  }

  /** No later window ends before this sample of the file. */
  get earliestNextEnd(): number {
    return this.#packer.earliestNextEnd(this.#segmenter.openStart);
  }

  /** Looks for speech in the next frames, the last of which may be incomplete. */
  async #detect(count: number): Promise<void> {
    const start = this.#nextFrame;
    this.#nextFrame += count * VAD_FRAME_SAMPLES;
    // A view: it is read before this history can change.
    const samples = this.#audio.read(start, this.#nextFrame);
    for (const probability of await this.#vad.probabilities(samples, this.#memory)) {
      const stretch = this.#segmenter.push(probability);
      if (stretch) this.#packer.add(stretch);
    }
  }
}
