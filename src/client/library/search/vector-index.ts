import { meantTexts } from './meant-passages.ts';

/** Vectors of each passage: one of either half (docs/accuracy.md). */
export const VECTORS_EACH = 2;

/** The vectors of one recording, in 4 bits: the index of 1,000 hours is as large as with one vector of 8 bits for each passage. */
export interface Vectors {
  /** Numbers in a vector. */
  size: number;
  /** Factor of the numbers of each vector, by which its length is 1. */
  scales: Float32Array<ArrayBuffer>;
  /** Eight numbers of 0 to 14 in one of 32 bits, the first in the lowest; 7 is zero. */
  vectors: Uint32Array<ArrayBuffer>;
}

export interface NearPassage {
  id: string;
  /** Number of the passage in its recording. */
  passage: number;
  /** Cosine, -1 to 1. */
  score: number;
}

const HIGHEST = 7;
/** Shares of the largest number at which numbers may be clipped: few are large, so finer steps for the others cost less. */
const CLIPPED = [0.5, 0.6, 0.7, 0.8, 1];
/** Largest number of a question: a sum of two products fits in 16 bits. */
const HIGHEST_ASKED = 2047;

/** @param vectors of one size, `VECTORS_EACH` of each passage */
export function packVectors(vectors: readonly Float32Array[]): Vectors {
  const size = vectors[0]?.length ?? 1;
  const words = wordsOf(size);
  const packed = {
    size,
    scales: new Float32Array(vectors.length),
    vectors: new Uint32Array(words * vectors.length),
  };
  for (const [index, vector] of vectors.entries()) {
    const whole = roundedVector(vector);
    packed.scales[index] = 1 / (Math.hypot(...whole) || 1);
    for (const [at, value] of whole.entries()) {
      const word = index * words + (at >> 3);
      packed.vectors[word] = (packed.vectors[word] ?? 0) | ((value + HIGHEST) << (4 * (at & 7)));
    }
  }
  return packed;
}

/** Numbers of 32 bits in a vector. */
const wordsOf = (size: number): number => Math.ceil(size / 8);

/** Numbers of -7 to 7, with the step from which their direction differs least. */
function roundedVector(vector: Float32Array): number[] {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let best: { numbers: number[]; error: number } = {
    numbers: [...vector.map(() => 0)],
    error: Number.POSITIVE_INFINITY,
  };
  for (const share of largest > 0 ? CLIPPED : []) {
    const step = (largest * share) / HIGHEST;
    const numbers = Array.from(vector, (value) =>
      Math.max(-HIGHEST, Math.min(HIGHEST, Math.round(value / step))),
    );
    const error = vector.reduce((sum, value, at) => sum + (value - step * (numbers[at] ?? 0)) ** 2, 0);
    if (error < best.error) best = { numbers, error };
  }
  return best.numbers;
}

/** Forms of what is asked: the mean of their vectors finds more than each of them (docs/accuracy.md). */
const FORMS = ['', 'Question: '];

/** The vector that passages are compared with. */
export async function encodeQuestion(
  question: string,
  encode: (text: string) => Promise<Float32Array>,
): Promise<Float32Array> {
  const sum: number[] = [];
  for (const form of FORMS)
    for (const [at, value] of (await encode(form + question)).entries()) sum[at] = (sum[at] ?? 0) + value;
  const length = Math.hypot(...sum) || 1;
  return Float32Array.from(sum, (value) => value / length);
}

/** The vectors of a passage of a recording with that name. */
export async function passageVectors(
  name: string,
  text: string,
  encode: (text: string) => Promise<Float32Array>,
): Promise<Float32Array[]> {
  const [first, second] = meantTexts(name, text);
  const vector = await encode(first);
  return [vector, second === first ? vector : await encode(second)];
}

/** All vectors of the library, each compared with a question: 1,000 hours are 288,000 vectors, so no tree of them is needed. */
export class VectorIndex {
  readonly #recordings = new Map<string, Vectors>();

  get ids(): Iterable<string> {
    return this.#recordings.keys();
  }

  has(id: string): boolean {
    return this.#recordings.has(id);
  }

  /** Bytes of all vectors. */
  get bytes(): number {
    let sum = 0;
    for (const { scales, vectors } of this.#recordings.values())
      sum += scales.byteLength + vectors.byteLength;
    return sum;
  }

  set(id: string, vectors: Vectors): void {
    this.#recordings.set(id, vectors);
  }

  delete(id: string): void {
    this.#recordings.delete(id);
  }

  /** Best first, at most `mostOfOne` of each recording that `isRead` admits. */
  nearest(
    question: Float32Array,
    most: number,
    mostOfOne: number,
    isRead: (id: string) => boolean = () => true,
  ): NearPassage[] {
    const asked = askedTable(question);
    const found: NearPassage[] = [];
    for (const [id, { size, scales, vectors }] of this.#recordings) {
      if (size !== question.length || !isRead(id)) continue;
      const words = wordsOf(size);
      const own: NearPassage[] = [];
      for (let vector = 0; vector < scales.length; vector += VECTORS_EACH) {
        let [nearest, sum] = [-1, 0];
        for (let at = vector; at < vector + VECTORS_EACH; at += 1) {
          const cosine = dot(asked.products, vectors, at * words, words) * asked.scale * (scales[at] ?? 0);
          nearest = Math.max(nearest, cosine);
          sum += cosine;
        }
        // What one half says, and what the whole is about.
        const score = (nearest + sum / VECTORS_EACH) / 2;
        keepBest(own, { id, passage: vector / VECTORS_EACH, score }, mostOfOne);
      }
      for (const one of own) keepBest(found, one, most);
    }
    return found;
  }
}

/** For each byte of a vector and each value of it, the sum of its two products with the question: half as many steps for a vector. */
function askedTable(question: Float32Array): { products: Int16Array; scale: number } {
  const largest = question.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / HIGHEST_ASKED || 1;
  const asked = Array.from(question, (value) => Math.round(value / scale));
  const products = new Int16Array(wordsOf(question.length) * 4 * 256);
  for (let at = 0; at < products.length; at += 1) {
    const [byte, value] = [at >> 8, at & 255];
    const low = (asked[2 * byte] ?? 0) * ((value & 15) - HIGHEST);
    products[at] = low + (asked[2 * byte + 1] ?? 0) * ((value >> 4) - HIGHEST);
  }
  return { products, scale };
}

function dot(products: Int16Array, vectors: Uint32Array, from: number, words: number): number {
  // Four sums at a time: processors add them side by side. Read byte by byte, it takes twice as long.
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let word = 0; word < words; word += 1) {
    const value = vectors[from + word] as number;
    const table = word << 10;
    one = (one + (products[table + (value & 255)] as number)) | 0;
    two = (two + (products[table + 256 + ((value >>> 8) & 255)] as number)) | 0;
    three = (three + (products[table + 512 + ((value >>> 16) & 255)] as number)) | 0;
    four = (four + (products[table + 768 + (value >>> 24)] as number)) | 0;
  }
  return one + two + three + four;
}

/** Keeps the list in order, and as short as is asked. */
function keepBest(list: NearPassage[], one: NearPassage, most: number): void {
  if (list.length === most && one.score <= (list.at(-1)?.score ?? 0)) return;
  const place = list.findIndex(({ score }) => score < one.score);
  list.splice(place < 0 ? list.length : place, 0, one);
  if (list.length > most) list.pop();
}
