import { concatenate } from '../../lib/bytes/concatenate.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import type { FoundSound } from './found-sound.ts';
import { SOUND_KIND_RULES, type SoundKindRules } from './sound-kinds.ts';
import { SoundLevels } from './sound-levels.ts';
import { type ScoreSounds, SOUND_WINDOW } from './sound-model.ts';

/** Between two neighbouring windows as many are scored where a sound begins or ends. */
const STEPS = 4;
const STEP = SOUND_WINDOW / STEPS;
/** Share of a kind's least score that goes on with a sound, and that makes the scanner look closer. */
const GOES_ON = 0.25;
/** A sound begins before the middle of its first window, and ends behind that of its last one. */
const EDGE_SECONDS = 0.45;
const WINDOW_SECONDS = SOUND_WINDOW / SAMPLE_RATE;

interface Kind {
  name: string;
  rules: SoundKindRules;
  scoreIn(scores: Float32Array): number;
}

/** A sound that has begun, or is over. */
export interface SoundNews {
  id: number;
  sound: FoundSound;
  isOver: boolean;
}

/** A window's place in samples, and the score of each kind. */
interface Scored {
  at: number;
  scores: number[];
}

/**
 * Finds sounds in a recording that comes block by block. One window of 0.975 s follows the other; between two of them three more are
 * scored where a sound begins or ends. No more than two windows of sound are kept,
 * and the level of all.
 */
export class SoundScanner {
  readonly #kinds: readonly Kind[];
  readonly #score: ScoreSounds;
  readonly #open: (FoundSound | null)[];
  readonly #found: FoundSound[] = [];
  /** Ids of the sounds that `news` has returned. */
  readonly #ids = new Map<FoundSound, number>();
  #reported = 0;
  readonly #levels = new SoundLevels();
  /** Samples that are not behind the last scored window, from where that begins. */
  #pcm: Float32Array = new Float32Array(0);
  #start = 0;
  #last: Scored | null = null;

  /** @param labels of the scores, in their order; `rules` are by kind */
  constructor(
    labels: readonly string[],
    score: ScoreSounds,
    rules: ReadonlyMap<string, SoundKindRules> = SOUND_KIND_RULES,
  ) {
    this.#score = score;
    this.#kinds = [...rules].map(([name, one]) => ({ name, rules: one, scoreIn: scorer(one, labels) }));
    this.#open = this.#kinds.map(() => null);
  }

  /** @param pcm what follows, mono, 16 kHz, ±1 */
  async push(pcm: Float32Array): Promise<void> {
    this.#levels.push(pcm);
    this.#pcm = concatenate([this.#pcm, pcm]);
    const next = () => (this.#last ? this.#last.at + SOUND_WINDOW : 0);
    while (this.#start + this.#pcm.length >= next() + SOUND_WINDOW) await this.#take(next());
  }

  /** What came since the last call: sounds that have begun, as far as they go, and those that are over, each by its id. */
  news(): SoundNews[] {
    const over = this.#found.slice(this.#reported).filter((sound) => !this.#isTakenFor(sound));
    this.#reported = this.#found.length;
    const begun = this.#open.filter(
      (sound, index): sound is FoundSound =>
        sound !== null && !this.#ids.has(sound) && this.#isSure(index, sound),
    );
    const idOf = (sound: FoundSound) => {
      const id = this.#ids.get(sound) ?? this.#ids.size;
      this.#ids.set(sound, id);
      return id;
    };
    return [
      ...over.map((sound) => ({ id: idOf(sound), sound: this.#levels.fitted(sound), isOver: true })),
      ...begun.map((sound) => ({ id: idOf(sound), sound: { ...sound }, isOver: false })),
    ];
  }

  /** Whether a sound that goes on will be named. */
  #isSure(index: number, sound: FoundSound): boolean {
    const rules = this.#kinds[index]?.rules;
    const seconds = Math.max(rules?.seconds ?? 0, rules?.yields?.below ?? 0);
    return rules !== undefined && sound.confidence >= rules.least && sound.end - sound.start >= seconds;
  }

  /** The sounds of the whole recording, in order of time. */
  async finish(): Promise<FoundSound[]> {
    const end = this.#start + this.#pcm.length;
    const { at = -SOUND_WINDOW } = this.#last ?? {};
    // The last window ends with the recording.
    const behind = Math.max(end - SOUND_WINDOW, 0);
    if (end > 0 && behind > at) await this.#take(behind);
    for (const [index, sound] of this.#open.entries()) {
      if (sound && this.#isOn(index, this.#last)) sound.end = end / SAMPLE_RATE;
      this.#close(index);
    }
    const found = this.#found.filter((sound) => !this.#isTakenFor(sound));
    return found
      .map((sound) => this.#levels.fitted(sound))
      .map((sound) => ({ ...sound, start: roundSeconds(sound.start), end: roundSeconds(sound.end) }))
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }

  async #take(at: number): Promise<void> {
    const before = this.#last;
    const [scored] = await this.#scored([at]);
    if (!scored) return;
    if (before && this.#changes(before, scored)) {
      const between: number[] = [];
      for (let place = before.at + STEP; place < at; place += STEP) between.push(place);
      for (const one of await this.#scored(between)) this.#add(one);
    }
    this.#add(scored);
    this.#last = scored;
    this.#pcm = this.#pcm.slice(at - this.#start);
    this.#start = at;
  }

  async #scored(places: readonly number[]): Promise<Scored[]> {
    if (places.length === 0) return [];
    const windows = places.map((at) => this.#pcm.subarray(at - this.#start, at - this.#start + SOUND_WINDOW));
    const all = await this.#score(windows);
    return all.map((scores, index) => ({
      at: places[index] ?? 0,
      scores: this.#kinds.map(({ scoreIn }) => scoreIn(scores)),
    }));
  }

  #isOn = (index: number, window: Scored | null): boolean =>
    (window?.scores[index] ?? 0) >= GOES_ON * (this.#kinds[index]?.rules.least ?? 1);

  /** Whether a sound is in one of two windows alone. */
  #changes(before: Scored, after: Scored): boolean {
    return this.#kinds.some((_, index) => this.#isOn(index, before) !== this.#isOn(index, after));
  }

  #add(window: Scored): void {
    const from = window.at / SAMPLE_RATE;
    // Nothing is before the first window: its sound may begin with the recording.
    const start = from === 0 ? EDGE_SECONDS / 2 : from + EDGE_SECONDS;
    const end = from + WINDOW_SECONDS - EDGE_SECONDS;
    for (const [index, { name, rules }] of this.#kinds.entries()) {
      const sound = this.#open[index];
      if (!this.#isOn(index, window)) {
        if (sound && from - sound.end > rules.join) this.#close(index);
        continue;
      }
      const confidence = window.scores[index] ?? 0;
      if (sound && start - sound.end <= rules.join) {
        sound.end = end;
        sound.confidence = Math.max(sound.confidence, confidence);
        continue;
      }
      this.#close(index);
      this.#open[index] = { kind: name, start, end, confidence };
    }
  }

  #close(index: number): void {
    const sound = this.#open[index];
    const rules = this.#kinds[index]?.rules;
    this.#open[index] = null;
    if (!sound || !rules || sound.confidence < rules.least || sound.end - sound.start < rules.seconds) return;
    this.#found.push(sound);
  }

  /** Whether it is the trace of another sound beside it. */
  #isTakenFor({ kind, start, end }: FoundSound): boolean {
    const yields = this.#kinds.find(({ name }) => name === kind)?.rules.yields;
    if (!yields || end - start >= yields.below) return false;
    return this.#found.some(
      (other) => yields.to.includes(other.kind) && other.start < end + 0.5 && other.end > start - 0.5,
    );
  }
}

/** The highest score of a kind's labels. Throws Error for a label that the model does not have. */
function scorer({ labels, unless }: SoundKindRules, all: readonly string[]): Kind['scoreIn'] {
  const places = (names: readonly string[]) =>
    names.map((name) => {
      const place = all.indexOf(name);
      if (place < 0) throw new Error(`The model has no label ${name}.`);
      return place;
    });
  const own = places(labels);
  const others = places(unless?.labels ?? []);
  const highest = (scores: Float32Array, of: readonly number[]) =>
    of.reduce((most, place) => Math.max(most, scores[place] ?? 0), 0);
  return (scores) =>
    others.length > 0 && highest(scores, others) >= (unless?.from ?? 1) ? 0 : highest(scores, own);
}
