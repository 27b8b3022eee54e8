/** The vectors of one recording: 8-bit numbers, and the scale of each vector. */
export interface Vectors {
  size: number;
  scales: Float32Array<ArrayBuffer>;
  vectors: Int8Array<ArrayBuffer>;
}

export interface NearPassage {
  id: string;
  /** Number of the passage in its recording. */
  passage: number;
  /** Cosine, -1 to 1. */
  score: number;
}

const HIGHEST = 127;

/** Vectors in 8 bits: the largest number of each is 127. */
export function packVectors(vectors: readonly Float32Array[]): Vectors {
  const size = vectors[0]?.length ?? 1;
  const packed = {
    size,
    scales: new Float32Array(vectors.length),
    vectors: new Int8Array(size * vectors.length),
  };
  for (const [index, vector] of vectors.entries()) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    packed.scales[index] = largest / HIGHEST;
    if (largest > 0)
      packed.vectors.set(
        vector.map((value) => Math.round((value / largest) * HIGHEST)),
        index * size,
      );
  }
  return packed;
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

/** All vectors of the library, each compared with a question: 1,000 hours are 144,000 vectors, so no tree of them is needed. */
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
    const asked = packVectors([question]);
    const askedScale = asked.scales[0] ?? 0;
    const found: NearPassage[] = [];
    for (const [id, { size, scales, vectors }] of this.#recordings) {
      if (size !== asked.size || !isRead(id)) continue;
      const own: NearPassage[] = [];
      for (let passage = 0; passage < scales.length; passage += 1) {
        const score = dot(asked.vectors, vectors, passage * size) * askedScale * (scales[passage] ?? 0);
        keepBest(own, { id, passage, score }, mostOfOne);
      }
      for (const one of own) keepBest(found, one, most);
    }
    return found;
  }
}

function dot(asked: Int8Array, vectors: Int8Array, from: number): number {
  const part = (at: number) => Math.imul(asked[at] as number, vectors[from + at] as number);
  // Four sums at a time: processors add them side by side.
  let [one, two, three, four, at] = [0, 0, 0, 0, 0];
  for (; at + 3 < asked.length; at += 4) {
    one = (one + part(at)) | 0;
    two = (two + part(at + 1)) | 0;
    three = (three + part(at + 2)) | 0;
    four = (four + part(at + 3)) | 0;
  }
  for (; at < asked.length; at += 1) one += part(at);
  return one + two + three + four;
}

/** Keeps the list in order, and as short as is asked. */
function keepBest(list: NearPassage[], one: NearPassage, most: number): void {
  if (list.length === most && one.score <= (list.at(-1)?.score ?? 0)) return;
  const place = list.findIndex(({ score }) => score < one.score);
  list.splice(place < 0 ? list.length : place, 0, one);
  if (list.length > most) list.pop();
}
