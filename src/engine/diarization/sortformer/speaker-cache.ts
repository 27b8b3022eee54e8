/** People that the network can distinguish, in the order in which they first speak. */
export const MOST_SPEAKERS = 8;

/** An encoder frame of a stream: 80 ms. */
export interface StreamFrame {
  /** Its place in the stream; `SILENCE_FRAME` for the silence that the network learned. */
  place: number;
  embedding: Float32Array;
}

export const SILENCE_FRAME = -1;

/** The network's input from the speech before: frames of each speaker, and the latest frames. */
export interface SpeakerMemory {
  /** Grouped by speaker, in order of time for each. */
  cache: StreamFrame[];
  /** Probability of each speaker, for each frame of the cache. */
  probabilities: Float32Array[];
  /** The latest frames, in order of time. */
  latest: StreamFrame[];
  /** Whether frames were chosen: before that, the cache is the beginning of the stream. */
  isChosen: boolean;
}

export const NO_MEMORY: SpeakerMemory = { cache: [], probabilities: [], latest: [], isChosen: false };

/** Numbers of NVIDIA's checkpoint, for a recording that is there as a whole. */
const CACHE_FRAMES = 264;
const LATEST_FRAMES = 40;
const MOVED_FRAMES = 300;
const LEAST_PROBABILITY = 0.25;
const RECENT_BONUS = 0.05;
/** Frames of a speaker, beside one of silence. */
const SHARE = CACHE_FRAMES / MOST_SPEAKERS - 1;
/** From so many frames alone on, a speaker has none with others in the cache. */
const ENOUGH_ALONE = Math.floor(SHARE * 0.5);
const LOG_HALF = Math.fround(Math.log(0.5));
/** The best frames of each speaker, so that nobody is forgotten, and those after them. */
const BONUSES = [
  { frames: Math.floor(SHARE * 0.75), bonus: -2 * LOG_HALF },
  { frames: Math.floor(SHARE * 1.5), bonus: -LOG_HALF },
];

/**
 * The memory after a chunk: the arrival-order speaker cache of Sortformer (Medennikov et al. 2025, "Streaming Sortformer"),
 * with the rules and numbers of `Nemotron3DiarizationSpeakerCache` (github.com/huggingface/transformers).
 *
 * @param chunk frames of the chunk, without those to its right
 * @param given probability of each speaker for each frame that the network was given: cache, latest, chunk
 * @param silence embedding of silence
 */
export function remember(
  memory: SpeakerMemory,
  chunk: readonly StreamFrame[],
  given: readonly Float32Array[],
  silence: Float32Array,
): SpeakerMemory {
  const { cache, probabilities, isChosen } = memory;
  const latest = [...memory.latest, ...chunk];
  if (latest.length <= LATEST_FRAMES) return { ...memory, latest };
  const moved = Math.min(Math.max(MOVED_FRAMES, latest.length - LATEST_FRAMES), latest.length);
  const frames = [...cache, ...latest.slice(0, moved)];
  const known = [
    // For consecutive frames, the network has just given better probabilities.
    ...(isChosen ? probabilities : given.slice(0, cache.length)),
    ...given.slice(cache.length, cache.length + moved),
  ];
  const rest = { latest: latest.slice(moved) };
  if (frames.length <= CACHE_FRAMES) return { cache: frames, probabilities: known, isChosen, ...rest };
  const places = chosenFrames(known);
  const none = { place: SILENCE_FRAME, embedding: silence };
  return {
    cache: places.map((place) => frames[place] ?? none),
    probabilities: places.map((place) => known[place] ?? new Float32Array(MOST_SPEAKERS)),
    isChosen: true,
    ...rest,
  };
}

/** The frames to keep, grouped by speaker; a place behind the last frame represents silence. */
function chosenFrames(probabilities: readonly Float32Array[]): number[] {
  const frames = probabilities.length;
  const scores = speakerScores(probabilities);
  for (const row of scores) {
    for (let frame = CACHE_FRAMES; frame < frames; frame++) row[frame] = (row[frame] ?? 0) + RECENT_BONUS;
    for (const { frames: count, bonus } of BONUSES) {
      for (const frame of largest(row, count)) row[frame] = (row[frame] ?? 0) + bonus;
    }
  }
  // One frame of silence behind those of each speaker, which is always kept.
  const stride = frames + 1;
  const all = new Float32Array(MOST_SPEAKERS * stride).fill(Number.POSITIVE_INFINITY);
  scores.forEach((row, speaker) => {
    all.set(row, speaker * stride);
  });
  return largest(all, CACHE_FRAMES)
    .map((index) => (all[index] === Number.NEGATIVE_INFINITY ? all.length : index))
    .sort((a, b) => a - b)
    .map((index) => (index === all.length ? frames : index % stride));
}

/** How well each frame shows each speaker alone: a row of frames for each speaker, −∞ for frames that do not. */
function speakerScores(probabilities: readonly Float32Array[]): Float32Array[] {
  const rows = Array.from({ length: MOST_SPEAKERS }, () => new Float32Array(probabilities.length));
  probabilities.forEach((of, frame) => {
    const absent = of.map((probability) => Math.log(Math.max(1 - probability, LEAST_PROBABILITY)));
    const nobody = absent.reduce((sum, value) => Math.fround(sum + value), 0);
    rows.forEach((row, speaker) => {
      const probability = of[speaker] ?? 0;
      const present = Math.fround(Math.log(Math.max(probability, LEAST_PROBABILITY)));
      const score = Math.fround(Math.fround(present - (absent[speaker] ?? 0)) + nobody);
      row[frame] = probability > 0.5 ? score - LOG_HALF : Number.NEGATIVE_INFINITY;
    });
  });
  for (const row of rows) {
    if (row.filter((score) => score > 0).length < ENOUGH_ALONE) continue;
    row.forEach((score, frame) => {
      if (score <= 0) row[frame] = Number.NEGATIVE_INFINITY;
    });
  }
  return rows;
}

/** Indices of the largest values; of equal ones the first. */
const largest = (values: Float32Array, count: number): number[] =>
  [...values.keys()]
    .sort((a, b) => {
      const [one = 0, other = 0] = [values[a], values[b]];
      // Differences of infinities are no numbers.
      return one === other ? a - b : other > one ? 1 : -1;
    })
    .slice(0, count);
