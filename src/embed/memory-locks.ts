interface Waiting {
  begin: () => void;
}

/** Exclusive ones within one realm, for frames whose browser denies locks with storage. */
export class MemoryLocks {
  readonly #queues = new Map<string, Waiting[]>();

  /** Like `LockManager.request`, with `signal` and `ifAvailable`. */
  async request<T>(
    name: string,
    optionsOrWork: LockOptions | LockGrantedCallback<T>,
    givenWork?: LockGrantedCallback<T>,
  ): Promise<T> {
    const options = typeof optionsOrWork === 'function' ? {} : optionsOrWork;
    const work = typeof optionsOrWork === 'function' ? optionsOrWork : givenWork;
    if (!work) throw new TypeError('A lock request needs a callback.');
    options.signal?.throwIfAborted();
    const queue = this.#queues.get(name);
    if (queue && options.ifAvailable) return work(null);
    if (queue) await this.#turn(queue, options.signal);
    else this.#queues.set(name, []);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      const next = this.#queues.get(name)?.shift();
      if (next) next.begin();
      else this.#queues.delete(name);
    }
  }

  #turn(queue: Waiting[], signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    return new Promise<void>((resolve, reject) => {
      const waiting = { begin: resolve };
      queue.push(waiting);
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { signal: over.signal });
    }).finally(() => over.abort());
  }
}
