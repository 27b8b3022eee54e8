import type { SoundKind } from '../../src/contract/transcripts/sound-kind.ts';
import { SAMPLE_RATE } from '../../src/engine/audio/windows/speech-window.ts';
import type { FoundSound } from '../../src/engine/sound-events/found-sound.ts';
import { SOUND_KIND_RULES, type SoundKindRules } from '../../src/engine/sound-events/sound-kinds.ts';
import type { SoundModel } from '../../src/engine/sound-events/sound-model.ts';
import { SoundScanner } from '../../src/engine/sound-events/sound-scanner.ts';

/** Sound, and the one kind that is right in it; null where nothing may be named. */
export interface LabelledClip {
  /** Clips of one recording are left out together. */
  recording: string;
  pcm: Float32Array;
  kind: SoundKind | null;
  isHit: (sound: FoundSound) => boolean;
}

/** Least scores that are tried. */
const TRIED = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6] as const;
/** Above the best score on other recordings: the loudest wrong name is in one recording, and may be in the one that is left out. */
const MARGIN = 0.15;
/** A wrong name is as bad as so many sounds that are not named. */
const WRONG = 3;
const KINDS = [...SOUND_KIND_RULES.keys()].filter((kind) => kind !== 'unspoken music');

type Limits = Readonly<Record<string, number>>;

interface LeftOut {
  wanted: number;
  right: number;
  wrong: number;
  /** Recordings of speech with a name. */
  speech: number;
  /** Least scores that all recordings choose. */
  limits: Limits;
}

/**
 * Chooses the least score of each kind from all recordings but one, and names the sounds of that one with them. Of scores that are equally
 * good, the lowest is chosen, and a margin added: a kind that is in no other recording has only wrong names to go by.
 */
export async function soundsLeftOut(model: SoundModel, clips: readonly LabelledClip[]): Promise<LeftOut> {
  const remembered = remembering(model);
  const found = new Map<number, FoundSound[][]>();
  for (const least of TRIED)
    found.set(
      least,
      await all(clips, ({ pcm }) =>
        scan(remembered, pcm, Object.fromEntries(KINDS.map((kind) => [kind, least]))),
      ),
    );
  const choose = (without: string | null): Limits =>
    Object.fromEntries(
      KINDS.map((kind) => {
        const costs = TRIED.map((least) => {
          const sums = clips.map((clip, index) => {
            if (clip.recording === without) return 0;
            const own = (found.get(least)?.[index] ?? []).filter((sound) => sound.kind === kind);
            return clip.kind === kind ? Number(!own.some(clip.isHit)) : WRONG * own.length;
          });
          return sums.reduce((sum, cost) => sum + cost, 0);
        });
        return [kind, (TRIED[costs.indexOf(Math.min(...costs))] ?? 1) + MARGIN];
      }),
    );
  const counted = { wanted: 0, right: 0, wrong: 0, speech: 0, limits: choose(null) };
  for (const recording of new Set(clips.map((clip) => clip.recording))) {
    const limits = choose(recording);
    for (const clip of clips.filter((one) => one.recording === recording)) {
      const named = await scan(remembered, clip.pcm, limits);
      const hits = named.filter((sound) => sound.kind === clip.kind && clip.isHit(sound));
      if (clip.kind) counted.wanted += 1;
      if (hits.length > 0) counted.right += 1;
      counted.wrong += named.length - hits.length;
      if (recording.startsWith('speech') && named.length > 0) counted.speech += 1;
    }
  }
  return counted;
}

async function all<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const made: Result[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

async function scan(
  model: Pick<SoundModel, 'labels' | 'score'>,
  pcm: Float32Array,
  limits: Limits,
): Promise<FoundSound[]> {
  const rules = new Map<string, SoundKindRules>();
  for (const [kind, own] of SOUND_KIND_RULES)
    if (kind in limits) rules.set(kind, { ...own, least: limits[kind] ?? own.least });
  const scanner = new SoundScanner(model.labels, model.score, rules);
  for (let at = 0; at < pcm.length; at += SAMPLE_RATE) await scanner.push(pcm.subarray(at, at + SAMPLE_RATE));
  return scanner.finish();
}

/** The model, with the scores of each window computed once. */
function remembering({ labels, score }: SoundModel): Pick<SoundModel, 'labels' | 'score'> {
  const known = new Map<string, Float32Array>();
  const keyOf = (window: Float32Array): string => {
    const bits = new Uint32Array(window.slice().buffer);
    const [one, other] = bits.reduce(
      ([a, b], word, at) => [Math.imul(a ^ word, 16_777_619), (b + Math.imul(word, at + 1)) | 0] as const,
      [0, 0] as readonly [number, number],
    );
    return `${bits.length} ${one} ${other}`;
  };
  return {
    labels,
    score: async (windows) => {
      const keys = windows.map(keyOf);
      const missing = windows.filter((_, at) => !known.has(keys[at] ?? ''));
      const scores = missing.length > 0 ? await score(missing) : [];
      for (const [at, window] of missing.entries())
        known.set(keyOf(window), scores[at] ?? new Float32Array(0));
      return keys.map((key) => known.get(key) ?? new Float32Array(0));
    },
  };
}
