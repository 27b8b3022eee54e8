type Handler = ((event: Event) => unknown) | null;
export type TargetWith<Name extends string> = new () => EventTarget & Record<`on${Name}`, Handler>;

const kept = new WeakMap<EventTarget, Map<string, Handler>>();

/** An EventTarget that also has the properties of handlers, such as `onmessage`. */
export function targetWithHandlers<Name extends string>(names: readonly Name[]) {
  class TargetWithHandlers extends EventTarget {}
  defineHandlers(TargetWithHandlers.prototype, names);
  return TargetWithHandlers as unknown as TargetWith<Name>;
}

/** Adds these properties to a prototype of targets. */
export function defineHandlers(prototype: EventTarget, names: readonly string[]): void {
  for (const name of names) {
    const key = `on${name}`;
    const property: object & ThisType<EventTarget> = {
      get [key]() {
        return handlersOf(this).get(name) ?? null;
      },
      set [key](handler: unknown) {
        const handlers = handlersOf(this);
        // Among other listeners, it has the place at which it was first set.
        if (!handlers.has(name))
          this.addEventListener(name, (event) => handlers.get(name)?.call(this, event));
        handlers.set(name, typeof handler === 'function' ? (handler as Handler) : null);
      },
    };
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(property));
  }
}

function handlersOf(target: EventTarget): Map<string, Handler> {
  const known = kept.get(target);
  if (known) return known;
  // Throws a TypeError for what is no target, such as the prototype.
  EventTarget.prototype.removeEventListener.call(target, '', null);
  const handlers = new Map<string, Handler>();
  kept.set(target, handlers);
  return handlers;
}
