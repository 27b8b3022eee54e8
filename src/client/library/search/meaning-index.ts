import { readListedRows } from '../../../storage/library/library-rows.ts';
import { type LibraryFacts, readFacts, readPassages } from '../../../storage/library/library-texts.ts';
import {
  MEANING_FORMAT,
  type MeaningRow,
  readMeaning,
  storeMeaning,
} from '../../../storage/library/meaning-store.ts';
import { meantPassages } from './meant-passages.ts';
import { encodeQuestion, packVectors, passageVectors, VectorIndex } from './vector-index.ts';

/** A model that maps texts to vectors. */
export interface LibraryEncoder {
  modelId: string;
  /** 'all', or codes of its languages. */
  languages: 'all' | readonly string[];
  /** @returns a vector of length 1 */
  encode(text: string): Promise<Float32Array>;
}

/** A passage that means something like what was asked. */
export interface MeantHit {
  id: string;
  name: string;
  /** Seconds. */
  start: number;
  speaker: string | null;
  text: string;
  /** Cosine: good for ranking alone. */
  score: number;
}

/** Facts of a recording, with its name. */
type Listed = LibraryFacts & { name: string };

/** A text, and sentences that are compared with it. */
export interface LikenedPoint {
  text: string;
  /** Transcription language code. */
  language: string;
  sentences: readonly string[];
}

/** One tab at a time makes vectors; the others read them. */
const LOCK = 'earshot-meaning';
const MOST_OF_ONE = 2;

/** Passages of the library by their meaning. All of it is made from the texts, and is made anew where it is missing, old or damaged. */
export class MeaningIndex {
  readonly #index = new VectorIndex();
  readonly #open: () => Promise<LibraryEncoder | null>;
  readonly #stale = new Set<string>();
  /** Recordings whose vectors are not stored yet. */
  readonly #absent = new Set<string>();
  #model: string | null = null;
  #filling: Promise<void> | null = null;

  /** @param open the installed model; null if there is none */
  constructor(open: () => Promise<LibraryEncoder | null>) {
    this.#open = open;
  }

  get bytes(): number {
    return this.#index.bytes;
  }

  /** The text of a recording changed, or it was deleted. */
  change(ids: readonly string[]): void {
    for (const id of ids) {
      this.#absent.delete(id);
      this.#stale.add(id);
      this.#index.delete(id);
    }
  }

  /** Reads the vectors of all recordings, and makes those that are missing; the texts must be known. Resolves when all are there. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const encoder = await this.#open();
    if (!encoder) return;
    this.#absent.clear();
    const missing = await this.#readStored(await this.#listed(encoder), encoder);
    if (missing.length === 0) return;
    await navigator.locks.request(LOCK, async () => {
      for (const one of missing) {
        // Another tab may have made it meanwhile. What fails costs this recording, and is tried with the next search.
        if (!(await this.#read(one, encoder))) await this.#make(one, encoder).catch(console.warn);
      }
    });
  }

  /** The recordings in languages of the model; what is no longer listed leaves the index, and all of it with another model. */
  async #listed(encoder: LibraryEncoder): Promise<Map<string, Listed>> {
    if (this.#model !== encoder.modelId) for (const id of [...this.#index.ids]) this.#index.delete(id);
    if (this.#model !== encoder.modelId) this.#absent.clear();
    this.#model = encoder.modelId;
    const [rows, facts] = await Promise.all([readListedRows(), readFacts()]);
    const { languages } = encoder;
    const listed = new Map(
      rows.flatMap(({ id, library, file }) => {
        const known = facts.get(id);
        const isRead =
          known && (languages === 'all' || known.languages.some((one) => languages.includes(one)));
        const name = library?.name ?? file?.filename ?? '';
        return isRead ? [[id, { ...known, name }] as const] : [];
      }),
    );
    for (const id of [...this.#index.ids]) if (!listed.has(id)) this.#index.delete(id);
    return listed;
  }

  /** Takes what is stored, and returns the recordings of which nothing is. */
  async #readStored(facts: ReadonlyMap<string, Listed>, encoder: LibraryEncoder): Promise<Listed[]> {
    const missing: Listed[] = [];
    for (const one of facts.values()) {
      if (this.#index.has(one.job_id) && !this.#stale.has(one.job_id)) continue;
      if (!this.#absent.has(one.job_id) && (await this.#read(one, encoder))) continue;
      this.#absent.add(one.job_id);
      missing.push(one);
    }
    return missing;
  }

  /** Takes the stored vectors of a recording, if they are of this text and model. */
  async #read(
    { job_id, name, completed_at, revision }: Listed,
    { modelId }: LibraryEncoder,
  ): Promise<boolean> {
    const row = await readMeaning(job_id);
    const isPresent =
      row?.model === modelId &&
      row.name === name &&
      row.completed_at === completed_at &&
      row.revision === revision;
    if (isPresent) this.#take(row);
    return isPresent;
  }

  #take(row: MeaningRow): void {
    this.#stale.delete(row.job_id);
    this.#absent.delete(row.job_id);
    this.#index.set(row.job_id, row);
  }

  async #make({ job_id, name, completed_at, revision }: Listed, encoder: LibraryEncoder): Promise<void> {
    const vectors: Float32Array[] = [];
    for (const { text } of meantPassages(await readPassages(job_id)))
      vectors.push(...(await passageVectors(name, text, encoder.encode)));
    const row = {
      job_id,
      format: MEANING_FORMAT,
      model: encoder.modelId,
      name,
      completed_at,
      revision,
      ...packVectors(vectors),
    } as const;
    await storeMeaning(row);
    this.#take(row);
  }

  /** How alike each point and its sentences are, -1 to 1; 0 in a language that the model lacks. Null without a model. */
  async likeness(points: readonly LikenedPoint[]): Promise<number[][] | null> {
    const encoder = await this.#open();
    if (!encoder) return null;
    const known = new Map<string, Float32Array>();
    const vectorOf = async (text: string) => {
      const vector = known.get(text) ?? (await encoder.encode(text));
      known.set(text, vector);
      return vector;
    };
    const found: number[][] = [];
    for (const { text, language, sentences } of points) {
      const isKnown = encoder.languages === 'all' || encoder.languages.includes(language);
      const own = isKnown ? await vectorOf(text) : null;
      const scores: number[] = [];
      for (const sentence of sentences) {
        const other = own ? await vectorOf(sentence) : null;
        scores.push(own?.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) ?? 0);
      }
      found.push(scores);
    }
    return found;
  }

  /** Best first, as far as vectors are made; null without a model. `most` passages of the recordings that `isRead` admits. */
  async search(question: string, most: number, isRead?: (id: string) => boolean): Promise<MeantHit[] | null> {
    const encoder = await this.#open();
    if (!encoder) return null;
    const [vector, facts] = await Promise.all([
      encodeQuestion(question, encoder.encode),
      this.#listed(encoder),
    ]);
    await this.#readStored(facts, encoder);
    const hits: MeantHit[] = [];
    for (const { id, passage, score } of this.#index.nearest(vector, most, MOST_OF_ONE, isRead)) {
      const found = meantPassages(await readPassages(id))[passage];
      if (!found) continue;
      const { start, speaker, text } = found;
      const { name = '', speakers = [] } = facts.get(id) ?? {};
      hits.push({ id, name, start, speaker: speakers[speaker ?? -1] ?? null, text, score });
    }
    return hits;
  }
}
