import costs from './sound-costs.json' with { type: 'json' };

/** Sounds by manner of articulation, so that similar ones cost less: `[group, place in it]`. */
const VOWELS = 'aeiouy@';
/** Costs of two sounds that are alike in voice, place or manner, and of two vowels. */
const PAIRS: readonly (readonly [sounds: string, cost: number])[] = Object.entries(costs);
const OTHER_VOWELS = 0.4;
const OTHER_CONSONANTS = 1;
const VOWEL_FOR_CONSONANT = 1.2;
const DIGIT = 1.5;

/** Cost of omitting or inserting a sound. */
function gapCost(sound: string): number {
  if (sound === '@') return 0.2;
  if (VOWELS.includes(sound)) return 0.4;
  if ('hjw'.includes(sound)) return 0.4;
  if (sound === 'r') return 0.6;
  return /\d/.test(sound) ? DIGIT : 0.9;
}

const CODES = 128;
const substitution = new Float32Array(CODES * CODES).fill(OTHER_CONSONANTS);
const gaps = new Float32Array(CODES).fill(1);

const codeOf = (sound: string): number => sound.charCodeAt(0) % CODES;

function prepare(): void {
  const sounds = [...'aeiouy@pbtdkgfvszSZTDmnNlrhwjxcJ0123456789'];
  for (const a of sounds) {
    gaps[codeOf(a)] = gapCost(a);
    for (const b of sounds) {
      const vowels = Number(VOWELS.includes(a)) + Number(VOWELS.includes(b));
      const digits = /\d/.test(a + b);
      const cost = digits
        ? DIGIT
        : vowels === 2
          ? OTHER_VOWELS
          : vowels === 1
            ? VOWEL_FOR_CONSONANT
            : OTHER_CONSONANTS;
      substitution[codeOf(a) * CODES + codeOf(b)] = a === b ? 0 : cost;
    }
  }
  for (const [pair, cost] of PAIRS) {
    const [a = '', b = ''] = pair;
    substitution[codeOf(a) * CODES + codeOf(b)] = cost;
    substitution[codeOf(b) * CODES + codeOf(a)] = cost;
  }
}
prepare();

let above = new Float32Array(64);
let row = new Float32Array(64);

/** Whether two words begin alike: with vowels, or with consonants of which one is often taken for the other. */
export function beginAlike(a: string, b: string): boolean {
  const [first = '', other = ''] = [a[0], b[0]];
  const vowels = Number(VOWELS.includes(first)) + Number(VOWELS.includes(other));
  if (vowels === 2 || first === other) return true;
  // An "h" or "j" before a vowel is easily missed.
  if (vowels === 1) return 'hjw'.includes(first) || 'hjw'.includes(other);
  return (substitution[codeOf(first) * CODES + codeOf(other)] ?? 1) < OTHER_CONSONANTS;
}

/**
 * Similarity of two words' sounds, 0 to 1: the cheapest edits from one to the other (Levenshtein), less for similar
 * sounds, relative to the cost of omitting all. Returns 0 as soon as it must be below `least`.
 */
export function soundSimilarity(a: string, b: string, least = 0): number {
  const most = Math.max(soundWeight(a), soundWeight(b));
  if (most === 0) return a === b ? 1 : 0;
  const limit = (1 - least) * most + 1e-6;
  const columns = b.length + 1;
  if (above.length < columns) {
    above = new Float32Array(columns * 2);
    row = new Float32Array(columns * 2);
  }
  above[0] = 0;
  for (let column = 1; column < columns; column++) {
    above[column] = (above[column - 1] ?? 0) + (gaps[b.charCodeAt(column - 1) % CODES] ?? 1);
  }
  for (let index = 0; index < a.length; index++) {
    const code = a.charCodeAt(index) % CODES;
    const gap = gaps[code] ?? 1;
    row[0] = (above[0] ?? 0) + gap;
    let lowest = row[0];
    for (let column = 1; column < columns; column++) {
      const other = b.charCodeAt(column - 1) % CODES;
      const least = Math.min(
        (above[column - 1] ?? 0) + (substitution[code * CODES + other] ?? 1),
        (above[column] ?? 0) + gap,
        (row[column - 1] ?? 0) + (gaps[other] ?? 1),
      );
      row[column] = least;
      if (least < lowest) lowest = least;
    }
    if (lowest > limit) return 0;
    [above, row] = [row, above];
  }
  const similarity = 1 - (above[columns - 1] ?? most) / most;
  return similarity < least ? 0 : Math.max(similarity, 0);
}

/** Cost of omitting all sounds of a word: how long it sounds. */
export function soundWeight(sounds: string): number {
  let sum = 0;
  for (let index = 0; index < sounds.length; index++) sum += gaps[sounds.charCodeAt(index) % CODES] ?? 1;
  return sum;
}
