import { type Message, msg } from '../../../lib/errors/msg.ts';
import { waitFor } from '../../../lib/wait-for.ts';
import workletScript from './capture.worklet.ts?worker&url';
import { cannotCapture, type SoundSource } from './capture-fault.ts';
import type { MicrophoneSettings } from './microphone-settings.ts';
import { closeStream, openSource } from './open-source.ts';
import { rateSteps, type SoundBlock } from './sound-blocks.ts';

export type { SoundBlock };

/** Sample rate in Hz: recognition needs no more, and some browsers convert to it at no cost. */
const WANTED_RATE = 16_000;
/** Seconds of zeros after which a microphone counts as mute: the most quiet room is not exactly silent. */
const MUTE_SECONDS = 3;
/** Longest wait for the audio thread, which the system may have stopped. */
const PATIENCE_MS = 1_000;

export interface CaptureListener {
  /** A tenth of a second of sound; called in order, also while the tab is hidden. */
  onSound(block: SoundBlock): void;
  /** Reasons why no sound arrives now; empty once it does again. */
  onProblems(problems: readonly Message[]): void;
  /** No source is left. All captured sound has been passed on; `reopen` continues. */
  onLost(): void;
}

type Trouble = 'gone' | 'muted' | 'zeros';

/** A source with its stream and its place among the channels. */
interface Input {
  source: SoundSource;
  stream: MediaStream;
  node: MediaStreamAudioSourceNode;
  trouble: Trouble | null;
}

/** Each source is a channel, on the audio thread: no hidden tab or busy page loses sound. 16-bit, at `sampleRate` Hz. */
export class SoundCapture {
  readonly #listener: CaptureListener;
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  readonly #inputs: Input[] = [];
  #settings: MicrophoneSettings;
  #paused = false;
  #flushed: (() => void) | null = null;

  private constructor(
    context: AudioContext,
    streams: readonly { source: SoundSource; stream: MediaStream }[],
    settings: MicrophoneSettings,
    listener: CaptureListener,
  ) {
    this.#context = context;
    this.#settings = settings;
    this.#listener = listener;
    this.#node = new AudioWorkletNode(context, 'capture', {
      numberOfInputs: streams.length,
      channelCount: 1,
      channelCountMode: 'explicit',
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<SoundBlock | null>) => this.#take(data);
    // Its output is silent: browsers run only what leads to one.
    this.#node.connect(context.destination);
    for (const [at, { source, stream }] of streams.entries()) this.#connect(at, source, stream);
    context.onstatechange = () => this.#reportProblems();
    this.#reportProblems();
  }

  /** Call it at a click; sources are channels in this order. Throws an AppError, and leaves none open then. */
  static async open(
    sources: readonly (SoundSource | MediaStream)[],
    settings: MicrophoneSettings,
    listener: CaptureListener,
  ): Promise<SoundCapture> {
    const streams: { at: number; source: SoundSource; stream: MediaStream }[] = [];
    let context: AudioContext | null = null;
    try {
      // A browser lets nobody share a screen long after the click: that is asked first.
      for (const [at, source] of [...sources.entries()].sort(([, a]) => (a === 'screen' ? -1 : 1))) {
        // A page's own stream may be silent, as that of a tab.
        if (source instanceof MediaStream) streams.push({ at, source: 'screen', stream: source });
        else streams.push({ at, source, stream: await openSource(source, settings) });
      }
      streams.sort((a, b) => a.at - b.at);
      context = contextFor(streams.map(({ stream }) => stream));
      // Without a click, or while a call has the sound, it does not resume: that is reported, and not waited for.
      await Promise.all([orLater(context.resume()), context.audioWorklet.addModule(workletScript)]);
      return new SoundCapture(context, streams, settings, listener);
    } catch (error) {
      for (const { stream } of streams) closeStream(stream);
      await context?.close();
      throw error;
    }
  }

  /** Sample rate of the captured sound, Hz. */
  get sampleRate(): number {
    return rateSteps(this.#context.sampleRate)?.rate ?? this.#context.sampleRate;
  }

  /** The microphone in use; null if there is none, or the browser does not name it. */
  get deviceId(): string | null {
    const input = this.#inputs.find(({ source }) => source === 'microphone');
    return input?.stream.getAudioTracks()[0]?.getSettings().deviceId ?? null;
  }

  /** Resolves when the sound until now was handed over; what is said until `resume` is not captured. */
  async pause(): Promise<void> {
    this.#paused = true;
    const flushed = new Promise<void>((resolve) => {
      this.#flushed = resolve;
    });
    this.#node.port.postMessage(true);
    await orLater(flushed);
  }

  resume(): void {
    this.#paused = false;
    this.#node.port.postMessage(false);
    void this.#context.resume();
  }

  /** Throws as `open`; the open sources go on then. A refused source remains gone where another one is open. */
  async reopen(settings: MicrophoneSettings, wanted: 'all' | 'microphone'): Promise<void> {
    const isChanged = JSON.stringify(settings) !== JSON.stringify(this.#settings);
    // As when it began: sharing is asked first.
    const order = [...this.#inputs.keys()].sort((at) => (this.#inputs[at]?.source === 'screen' ? -1 : 1));
    for (const at of order) {
      const { source, trouble } = this.#inputs[at] ?? {};
      if (!source || (wanted === 'microphone' && source !== 'microphone')) continue;
      if (trouble === 'gone') await this.#openAnew(at, source, settings);
      else if (isChanged && source === 'microphone')
        this.#exchange(at, source, await openSource(source, settings));
    }
    this.#settings = settings;
    this.#reportProblems();
  }

  async #openAnew(at: number, source: SoundSource, settings: MicrophoneSettings): Promise<void> {
    try {
      this.#exchange(at, source, await openSource(source, settings));
    } catch (error) {
      if (this.#inputs.every((other, place) => place === at || other.trouble === 'gone')) throw error;
    }
  }

  #exchange(at: number, source: SoundSource, stream: MediaStream): void {
    this.#disconnect(at);
    this.#connect(at, source, stream);
  }

  /** Ends; resolves when all sound was handed over. */
  async close(): Promise<void> {
    if (this.#context.state === 'closed') return;
    if (this.#context.state === 'running') await this.pause();
    this.#context.onstatechange = null;
    for (const at of this.#inputs.keys()) this.#disconnect(at);
    await this.#context.close();
  }

  #connect(at: number, source: SoundSource, stream: MediaStream): void {
    const node = new MediaStreamAudioSourceNode(this.#context, {
      mediaStream: new MediaStream(stream.getAudioTracks()),
    });
    node.connect(this.#node, 0, at);
    const input: Input = { source, stream, node, trouble: null };
    this.#inputs[at] = input;
    const [track] = stream.getAudioTracks();
    if (!track) return;
    track.onended = () => this.#reportTrouble(input, 'gone');
    track.onmute = () => this.#reportTrouble(input, 'muted');
    track.onunmute = () => this.#reportTrouble(input, null);
    if (track.muted) input.trouble = 'muted';
  }

  #disconnect(at: number): void {
    const input = this.#inputs[at];
    if (!input) return;
    for (const track of input.stream.getAudioTracks()) track.onended = track.onmute = track.onunmute = null;
    input.node.disconnect();
    closeStream(input.stream);
  }

  #take(block: SoundBlock | null): void {
    if (block === null) {
      this.#flushed?.();
      this.#flushed = null;
      return;
    }
    this.#listener.onSound(block);
    for (const [at, input] of this.#inputs.entries()) {
      // A tab that plays nothing is silent; a microphone never is.
      if (input.source !== 'microphone') continue;
      const isMute = (block.zeros[at] ?? 0) >= MUTE_SECONDS;
      if (isMute && input.trouble === null) this.#reportTrouble(input, 'zeros');
      else if (!isMute && input.trouble === 'zeros') this.#reportTrouble(input, null);
    }
  }

  #reportTrouble(input: Input, trouble: Trouble | null): void {
    if (input.trouble === 'gone') return;
    input.trouble = trouble;
    this.#reportProblems();
    if (this.#inputs.every((one) => one.trouble === 'gone')) void this.pause().then(this.#listener.onLost);
  }

  #reportProblems(): void {
    const problems = this.#inputs.flatMap(({ source, trouble }) =>
      trouble ? [sentenceOf(source, trouble)] : [],
    );
    const isHeld = this.#context.state !== 'running' && !this.#paused;
    this.#listener.onProblems(
      isHeld
        ? [...problems, msg`The system holds the sound of this page. Press Pause, then Resume.`]
        : problems,
    );
  }
}

const orLater = (work: Promise<void>) => Promise.race([work, waitFor(PATIENCE_MS)]);

function sentenceOf(source: SoundSource, trouble: Trouble): Message {
  if (source === 'screen')
    return trouble === 'gone'
      ? msg`Sharing has ended. What was said until then is kept. To share again, press Pause, then Resume.`
      : msg`The shared sound is held by the browser. It goes on as soon as it comes again.`;
  switch (trouble) {
    case 'gone':
      return msg`The microphone was disconnected, or its permission was withdrawn. What was said until then is kept.`;
    case 'muted':
      return msg`The microphone is muted by the system or the browser. Switch it on there.`;
    case 'zeros':
      return msg`The microphone delivers only silence. Check that it is not muted, or choose another one.`;
  }
}

/** A context that takes the streams: Firefox connects none of another rate than the device's. */
function contextFor(streams: readonly MediaStream[]): AudioContext {
  const context = new AudioContext({ sampleRate: WANTED_RATE });
  try {
    for (const stream of streams) context.createMediaStreamSource(stream).disconnect();
    return context;
  } catch {
    void context.close();
  }
  const own = new AudioContext();
  if (rateSteps(own.sampleRate)) return own;
  void own.close();
  throw cannotCapture();
}
