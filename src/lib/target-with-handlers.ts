type Handler = ((event: Event) => unknown) | null;

/** An EventTarget that also has the properties of handlers, such as `onmessage`. */
export function targetWithHandlers<Name extends string>(names: readonly Name[]) {
  class TargetWithHandlers extends EventTarget {
    readonly #handlers = new Map<Name, Handler>();

    constructor() {
      super();
      for (const name of names)
        this.addEventListener(name, (event) => this.#handlers.get(name)?.call(this, event));
    }

    static property(name: Name): PropertyDescriptor & ThisType<TargetWithHandlers> {
      return {
        enumerable: true,
        configurable: true,
        get() {
          return this.#handlers.get(name) ?? null;
        },
        set(handler: unknown) {
          this.#handlers.set(name, typeof handler === 'function' ? (handler as Handler) : null);
        },
      };
    }
  }
  for (const name of names)
    Object.defineProperty(TargetWithHandlers.prototype, `on${name}`, TargetWithHandlers.property(name));
  const made: unknown = TargetWithHandlers;
  return made as new () => EventTarget & Record<`on${Name}`, Handler>;
}
