/** A model in memory. */
interface Loaded {
  dispose(): Promise<void>;
}

interface Entry {
  bytes: number;
  loading: Promise<Loaded>;
}

/** Loaded models, shared by all users. If the next one does not fit, the least recently used are released. */
export class LoadedModels {
  /** In order of use, most recent last. */
  readonly #entries = new Map<string, Entry>();

  /** @param room bytes of model files that may be loaded together; a single model may exceed it */
  constructor(readonly room: number) {}

  /** @param id from the manifest; `bytes` are those of its files */
  async get<Model extends Loaded>(id: string, bytes: number, load: () => Promise<Model>): Promise<Model> {
    const known = this.#entries.get(id);
    if (known) {
      this.#entries.delete(id);
      this.#entries.set(id, known);
      // An id always refers to what this `load` returned.
      return known.loading as Promise<Model>;
    }
    const leaving = this.#makeRoom(bytes);
    // The slot is taken now, so concurrent requests share it or leave it its room.
    const loading = giveUp(leaving).then(load);
    const entry = { bytes, loading };
    this.#entries.set(id, entry);
    loading.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
    });
    return loading;
  }

  /** Removes a model that is broken, so that it is loaded anew. */
  forget(id: string): void {
    this.#entries.delete(id);
  }

  /** Removes models to make room. */
  #makeRoom(bytes: number): Entry[] {
    const leaving: Entry[] = [];
    let used = [...this.#entries.values()].reduce((sum, { bytes: held }) => sum + held, 0);
    for (const [id, entry] of this.#entries) {
      if (used + bytes <= this.room) break;
      used -= entry.bytes;
      this.#entries.delete(id);
      leaving.push(entry);
    }
    return leaving;
  }
}

/** Resolves when their memory is free. */
async function giveUp(entries: readonly Entry[]): Promise<void> {
  for (const { loading } of entries) {
    const model = await loading.catch(() => null);
    // A failed release is no reason to give up on the next model.
    await model?.dispose().catch((error: unknown) => console.error(error));
  }
}
