/** A model in memory. */
interface Loaded {
  dispose(): Promise<void>;
}

interface Entry {
  bytes: number;
  loading: Promise<Loaded>;
}

/**
 * Models that are loaded, each once, for all that ask. Where the next one would not fit into the room there is, those that
 * were not asked for longest are given up.
 */
export class LoadedModels {
  /** In order of use, latest last. */
  readonly #entries = new Map<string, Entry>();

  /** @param room bytes of model files that may be loaded together; one model alone may be larger */
  constructor(readonly room: number) {}

  /**
   * @param id the manifest's
   * @param bytes of its files
   */
  async get<Model extends Loaded>(id: string, bytes: number, load: () => Promise<Model>): Promise<Model> {
    const known = this.#entries.get(id);
    if (known) {
      this.#entries.delete(id);
      this.#entries.set(id, known);
      // Under one id there is only ever what this `load` made.
      return known.loading as Promise<Model>;
    }
    const leaving = this.#makeRoom(bytes);
    // It has its place from now on: whoever asks meanwhile shares it, or leaves it its room.
    const loading = giveUp(leaving).then(load);
    const entry = { bytes, loading };
    this.#entries.set(id, entry);
    loading.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
    });
    return loading;
  }

  /** Takes out those that have to make room. */
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

/** Ends when their memory is free. */
async function giveUp(entries: readonly Entry[]): Promise<void> {
  for (const { loading } of entries) {
    const model = await loading.catch(() => null);
    // One that cannot be given up is no reason to go without the next.
    await model?.dispose().catch((error: unknown) => console.error(error));
  }
}
