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
    await this.#makeRoom(bytes);
    const loading = load();
    this.#entries.set(id, { bytes, loading });
    loading.catch(() => this.#entries.delete(id));
    return loading;
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const [id, entry] of this.#entries) {
      const used = [...this.#entries.values()].reduce((sum, { bytes: held }) => sum + held, 0);
      if (used + bytes <= this.room) return;
      this.#entries.delete(id);
      await entry.loading.then(
        (model) => model.dispose(),
        () => undefined,
      );
    }
  }
}
