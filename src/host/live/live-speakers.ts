import type { LiveContent } from '../../contract/live/live-message.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { ChannelTurn, ChannelWindow } from '../../engine/diarization/find-speakers.ts';
import { concatenate } from '../../lib/bytes/concatenate.ts';
import { waitFor } from '../../lib/wait-for.ts';
import type { LoadedDiarizer } from '../../realms/diarization/shared/api.ts';
import { getVoiceMemory } from '../../storage/voices/voice-store.ts';
import type { SpeakerDiarization } from '../run/speech/speaker-diarization.ts';
import { SpeakerNumbers } from './speaker-numbers.ts';

/** Seconds of new sound after which speakers are looked for; twice as many each time that this took too long. */
const STEP_SECONDS = 10;
/** Sound that is diarized at a time, seconds. */
const WINDOW_SECONDS = 30;
/** A device that needs longer steps is too slow: the job on the stored sound finds the speakers. */
const LONGEST_STEP_SECONDS = 80;
/** The share of the time that finding speakers may take. */
const MOST_SHARE = 0.3;
/** For so many seconds after an utterance its speaker may be set or changed. */
const REVISED_SECONDS = 120;
/** Sound that may wait while recognition needs the device for itself. */
const MOST_WAITING_SECONDS = 300;
/** How long the end of a session waits for the speakers of what was said last. */
const FINISH_MS = 5_000;

type Diarization = Pick<SpeakerDiarization, 'recogniseSound' | 'soFar' | 'end'>;
type SpeakersContent = Extract<LiveContent, { type: 'speakers' }>;

interface Channel {
  /** Not looked at yet. */
  waiting: Float32Array[];
  samples: number;
  /** Second of the session at which they begin. */
  from: number;
}

/** Finds who speaks in a live session, in steps, beside its recognition. */
export class LiveSpeakers {
  readonly #start: () => Diarization;
  /** Null until there is something to look at: the words come first. */
  #diarization: Diarization | null = null;
  readonly #sampleRate: number;
  readonly #send: (content: SpeakersContent) => void;
  readonly #channels: Channel[] = [];
  readonly #windows: ChannelWindow[] = [];
  readonly #numbers: SpeakerNumbers;
  /** Utterances of the last two minutes. */
  #said: { id: string; utterance: Utterance; sent: string | null }[] = [];
  #step = STEP_SECONDS;
  #working: Promise<void> | null = null;
  #isHeld = false;
  #isOver = false;

  /**
   * @param sampleRate of the sound, in Hz
   * @param first number of the first speaker: an earlier page of the session has sent others
   */
  constructor(
    start: () => Diarization,
    { sampleRate, first }: { sampleRate: number; first: number },
    send: (content: SpeakersContent) => void,
  ) {
    this.#start = start;
    this.#sampleRate = sampleRate;
    this.#numbers = new SpeakerNumbers(first);
    this.#send = send;
  }

  /** Takes the next samples of each channel, which begin at a second of the session. */
  push(channels: readonly Float32Array[], time: number): void {
    if (this.#isOver) return;
    for (const [at, samples] of channels.entries()) {
      this.#channels[at] ??= { waiting: [], samples: 0, from: time };
      this.#channels[at].waiting.push(samples);
      this.#channels[at].samples += samples.length;
    }
    if (this.#waitingSeconds > MOST_WAITING_SECONDS) this.end();
    else this.#goOn();
  }

  /** Takes an utterance that has ended; its speaker is written into it. */
  take(id: string, utterance: Utterance): void {
    if (!this.#isOver) this.#said.push({ id, utterance, sent: null });
  }

  /** Waits while recognition does not follow the sound. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#goOn();
  }

  /** Sends the speakers of what was said last, if that takes no longer than some seconds; nothing is sent after that. */
  async finish(): Promise<void> {
    if (!this.#isHeld && !this.#isOver) await Promise.race([this.#finish(), waitFor(FINISH_MS)]);
    this.end();
  }

  async #finish(): Promise<void> {
    this.#isHeld = true;
    await this.#working;
    await this.#look().catch(console.warn);
  }

  /** Gives up: nothing more is sent. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const channel of this.#channels) channel.waiting = [];
    this.#diarization?.end();
  }

  get #waitingSeconds(): number {
    return (this.#channels[0]?.samples ?? 0) / this.#sampleRate;
  }

  #goOn(): void {
    if (this.#working || this.#isHeld || this.#isOver || this.#waitingSeconds < this.#step) return;
    this.#working = this.#look()
      .catch((error: unknown) => {
        console.warn(error);
        this.end();
      })
      .finally(() => {
        this.#working = null;
        this.#goOn();
      });
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    const isFirst = this.#windows.length === 0;
    const seconds = this.#waitingSeconds;
    this.#diarization ??= this.#start();
    if (seconds > 0) await this.#analyse(this.#diarization);
    let names: string[] = [];
    const found = await this.#diarization.soFar(this.#windows, async (loaded) => {
      const voices = await rememberedVoices(loaded);
      names = voices.map(({ name }) => name);
      return voices.map(({ vector }) => vector);
    });
    // The job reports why it failed: its diarization fails as well.
    if (!found) this.end();
    if (!found || this.#isOver) return;
    this.#sendSpeakers(
      found.turns,
      found.remembered.map((place) => (place === null ? undefined : names[place])),
    );
    // Loading the models is no part of the pace.
    if (!isFirst && performance.now() - startedAt > MOST_SHARE * seconds * 1000) this.#step *= 2;
    if (this.#step > LONGEST_STEP_SECONDS) this.end();
  }

  /** Gives the diarizer the sound that waits. */
  async #analyse(diarization: Diarization): Promise<void> {
    const sampleRate = this.#sampleRate;
    for (const [channel, one] of this.#channels.entries()) {
      const all = concatenate(one.waiting.splice(0));
      one.samples -= all.length;
      const { from } = one;
      one.from += all.length / sampleRate;
      for (let at = 0; at < all.length; at += WINDOW_SECONDS * sampleRate) {
        const samples = all.slice(at, at + WINDOW_SECONDS * sampleRate);
        const sound = { channel, samples, sampleRate, time: from + at / sampleRate };
        const speakers = await diarization.recogniseSound(sound);
        if (speakers) this.#windows.push({ channel, speakers });
      }
    }
  }

  #sendSpeakers(turns: readonly ChannelTurn[], names: readonly (string | undefined)[]): void {
    const numbers = this.#numbers.of(
      turns,
      this.#said.map(({ utterance }) => utterance),
    );
    const news = this.#said.flatMap((said) => {
      const speaker = numbers.get(said.utterance);
      if (speaker === undefined) return [];
      const name = names[speaker.found];
      const sent = JSON.stringify([speaker.number, name]);
      if (sent === said.sent) return [];
      said.sent = sent;
      said.utterance.speaker = speaker.number;
      return [{ id: said.id, speaker: speaker.number, ...(name !== undefined && { name }) }];
    });
    if (news.length > 0) this.#send({ type: 'speakers', data: { utterances: news } });
    const now = Math.max(0, ...this.#channels.map(({ from }) => from));
    this.#said = this.#said.filter(({ utterance }) => utterance.end > now - REVISED_SECONDS);
  }
}

/** The voices that somebody named, if voices are remembered, as far as the model can compare them. */
async function rememberedVoices({ embeddingId }: LoadedDiarizer) {
  const { remember, people } = await getVoiceMemory();
  if (!remember) return [];
  return people.flatMap(({ name, samples }) =>
    samples.flatMap(({ model, vector }) => (model === embeddingId ? [{ name, vector }] : [])),
  );
}
