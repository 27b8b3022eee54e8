import { Resampler } from '../../../engine/audio/resampler.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ChannelWindow, SpeakerLimits } from '../../../engine/diarization/find-speakers.ts';
import type { FollowedWindow } from '../../../engine/diarization/sortformer/sortformer-diarizer.ts';
import type { StreamState } from '../../../engine/diarization/sortformer/stream-state.ts';
import { matchVoices } from '../../../engine/diarization/voices/match-voices.ts';
import { speakerVoices } from '../../../engine/diarization/voices/speaker-voices.ts';
import { concatenate } from '../../../lib/bytes/concatenate.ts';
import type {
  DiarizationWorkerApi,
  LoadedDiarizer,
  NamedTurns,
  SoundStretch,
  VoiceEvidence,
} from '../shared/api.ts';
import { loadSpeakerFinder, type SpeakerFinder } from './load-speaker-finder.ts';

const ONE: SpeakerLimits = { exact: 1, least: 0, most: null };

/** Holds the diarization models. The worker lives for one job and is terminated to stop it. */
export class DiarizationSession implements DiarizationWorkerApi {
  #loading: Promise<SpeakerFinder> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  async load(): Promise<LoadedDiarizer> {
    return (await this.#loaded()).loaded;
  }

  async diarize(
    window: SpeechWindow,
    before: StreamState | null = null,
    isAlone = false,
  ): Promise<FollowedWindow> {
    return this.#next(async ({ diarizer, loaded: { models } }) => ({
      ...(await diarizer.diarize(window, before, isAlone)),
      models,
    }));
  }

  async diarizeSound(
    { channel, samples, sampleRate, time }: SoundStretch,
    before: StreamState | null = null,
  ): Promise<FollowedWindow> {
    const resampler = new Resampler(sampleRate, SAMPLE_RATE);
    const pcm = concatenate([resampler.push(samples), resampler.finish()]);
    const piece = { windowStart: 0, fileStart: time, duration: pcm.length / SAMPLE_RATE };
    return this.diarize({ index: 0, channel, pcm, pieces: [piece] }, before);
  }

  async follow(
    window: SpeechWindow,
    stream: string,
    before: StreamState | null,
  ): Promise<StreamState | null> {
    return this.#next(async ({ follow }) => follow(window, stream, before));
  }

  async findSpeakers(
    windows: readonly ChannelWindow[],
    limits: SpeakerLimits,
    { samples = [], open = [], remembered = [] }: VoiceEvidence,
  ): Promise<NamedTurns> {
    const { find, finish, loaded } = await this.#loaded();
    const all = [...windows];
    for (const state of open) all.push({ channel: state.channel, speakers: await finish(state) });
    const found = find(all, limits);
    // Whatever else is in a sample, it is one person's.
    const known = samples.map((sample) => find(sample, ONE).voices[0] ?? null);
    const silent = known.flatMap((voice, at) => (voice ? [] : [at]));
    const nearest = (voices: readonly (Float32Array | null)[]) =>
      matchVoices(found.voices, voices, loaded.speakerDistance ?? 0);
    return {
      turns: found.turns,
      sureness: found.sureness,
      voices: speakerVoices(found),
      known: nearest(known),
      silent,
      remembered: nearest(remembered),
    };
  }

  /** Does a piece of work after those before it. */
  async #next<T>(work: (finder: SpeakerFinder) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => work(await this.#loaded()));
    this.#last = done.catch(() => undefined);
    return done;
  }

  #loaded(): Promise<SpeakerFinder> {
    this.#loading ??= loadSpeakerFinder();
    return this.#loading;
  }
}
